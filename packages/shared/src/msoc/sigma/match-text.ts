import type { PatternPart } from './model.ts'
import { isDash } from './pattern.ts'

/** Returns a test of texts against a pattern; literals must be folded where the texts are. */
export function compilePattern(parts: readonly PatternPart[]): (text: string) => boolean {
  const [first, second, third] = parts
  if (first === undefined) return (text) => text === ''
  if (parts.length === 1 && first.kind === 'any-text') return () => true
  if (parts.length === 1 && first.kind === 'literal') return (text) => text === first.text
  if (parts.length === 2 && first.kind === 'literal' && second!.kind === 'any-text') {
    return (text) => text.startsWith(first.text)
  }
  if (first.kind === 'any-text' && second?.kind === 'literal') {
    if (parts.length === 2) return (text) => text.endsWith(second.text)
    if (parts.length === 3 && third!.kind === 'any-text') return (text) => text.includes(second.text)
  }
  return compileSegments(parts)
}

/** What stands between wildcards for any text: its length is fixed. */
interface Segment {
  readonly parts: readonly PatternPart[]
  readonly length: number
}

/** Segments are found from left to right, the first and the last at the ends of the text. */
function compileSegments(parts: readonly PatternPart[]): (text: string) => boolean {
  const segments = segmentsOf(parts)
  const first = segments[0]!
  const last = segments.at(-1)!
  if (segments.length === 1) return (text) => text.length === first.length && isAt(first, text, 0)
  const middle = segments.slice(1, -1)
  const shortest = segments.reduce((sum, { length }) => sum + length, 0)
  return (text) => {
    if (text.length < shortest || !isAt(first, text, 0) || !isAt(last, text, text.length - last.length)) return false
    let from = first.length
    for (const segment of middle) {
      const found = find(segment, text, from, text.length - last.length)
      if (found < 0) return false
      from = found + segment.length
    }
    return true
  }
}

function segmentsOf(parts: readonly PatternPart[]): Segment[] {
  const groups: PatternPart[][] = [[]]
  for (const part of parts) {
    if (part.kind === 'any-text') groups.push([])
    else groups.at(-1)!.push(part)
  }
  return groups.map((group) => ({ parts: group, length: group.reduce((sum, part) => sum + lengthOf(part), 0) }))
}

function lengthOf(part: PatternPart): number {
  return part.kind === 'literal' ? part.text.length : 1
}

function isAt({ parts }: Segment, text: string, from: number): boolean {
  let at = from
  for (const part of parts) {
    if (part.kind === 'literal' && !text.startsWith(part.text, at)) return false
    if (part.kind === 'dash' && !isDash(text[at])) return false
    at += lengthOf(part)
  }
  return true
}

/** Returns where the segment begins at or after `from` and ends at or before `end`; -1 if nowhere. */
function find(segment: Segment, text: string, from: number, end: number): number {
  const [first] = segment.parts
  const literal = first?.kind === 'literal' ? first.text : ''
  for (
    let at = text.indexOf(literal, from);
    at >= 0 && at + segment.length <= end;
    at = text.indexOf(literal, at + 1)
  ) {
    if (isAt(segment, text, at)) return at
  }
  return -1
}
