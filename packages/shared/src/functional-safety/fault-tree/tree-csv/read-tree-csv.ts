import type { z } from 'zod'
import { readCsv } from '../../../core/documents/csv-table.ts'
import { treeColumns, type TreeColumn } from '../csv.ts'
import { type ImportedTree, type ImportOptions, mostText, usualMissionTime } from '../imported-tree.ts'
import { type FaultNode, mostNodes, nodeId, StoredTree } from '../tree.ts'
import { faultsIn, partsOf, type TreeFault } from '../whole-tree.ts'
import { type TreeRows, treeRowsIn } from './rows.ts'
import { readHeader, type RowProblem, shown } from './row.ts'

/** A valid tree, or all that is wrong: "line 4, column inputs: …", each with what to do. */
export type TreeReading =
  { readonly ok: true; readonly value: ImportedTree } | { readonly ok: false; readonly problems: readonly string[] }

/** A tree, 500 groups and 2,000 parameters, the header and the row about the whole. */
const mostRows = mostNodes + 500 + 2_000 + 2
/** The maximum number of problems that are listed. */
const mostProblems = 50

/**
 * Reads a fault tree from CSV with `treeColumns`, as the export or a spreadsheet writes it (rules FTA-41 and FTA-42).
 * Whatever the text is, the result is a valid tree, or what is wrong.
 */
export function readTreeCsv(text: string, options: ImportOptions = {}): TreeReading {
  if (text.length > mostText) return refusal([`The file has more than ${mostText / 1e6} million characters.`])
  const table = readCsv(text, mostRows)
  if (!table.ok) return refusal([table.reason])
  const [head, ...rows] = table.value.rows
  if (head === undefined)
    return refusal([`The file is empty. Its first row names the columns ${treeColumns.join(', ')}.`])
  const problems: RowProblem[] = []
  const notes: string[] = []
  const header = readHeader(head, table.value, notes, problems)
  if (problems.length > 0) return refusal(problems.map(placed))
  const read = treeRowsIn(rows, header, problems)
  checkInputs(read, problems)
  if (problems.length > 0) return refusal(problems.toSorted((a, b) => a.line - b.line).map(placed))
  return assembled(read, notes, options)
}

const placed = ({ line, column, message }: RowProblem) =>
  `line ${line}${column === undefined ? '' : `, column ${column}`}: ${message}`

function refusal(problems: readonly string[]): TreeReading {
  const more = problems.length - mostProblems
  return { ok: false, problems: more > 0 ? [...problems.slice(0, mostProblems), `There are ${more} more.`] : problems }
}

/** All ids that inputs and members name and no row has: one problem for each. */
function checkInputs({ nodes, groups, whole }: TreeRows, problems: RowProblem[]): void {
  const users = [
    ...(whole?.top === undefined ? [] : [{ line: whole.line, ids: [whole.top] }]),
    ...Array.from(nodes.values(), ({ line, part }) => ({ line, ids: partsOf(part) })),
    ...Array.from(groups.values(), ({ line, part }) => ({ line, ids: part.members })),
  ]
  for (const { line, ids } of users)
    for (const id of new Set(ids))
      if (!nodes.has(id) && nodeId.safeParse(id).success)
        problems.push({
          line,
          column: 'inputs',
          message: `${shown(id)} is not there. Add a row with this id, or correct it.`,
        })
}

function assembled(read: TreeRows, notes: string[], options: ImportOptions): TreeReading {
  const nodes = Array.from(read.nodes.values(), ({ part }) => part)
  if (nodes.length === 0) return refusal(['The file has no gate and no event. Write a row for each.'])
  const stated = read.whole?.top
  const tops = stated === undefined ? topsOf(nodes) : [stated]
  const top = options.top ?? tops[0] ?? nodes[0]!.id
  if (options.top === undefined && tops.length > 1)
    notes.push(`Several nodes are at the top: ${tops.slice(0, 20).join(', ')}. ${top} is the top event.`)
  const missionTime = read.whole?.missionTime ?? usualMissionTime
  if (read.whole?.missionTime === undefined)
    notes.push(`The file does not state its mission time: ${missionTime.toLocaleString('en')} hours are assumed.`)
  const groups = Array.from(read.groups.values(), ({ part }) => part)
  const parameters = Array.from(read.parameters.values(), ({ part }) => part)
  const shape = StoredTree.safeParse({ top, missionTime, nodes, groups, parameters })
  if (!shape.success) return refusal(shape.error.issues.map((issue) => placed(shapeProblem(issue, read))))
  const faults = [...faultsIn(shape.data)]
  if (faults.length > 0)
    return refusal(
      faults
        .map((fault) => faultProblem(fault, read))
        .toSorted((a, b) => a.line - b.line)
        .map(placed),
    )
  return { ok: true, value: { tree: shape.data, title: read.whole?.title ?? '', tops, notes } }
}

function topsOf(nodes: readonly FaultNode[]): string[] {
  const inputs = new Set(nodes.flatMap(partsOf))
  const free = nodes.filter(({ id }) => !inputs.has(id))
  const gates = free.filter(({ kind }) => kind === 'gate')
  return (gates.length > 0 ? gates : free).map(({ id }) => id)
}

/** The columns of fields, where they are called otherwise. */
const columnOf: Partial<Record<string, TreeColumn>> = {
  top: 'inputs',
  parts: 'inputs',
  members: 'inputs',
  node: 'inputs',
  probability: 'value',
  total: 'value',
}
const columnNamed = (field: string) => columnOf[field] ?? treeColumns.find((column) => column === field)

function faultProblem({ of, id, field, message, advice }: TreeFault, read: TreeRows): RowProblem {
  const line = of === 'tree' ? read.whole?.line : read[of].get(id)?.line
  const column = columnNamed(field)
  return { line: line ?? 1, ...(column && { column }), message: `${message} ${advice}` }
}

/** A bound of the tree's shape, such as the length of a text. */
function shapeProblem(issue: z.core.$ZodIssue, read: TreeRows): RowProblem {
  const [of, at, field] = issue.path
  const rows = of === 'nodes' || of === 'groups' || of === 'parameters' ? [...read[of].values()] : []
  const column = columnNamed(String(field))
  const most = issue.code === 'too_big' ? issue.maximum.toLocaleString('en') : undefined
  const message =
    most === undefined
      ? `${issue.message} Correct it.`
      : at === undefined
        ? `A tree may have ${most} ${String(of)} at most. Divide it.`
        : `It has more than ${most} ${field === 'parts' || field === 'members' ? 'ids' : 'characters'}. Shorten it.`
  return { line: rows[Number(at)]?.line ?? 1, ...(column && { column }), message }
}
