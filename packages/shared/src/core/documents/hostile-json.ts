import { type Parsed, parsed, refused } from '../parsed.ts'

/** The maximum nesting; no valid document is nested deeper. */
const deepest = 40
const forbidden: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * Parses JSON from an untrusted source. Refused: nesting deeper than any document of ours, a key with a meaning in
 * JavaScript, or a text that no database stores (rule DOCUMENT-8). The depth is counted before the text is parsed.
 */
export function hostileJson(text: string): Parsed<unknown> {
  if (depthOf(text) > deepest) return refused(`It is nested deeper than ${deepest} levels.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused('It is no JSON.')
  }
  const why = whyNotKept(value)
  return why === undefined ? parsed(value) : refused(why)
}

function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let isText = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isText) {
      if (code === 0x5c) i += 1
      else if (code === 0x22) isText = false
    } else if (code === 0x22) isText = true
    else if (code === 0x5b || code === 0x7b) most = Math.max(most, ++depth)
    else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return most
}

function whyNotKept(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? 'It has a character that is no text.' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (forbidden.includes(name)) return `It has a field called ${name}.`
    const why = whyNotKept(name) ?? whyNotKept(inner)
    if (why !== undefined) return why
  }
  return undefined
}
