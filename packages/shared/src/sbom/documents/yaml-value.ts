import { isAlias, LineCounter, parseDocument, visit } from 'yaml'
import type { BomFault } from './bom.ts'

/** The longest YAML text that is read, in characters: its tree needs a hundred times its size. */
const longestText = 16 * 1024 * 1024
const deepest = 128

/**
 * The value of a YAML text, with texts kept as texts (a version 1.10 stays `1.10`), or where it can't be read. Aliases
 * are refused: a few lines of them stand for billions of values.
 */
export function parseYaml(text: string): { readonly value: unknown } | { readonly faults: readonly BomFault[] } {
  if (text.length > longestText) return refusal('', `A YAML text may have ${longestText / 1024 / 1024} MiB at most.`)
  const deep = deepLine(text)
  if (deep !== undefined) return refusal(`line ${deep}`, `The document nests deeper than ${deepest} levels.`)
  const lines = new LineCounter()
  const placeAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`
  }
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      schema: 'failsafe',
      prettyErrors: false,
      logLevel: 'error',
    })
    const faults = document.errors
      .slice(0, 100)
      .map(({ pos, message }) => ({ place: placeAt(pos[0]), message: `This is not valid YAML: ${message}.` }))
    if (faults.length) return { faults }
    let alias: number | undefined
    visit(document, {
      Alias: (_key, node) => {
        if (isAlias(node)) alias = node.range?.[0] ?? 0
        return visit.BREAK
      },
    })
    if (alias !== undefined) return refusal(placeAt(alias), 'YAML with aliases is not accepted.')
    return { value: document.toJS({ maxAliasCount: 0 }) as unknown }
  } catch (error) {
    return refusal('', `This is not valid YAML: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** The first line that opens more brackets, or is indented by more levels, than a document may nest. */
function deepLine(text: string): number | undefined {
  let open = 0
  let line = 1
  let indent = 0
  let atStart = true
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\n') {
      line++
      indent = 0
      atStart = true
      continue
    }
    if (atStart && (letter === ' ' || letter === '-' || letter === '?')) indent++
    else atStart = false
    if (letter === '[' || letter === '{') open++
    else if (letter === ']' || letter === '}') open = Math.max(0, open - 1)
    // a text in quotes may hold brackets; few documents hold so many that aren't closed
    if (open > deepest || (indent > 4 * deepest && atStart)) return line
  }
  return undefined
}

function refusal(place: string, message: string): { readonly faults: readonly BomFault[] } {
  return { faults: [{ place, message }] }
}
