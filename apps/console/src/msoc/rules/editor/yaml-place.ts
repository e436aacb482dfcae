/** Where a character of a YAML text stands: the keys around it, and what of its line precedes it. */
export interface YamlPlace {
  /** The keys of the maps around the line, from the outermost. */
  readonly path: readonly string[]
  /** The key of the line, if the character stands behind its colon. */
  readonly key: string | undefined
  /** What is written of the key or of the value, up to the character. */
  readonly typed: string
  /** Where `typed` begins, as an offset in the text. */
  readonly from: number
}

const lineOf = /^(?<indent>\s*(?:- +)*)(?<rest>.*)$/
const keyOf = /^(?<key>"[^"]*"|'[^']*'|[^\s#:][^:]*?)\s*:(?=\s|$)/

/**
 * Finds the place of an offset by the indentation of the lines above it, which also works in a text that is not valid
 * yet (rule RULE-UI-13).
 */
export function yamlPlace(text: string, offset: number): YamlPlace {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineStart, offset)
  const { indent, rest } = split(before)
  const path = pathAbove(text.slice(0, lineStart), indent.length)
  const key = keyOf.exec(rest)
  if (key === null) return { path, key: undefined, typed: rest, from: lineStart + indent.length }
  const value = rest.slice(key[0].length).trimStart()
  return { path, key: unquoted(key.groups!.key!), typed: value, from: offset - value.length }
}

/** The keys of lines with less and less indentation, up to the start of the document. */
function pathAbove(text: string, indent: number): string[] {
  const path: string[] = []
  let depth = indent
  const lines = text.split('\n').slice(0, -1)
  for (let index = lines.length - 1; index >= 0 && depth > 0; index--) {
    const line = lines[index]!
    if (line.startsWith('---')) break
    const { indent: above, rest } = split(line)
    if (rest === '' || rest.startsWith('#') || above.length >= depth) continue
    const key = keyOf.exec(rest)
    if (key === null) continue
    path.unshift(unquoted(key.groups!.key!))
    depth = above.length
  }
  return path
}

function split(line: string): { readonly indent: string; readonly rest: string } {
  const { indent = '', rest = '' } = lineOf.exec(line)!.groups!
  return { indent, rest }
}

function unquoted(key: string): string {
  return key.replaceAll(/^["']|["']$/g, '')
}
