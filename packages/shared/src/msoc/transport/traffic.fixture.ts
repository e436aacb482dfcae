import { canFlags, dlcOf, type CanFrame } from '../can/frame.ts'

/** Returns the bytes of hexadecimal text; spaces are ignored. */
export const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll(' ', '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

export const t0 = 1_790_000_000_000

/** Returns a frame as a reader returns it: 29 bits if the id needs them, or if requested. */
export function frameOf(
  id: number,
  data: string | Uint8Array,
  ts = t0,
  flags = id > 0x7ff ? canFlags.ext : 0,
): CanFrame {
  const payload = typeof data === 'string' ? hex(data) : data
  return { ts, bus: 'can0', id, flags, dlc: dlcOf(payload.length), data: payload }
}

/**
 * Splits a payload into ISO-TP frames, padded to eight bytes; `head` precedes each (extended addressing).
 */
export function cutUp(payload: Uint8Array, head: readonly number[] = []): Uint8Array[] {
  const room = 7 - head.length
  const padded = (...bytes: number[]) => Uint8Array.from({ length: 8 }, (_, i) => [...head, ...bytes][i] ?? 0xaa)
  if (payload.length <= room) return [padded(payload.length, ...payload)]
  const frames = [padded(0x10 | (payload.length >> 8), payload.length & 255, ...payload.subarray(0, room - 1))]
  for (let from = room - 1, n = 1; from < payload.length; from += room, n++)
    frames.push(padded(0x20 | (n & 15), ...payload.subarray(from, from + room)))
  return frames
}
