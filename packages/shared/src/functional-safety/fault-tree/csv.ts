import type { Expression } from './expression.ts'
import type { FaultNode, StoredTree } from './tree.ts'

/** The columns of a tree as CSV, one row a node; `least` is for at-least gates. */
export const treeColumns = [
  'id',
  'title',
  'kind',
  'gate',
  'least',
  'inputs',
  'probability',
  'state',
  'artefact',
  'tree',
  'note',
] as const

/** The rows of `treeColumns` (rule FTA-38). Inputs are separated by spaces; a probability is written as a formula. */
export function treeRows({ nodes }: StoredTree): (string | number | null)[][] {
  return nodes.map((node) => {
    const { id, title, kind, note } = node
    const cells: Partial<Record<(typeof treeColumns)[number], string | number | null>> = {
      id,
      title,
      kind,
      note,
      ...cellsOf(node),
    }
    return treeColumns.map((column) => cells[column] ?? null)
  })
}

function cellsOf(node: FaultNode) {
  switch (node.kind) {
    case 'gate':
      return { gate: node.gate, least: node.least ?? null, inputs: node.parts.join(' ') }
    case 'transfer':
      return { tree: node.tree, inputs: node.node ?? null }
    case 'house':
      return { state: node.state ? 'occurred' : 'not occurred' }
    case 'basic':
    case 'undeveloped':
    case 'conditioning':
      return { probability: node.probability === null ? null : formulaText(node.probability), artefact: node.artefact }
  }
}

/** An expression as a text: `exponential(lambda, system-mission-time)`. */
export function formulaText(expression: Expression): string {
  if (typeof expression === 'number') return String(expression)
  if ('parameter' in expression) return expression.parameter
  const { op, args } = expression
  return args.length === 0 ? op : `${op}(${args.map(formulaText).join(', ')})`
}

/** The columns of minimal cut sets as CSV. */
export const cutSetColumns = ['number', 'order', 'events', 'titles', 'probability'] as const

/**
 * The rows of `cutSetColumns` (rule FTA-38): events and their titles separated by semicolons, and the product of their
 * probabilities, or null if one is not known. `titles` by name, where there are any.
 */
export function cutSetRows(
  cutSets: Iterable<readonly string[]>,
  titles: ReadonlyMap<string, string>,
  probabilities: ReadonlyMap<string, number>,
): (string | number | null)[][] {
  return Array.from(cutSets, (events, i) => [
    i + 1,
    events.length,
    events.join('; '),
    events.map((name) => titles.get(name) || name).join('; '),
    events.every((name) => probabilities.has(name))
      ? events.reduce((product, name) => product * probabilities.get(name)!, 1)
      : null,
  ])
}
