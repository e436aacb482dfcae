import { inflateSync } from 'node:zlib'
import type { captureFormats } from '../can/captures.ts'
import type { CanFrame } from '../can/frame.ts'
import { start } from './frames.fixture.ts'
import { captureReader } from './read.ts'
import type { ReaderOptions } from './reader.ts'

type Format = (typeof captureFormats)[number]

export const text = (words: string) => new TextEncoder().encode(words)

/** Inflates with Node's zlib; undefined if the bytes are damaged or more than `most`. */
export function inflate(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) })
  } catch {
    return undefined
  }
}

/** Returns everything that a reader finds in a file, pushed in a number of pieces. */
export function read(
  format: Format,
  bytes: Uint8Array | string,
  { pieces = 1, ...options }: Partial<ReaderOptions> & { pieces?: number } = {},
) {
  const whole = typeof bytes === 'string' ? text(bytes) : bytes
  const reader = captureReader(format, { bus: 'can0', inflate, ...options })
  const size = Math.max(1, Math.ceil(whole.length / pieces))
  const frames: CanFrame[] = []
  for (let at = 0; at < whole.length; at += size) frames.push(...reader.push(whole.subarray(at, at + size)))
  frames.push(...reader.end())
  return { frames, rejected: reader.rejected, rejects: [...reader.rejects] }
}

export const hexOf = (data: Uint8Array) => Buffer.from(data).toString('hex')
/** Returns a frame in short form: ms since the start, bus, id, flags, dlc, data. */
export const short = ({ ts, bus, id, flags, dlc, data }: CanFrame, from = start) => [
  Math.round((ts - from) * 1000) / 1000,
  bus,
  id,
  flags,
  dlc,
  hexOf(data),
]

/** Returns the bytes of fields: numbers of a width in bytes, or bytes unchanged. */
export function packed(
  isLittle: boolean,
  ...fields: (readonly [number | bigint, 1 | 2 | 4 | 8] | Uint8Array)[]
): Uint8Array {
  return Buffer.concat(
    fields.map((field) => {
      if (field instanceof Uint8Array) return field
      const bytes = Buffer.alloc(field[1])
      for (let i = 0, rest = BigInt(field[0]); i < field[1]; i++, rest >>= 8n)
        bytes[isLittle ? i : field[1] - 1 - i] = Number(rest & 255n)
      return bytes
    }),
  )
}
/** Little-endian. */
export const le = (...fields: Parameters<typeof packed> extends [boolean, ...infer Rest] ? Rest : never) =>
  packed(true, ...fields)
