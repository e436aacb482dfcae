import type { CellOption } from '../../core/sheet/cell-input.tsx'
import type { GraphState } from '../../graph/store/graph-state.ts'
import type { LineColumn } from './columns.ts'

const mostOptions = 10
const elementKinds = ['function', 'component', 'system', 'process-step']

/**
 * What may be chosen for a cell, given what was typed: failures and elements that have its words, the criteria of a
 * rating, the choices of a field. At most 10.
 */
export function optionsFor(graph: GraphState, column: LineColumn, typed: string): readonly CellOption[] {
  const words = typed.trim().toLowerCase()
  if (column.criteria)
    return column.criteria
      .map(({ title }, index) => ({ text: String(index + 1), note: title }))
      .filter(({ text, note }) => words === '' || text.startsWith(words) || note.toLowerCase().includes(words))
      .toReversed()
  if (column.of === 'chain') return words === '' ? [] : titled(graph, ['failure'], words)
  if (column.of === 'element') return titled(graph, elementKinds, words)
  return Object.values(column.field.choices ?? {})
    .filter((label) => label.toLowerCase().includes(words))
    .map((label) => ({ text: label, note: '' }))
}

function titled(graph: GraphState, kinds: readonly string[], words: string): CellOption[] {
  const found: CellOption[] = []
  const seen = new Set<string>()
  for (const { kind, title, code } of graph.artefacts.values()) {
    const isMatch = kinds.includes(kind) && title.toLowerCase().includes(words) && !seen.has(title)
    if (!isMatch) continue
    seen.add(title)
    found.push({ text: title, note: code })
    if (found.length === mostOptions) break
  }
  return found
}
