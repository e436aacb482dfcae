import { otherSide, type Side } from '@carapace/shared/interface-agreement/row'
import { rowStates } from '@carapace/shared/interface-agreement/negotiation'
import type { GridLine } from '../../core/sheet/grid-lines.ts'
import type { ShownRows, TableGroup } from '../search.ts'
import { sideTexts, stateTexts } from '../words.ts'
import { proposedIn, seenIn, type TableRow, type TableRows } from './rows.ts'

const isShown: Readonly<Record<ShownRows, (row: TableRow) => boolean>> = {
  proposals: (row) => proposedIn(row) > 0,
  open: ({ line }) => line.state !== 'accepted',
  conflicts: ({ conflicts }) => conflicts.length > 0,
}

/** How many rows each filter shows. */
export const countsOf = (rows: readonly TableRow[]): Readonly<Record<ShownRows, number>> => ({
  proposals: rows.filter(isShown.proposals).length,
  open: rows.filter(isShown.open).length,
  conflicts: rows.filter(isShown.conflicts).length,
})

export interface ViewOptions {
  readonly show: ShownRows | undefined
  /** Words that all have to be in a row. */
  readonly q: string | undefined
  /** Undefined: by the headings of the agreement. */
  readonly group: TableGroup | undefined
  /** Keys of groups whose rows are hidden. */
  readonly folded: ReadonlySet<string>
}

export interface TableView {
  readonly lines: readonly GridLine<TableRow>[]
  /** The rows that the filters find, in their order, also those of folded groups. */
  readonly found: readonly TableRow[]
  /** The rows of the lines. */
  readonly shown: readonly TableRow[]
}

interface Group {
  readonly key: string
  readonly title: string
  readonly number?: number
  readonly has: (row: TableRow) => boolean
}

/** The lines of the table: the rows that the filters find, below their headings (rule AGREEMENT-UI-45). */
export function viewOf({ headings, rows }: TableRows, { show, q, group, folded }: ViewOptions): TableView {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const isFiltered = show !== undefined || words.length > 0
  const found = rows.filter((row) => (show === undefined || isShown[show](row)) && hasWords(row, words))
  const lines: GridLine<TableRow>[] = []
  const shown: TableRow[] = []
  const add = (row: TableRow) => {
    lines.push({ is: 'row', key: row.key, entry: row, index: shown.length })
    shown.push(row)
  }
  const groups = group === undefined ? headings.map(ofHeading) : groupsOf(group)
  if (group === undefined) found.filter(({ section }) => section === 0).forEach(add)
  for (const { key, title, number, has } of groups) {
    const [all, inside] = [rows.filter(has), found.filter(has)]
    // an own heading is a part of the agreement, also while it has no rows yet
    if (inside.length === 0 && (isFiltered || group !== undefined)) continue
    const isFolded = folded.has(key)
    const note = `${all.filter(({ line }) => line.state === 'accepted').length} of ${all.length} agreed`
    lines.push({ is: 'group', key: `group ${key}`, group: key, title, note, isFolded, ...(number && { number }) })
    if (!isFolded) inside.forEach(add)
  }
  return { lines, found, shown }
}

const ofHeading = ({ id, title }: TableRows['headings'][number]): Group => ({
  key: String(id),
  title,
  number: id,
  has: ({ section }) => section === id,
})

function groupsOf(group: TableGroup): readonly Group[] {
  if (group === 'state')
    return rowStates.map((state) => ({ key: state, title: stateTexts[state], has: ({ line }) => line.state === state }))
  const isOf = (row: TableRow, side: Side) => seenIn(row, `${side}_r`) === true
  const only = (side: Side): Group => ({
    key: side,
    title: `Responsible: ${sideTexts[side].toLowerCase()}`,
    has: (row) => isOf(row, side) && !isOf(row, otherSide(side)),
  })
  return [
    only('customer'),
    only('supplier'),
    { key: 'both', title: 'Both are responsible', has: (row) => isOf(row, 'customer') && isOf(row, 'supplier') },
    { key: 'nobody', title: 'Nobody is responsible', has: (row) => !isOf(row, 'customer') && !isOf(row, 'supplier') },
  ]
}

const searched = [
  'work_product',
  'iso_reference',
  'specific_document',
  'tailoring_justification',
  'deliverable_type',
  'level_of_confidentiality',
  'update_cycle',
  'criteria_for_exchange',
  'special_agreements',
  'status',
  'explanation_remarks_expected_content',
] as const

function hasWords(row: TableRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = [row.key, ...searched.map((field) => String(seenIn(row, field)))].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}
