/** Writes hexadecimal text (pairs of digits, nothing else) into `into`; returns the number of bytes. */
export function readHex(hex: string, into: Uint8Array): number {
  const bytes = hex.length >> 1
  for (let i = 0; i < bytes; i++) into[i] = (nibble(hex.charCodeAt(2 * i)) << 4) | nibble(hex.charCodeAt(2 * i + 1))
  return bytes
}

/** Returns the value of 0-9, A-F or a-f, given its character code. */
function nibble(code: number): number {
  return code <= 57 ? code - 48 : (code & 0xdf) - 55
}
