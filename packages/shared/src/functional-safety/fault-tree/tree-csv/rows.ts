import { z } from 'zod'
import type { CsvRow } from '../../../core/documents/csv-table.ts'
import { gateKinds } from '../../../graph/fault-tree/fault-tree.ts'
import { houseStates, staggeredEnding, type TreeColumn, wholeTree } from '../csv.ts'
import { type CommonCauseGroup, commonCauseModels, eventKinds, type FaultNode, type Parameter } from '../tree.ts'
import { type Header, type RowProblem, type RowReader, rowReader, shown } from './row.ts'

/** What the rows are about, each with its line. */
export interface TreeRows {
  readonly nodes: Map<string, Placed<FaultNode>>
  readonly groups: Map<string, Placed<CommonCauseGroup>>
  readonly parameters: Map<string, Placed<Parameter>>
  whole?: { readonly line: number; readonly title: string; readonly top?: string; readonly missionTime?: number }
}
interface Placed<T> {
  readonly line: number
  readonly part: T
}

/** Reads all rows but the first one; what is wrong in them is added to the problems. */
export function treeRowsIn(rows: readonly CsvRow[], header: Header, problems: RowProblem[]): TreeRows {
  const read: TreeRows = { nodes: new Map(), groups: new Map(), parameters: new Map() }
  for (const row of rows) readRow(rowReader(row, header, problems), read)
  return read
}

const models = new Map<string, Pick<CommonCauseGroup, 'model' | 'staggered'>>(
  commonCauseModels.flatMap((model) => [
    [model.toLowerCase(), { model, staggered: false }] as const,
    [`${model}${staggeredEnding}`.toLowerCase(), { model, staggered: true }] as const,
  ]),
)
const kinds = [wholeTree, ...gateKinds, ...eventKinds, 'house', 'transfer', ...commonCauseModels, 'parameter']

function readRow(row: RowReader, read: TreeRows): void {
  const kind = row.text('kind').toLowerCase().replaceAll(/\s+/g, ' ')
  if (kind === wholeTree) return readWhole(row, read)
  const group = models.get(kind)
  if (group !== undefined) return add(row, read.groups, groupIn(row, kind, group))
  if (kind === 'parameter') return add(row, read.parameters, parameterIn(row))
  const node = nodeIn(row, kind)
  if (node === undefined)
    row.problem('kind', `“${shown(row.text('kind'))}” is no kind. Write one of ${kinds.join(', ')}.`)
  else add(row, read.nodes, node)
}

function add<T extends { readonly id: string }>({ line, problem }: RowReader, all: Map<string, Placed<T>>, part: T) {
  const before = all.get(part.id)
  if (before === undefined) all.set(part.id, { line, part })
  else if (part.id !== '')
    problem('id', `${part.id} is there twice, first in line ${before.line}. Give one another id.`)
}

function readWhole(row: RowReader, read: TreeRows): void {
  row.only(wholeTree, 'title', 'inputs', 'value')
  if (read.whole !== undefined)
    return row.problem('kind', `There are two rows ${wholeTree}, first in line ${read.whole.line}. Remove one of them.`)
  const [top, ...others] = row.ids()
  if (others.length > 0) row.problem('inputs', 'A tree has one top event. Write one id.')
  const hours = row.text('value')
  const missionTime = hours === '' ? undefined : row.number(hours)
  if (missionTime !== undefined && !(missionTime > 0 && missionTime <= 1e9))
    row.problem('value', `“${shown(hours)}” is no mission time. Write a number of hours above 0, at most 1e9.`)
  read.whole = {
    line: row.line,
    title: row.text('title'),
    ...(top !== undefined && { top }),
    ...(missionTime !== undefined && { missionTime }),
  }
}

const words = (row: RowReader) => ({ id: row.id(), title: row.text('title'), note: row.raw('note') })
const example = 'Write a number such as 1e-6, or a formula such as exponential(1e-6, system-mission-time).'

/** Undefined: it is no kind of nodes. */
function nodeIn(row: RowReader, kind: string): FaultNode | undefined {
  const gate = gateKinds.find((each) => each === kind)
  if (gate !== undefined) {
    row.only(kind, 'id', 'title', 'note', 'inputs', ...(gate === 'at-least' ? (['least'] as const) : []))
    const least = row.text('least')
    if (least !== '' && !/^\d{1,9}$/.test(least))
      row.problem('least', `“${shown(least)}” is no whole number. Write how many inputs are needed.`)
    return { ...words(row), kind: 'gate', gate, parts: row.ids(), ...(least !== '' && { least: Number(least) }) }
  }
  const event = eventKinds.find((each) => each === kind)
  if (event !== undefined) {
    row.only(kind, 'id', 'title', 'note', 'value', 'artefact')
    return { ...words(row), kind: event, probability: probabilityIn(row), artefact: uuidIn(row, 'artefact') ?? null }
  }
  if (kind === 'house') {
    row.only(kind, 'id', 'title', 'note', 'value')
    return { ...words(row), kind, state: stateIn(row) }
  }
  if (kind !== 'transfer') return undefined
  row.only(kind, 'id', 'title', 'note', 'inputs', 'tree')
  const tree = uuidIn(row, 'tree')
  if (tree === undefined && row.text('tree') === '')
    row.problem('tree', 'The other tree is missing. Write the uuid of its artefact.')
  const [node, ...others] = row.ids()
  if (others.length > 0) row.problem('inputs', 'A transfer stands for one node of the other tree. Write one id.')
  return { ...words(row), kind, tree: tree ?? '', ...(node !== undefined && { node }) }
}

function probabilityIn(row: RowReader) {
  const cell = row.text('value')
  if (cell === '') return null
  const probability = row.formula('value', cell, example)
  if (typeof probability === 'number' && !(probability >= 0 && probability <= 1))
    row.problem('value', `${probability} is no probability. Write a number from 0 to 1.`)
  return probability
}

function stateIn(row: RowReader): boolean {
  const cell = row.text('value').toLowerCase()
  if (!Object.hasOwn(houseStates, cell))
    row.problem('value', `“${shown(cell)}” is no state. Write ${Object.keys(houseStates).join(' or ')}.`)
  return houseStates[cell as keyof typeof houseStates] ?? false
}

function uuidIn(row: RowReader, column: TreeColumn): string | undefined {
  const cell = row.text(column)
  if (cell === '') return undefined
  if (!z.uuid().safeParse(cell).success)
    row.problem(column, `“${shown(cell)}” is no uuid. Correct it, or leave the cell empty.`)
  return cell
}

function groupIn(row: RowReader, kind: string, group: Pick<CommonCauseGroup, 'model' | 'staggered'>): CommonCauseGroup {
  row.only(kind, 'id', 'title', 'note', 'inputs', 'value', 'factors')
  const factors = row.text('factors').split(';')
  return {
    ...words(row),
    ...group,
    members: row.ids(),
    total: row.formula('value', row.text('value'), example),
    factors: factors.map((factor) => row.formula('factors', factor.trim(), 'Separate the factors by semicolons.')),
  }
}

function parameterIn(row: RowReader): Parameter {
  row.only('parameter', 'id', 'title', 'note', 'value', 'unit')
  const value = row.formula('value', row.text('value'), example)
  return { ...words(row), unit: row.text('unit') || null, value }
}
