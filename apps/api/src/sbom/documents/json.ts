import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import { deepest, mostValues } from './limits.ts'

const quote = 0x22
const backslash = 0x5c

/** Where a text nests deeper than `deepest`, or has more values than are read. Texts in quotes don't count. */
function tooMuchAt(text: string, most: number): { readonly at: number; readonly message: string } | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return { at, message: `The document nests deeper than ${deepest} levels.` }
      values++
    } else if (code === 0x5d || code === 0x7d) depth--
    else if (code === 0x2c) values++
    if (values > most) return { at, message: `The document has more than ${most.toLocaleString('en')} values.` }
  }
  return undefined
}

/** The offset of the quote that ends the string which begins at `from`, or the text's length. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end > 0) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

/** `line 3, column 7` of an offset. */
export function placeAt(text: string, offset: number): string {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line++
    start = next + 1
  }
  return `line ${line}, column ${offset - start + 1}`
}

/** Returns the value of a JSON text, or where it is no JSON or too much (rule BOM-4). Never throws. */
export function parseJson(
  text: string,
  most = mostValues,
): { readonly value: unknown } | { readonly faults: readonly BomFault[] } {
  const much = tooMuchAt(text, most)
  if (much) return { faults: [{ place: placeAt(text, much.at), message: much.message }] }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const offset = /at position (\d+)/.exec(message)?.[1]
    const at = offset === undefined ? text.length : Number(offset)
    const reason = message.replace(/ in JSON at position.*$|, (?:"|\.\.\.).*$/s, '')
    return { faults: [{ place: placeAt(text, at), message: `This is not valid JSON: ${reason}.` }] }
  }
}

/** A step of a JSON pointer, escaped (RFC 6901, clause 3). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
