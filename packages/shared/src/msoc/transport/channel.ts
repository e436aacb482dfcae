/** Returns one id, or one address on it if a byte before the protocol information states it. */
export function channelOf(key: number, at: 0 | 1, data: Uint8Array): number {
  return key * 512 + (at === 1 ? 256 + (data[0] ?? 0) : 0)
}

/** Returns true if only one repeated byte is left from `from` on: the padding of a sender. */
export function isPadded(data: Uint8Array, from: number): boolean {
  for (let i = from + 1; i < data.length; i++) if (data[i] !== data[from]) return false
  return true
}
