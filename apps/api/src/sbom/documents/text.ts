import type { BomFault } from '@carapace/shared/sbom/documents/bom'

/** The longest text that Node holds is 2^29 - 24 units: a larger document can't be read as one text. */
const longestText = 536_000_000

/**
 * The text of a document: UTF-8, or UTF-16 by its byte order mark or its first character (rule BOM-6). An XML document
 * may name another encoding, as far as Node knows it.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly faults: readonly BomFault[] } {
  if (bytes.length > longestText)
    return { faults: [{ place: '', message: `A text may have at most ${longestText.toLocaleString('en')} bytes.` }] }
  const encoding = encodingOf(bytes)
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    return { text: withoutPadding(decoder.decode(bytes)) }
  } catch {
    return {
      faults: [{ place: badPlace(bytes, encoding), message: `The text is not valid ${encoding.toUpperCase()}.` }],
    }
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && bytes.length > 1) return 'utf-16be'
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** The line of the first byte that isn't UTF-8, found by halving. */
function badPlace(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'utf-8') return ''
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isUtf8(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  let line = 1
  for (let at = bytes.indexOf(10); at !== -1 && at < good; at = bytes.indexOf(10, at + 1)) line++
  return `line ${line}`
}

/** Whether bytes are UTF-8 but for a character that is cut at their end. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Some tools fill a file up with zeros. */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return end === text.length ? text : text.slice(0, end)
}
