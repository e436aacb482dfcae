/** Encodings of a value, as rules look for it in what attackers hide. Bytes are texts of characters 0 to 255. */

/** Returns UTF-8 bytes of a text. */
export function utf8(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}

/** Returns UTF-16 bytes of a text, the low byte first if `littleEndian`. */
export function utf16(text: string, littleEndian: boolean): string {
  return Array.from({ length: text.length }, (_, index) => {
    const code = text.charCodeAt(index)
    const bytes = [code & 0xff, code >> 8]
    return String.fromCharCode(...(littleEndian ? bytes : bytes.toReversed()))
  }).join('')
}

/** Returns the Base64 text of bytes. */
export function base64(bytes: string): string {
  return btoa(bytes)
}

/** Characters at the beginning of the Base64 text that depend on 0, 1 or 2 unknown bytes before it. */
const unsureBefore = [0, 2, 3] as const
/** Characters at its end that depend on what follows, by the number of bytes in the last group of three. */
const unsureBehind = [0, 3, 2] as const

/**
 * Returns how bytes look within a longer Base64 text: for each of the three positions in a group of three bytes, the
 * characters that do not depend on the bytes around it.
 */
export function base64Offsets(bytes: string): string[] {
  return unsureBefore.map((unsure, offset) => {
    const encoded = btoa(' '.repeat(offset) + bytes)
    return encoded.slice(unsure, encoded.length - unsureBehind[(bytes.length + offset) % 3]!)
  })
}
