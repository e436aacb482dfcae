import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals data that must be stored but not be readable in the database: AES-256-GCM under a key of the installation. */
export interface Seal {
  seal(text: string): Uint8Array
  /** @throws {Error} when the bytes were changed, or were sealed for another purpose or under another key */
  open(bytes: Uint8Array): string
}

const nonceBytes = 12
const tagBytes = 16

/**
 * A seal for one purpose. Each purpose has its own key, derived from SECRET_KEY (HKDF-SHA256, RFC 5869), so that a
 * sealed value cannot be used where another kind of value is expected. Bytes: nonce, tag, ciphertext (NIST SP 800-38D).
 */
export function createSeal(
  secretKey: string,
  purpose: 'authenticator' | 'mail' | 'sign-in' | 'notifications' | 'playbooks' | 'analyzers',
): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, 'carapace', purpose, 32))
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(bytes) {
      const all = Buffer.from(bytes)
      const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, nonceBytes))
      decipher.setAuthTag(all.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(all.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
