import { createHmac } from 'node:crypto'

import type { Installation } from './installation.ts'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/**
 * The code that an authenticator app shows (RFC 6238). Implemented from the standard: the product's own library must
 * give the same codes.
 */
export function codeOf(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / stepMs)))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

/**
 * Enables the second factor. Each code is valid once: this uses the code of half a minute ago, so that the current one
 * is still usable.
 */
export async function switchTwoFactorOn(
  site: Installation,
  { token, password }: { token: string; password: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const {
    body: { secret },
  } = await site.call(token, 'v2/auth/2fa/setup', { password })
  const enable = () => site.call(token, 'v2/auth/2fa/enable', { code: codeOf(secret, Date.now() - stepMs) })
  const first = await enable()
  // the half minute ended in the meantime, and the code was too old
  const { status, text, body } = first.status === 200 ? first : await enable()
  if (status !== 200) throw new Error(`The second factor was not switched on: ${text}`)
  return { secret, recoveryCodes: body.recovery_codes }
}
