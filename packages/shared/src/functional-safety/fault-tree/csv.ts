import type { Expression } from './expression.ts'
import type { CommonCauseGroup, FaultNode, Parameter, StoredTree } from './tree.ts'

/**
 * The columns of a tree as CSV (rule FTA-38). One row states the top event and the mission time, then there is a row
 * for each node, common-cause group and parameter. Inputs are separated by spaces, factors by semicolons; a value is a
 * mission time, the probability of an event, the state of a house event, or that of a group or parameter, as a formula.
 */
export const treeColumns = [
  'kind',
  'id',
  'title',
  'least',
  'inputs',
  'value',
  'factors',
  'unit',
  'artefact',
  'tree',
  'note',
] as const
export type TreeColumn = (typeof treeColumns)[number]

/** The kind of the row about the tree as a whole. */
export const wholeTree = 'fault-tree'
/** The ending of the kind of a group whose data are from staggered tests. */
export const staggeredEnding = ' staggered'
export const houseStates = { occurred: true, 'not occurred': false } as const

type Cells = Partial<Record<TreeColumn, string | number | null>>

/** The rows of `treeColumns`: all of a tree but the positions of its nodes. */
export function treeRows({ top, missionTime, nodes, groups, parameters }: StoredTree, title: string) {
  const all: Cells[] = [
    { kind: wholeTree, title, inputs: top, value: missionTime },
    ...nodes.map(nodeCells),
    ...groups.map(groupCells),
    ...parameters.map(parameterCells),
  ]
  return all.map((cells) => treeColumns.map((column) => cells[column] ?? null))
}

function nodeCells(node: FaultNode): Cells {
  const { kind, id, title, note } = node
  const words = { id, title, note }
  switch (node.kind) {
    case 'gate':
      return { ...words, kind: node.gate, least: node.least ?? null, inputs: node.parts.join(' ') }
    case 'transfer':
      return { ...words, kind, tree: node.tree, inputs: node.node ?? null }
    case 'house':
      return { ...words, kind, value: node.state ? 'occurred' : 'not occurred' }
    case 'basic':
    case 'undeveloped':
    case 'conditioning':
      return {
        ...words,
        kind,
        value: node.probability === null ? null : formulaText(node.probability),
        artefact: node.artefact,
      }
  }
}

function groupCells({ id, title, note, model, members, total, factors, staggered }: CommonCauseGroup): Cells {
  return {
    kind: staggered ? `${model}${staggeredEnding}` : model,
    id,
    title,
    note,
    inputs: members.join(' '),
    value: formulaText(total),
    factors: factors.map(formulaText).join('; '),
  }
}

const parameterCells = ({ id, title, note, unit, value }: Parameter): Cells => ({
  kind: 'parameter',
  id,
  title,
  note,
  unit,
  value: formulaText(value),
})

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
