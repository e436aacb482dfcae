/** An element: its name, its attributes, and its text or elements. Undefined attributes and elements are left out. */
export type Element = readonly [
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  content?: string | readonly (Element | undefined)[],
]

/** Writes elements as XML 1.0; characters that XML can't hold are replaced (U+FFFD). */
export function xmlText(root: Element): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(root, 0, lines)
  return `${lines.join('\n')}\n`
}

function write([name, attributes, content]: Element, depth: number, lines: string[]): void {
  const indent = ' '.repeat(Math.min(depth, 40))
  const start = `${indent}<${name}${Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')}`
  if (typeof content === 'string') lines.push(`${start}>${escaped(content)}</${name}>`)
  else if (!content?.some(Boolean)) lines.push(`${start}/>`)
  else {
    lines.push(`${start}>`)
    for (const each of content) if (each) write(each, depth + 1, lines)
    lines.push(`${indent}</${name}>`)
  }
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
    .replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, (letter) => (letter >= '\x7f' && letter < '\xa0' ? letter : '\ufffd'))
}
