import type { Agreement, Draft, SheetRow } from '@carapace/shared/interface-agreement/agreements.contract'
import type { MarkConflict } from '@carapace/shared/interface-agreement/marks'
import { conflictsOf } from '@carapace/shared/interface-agreement/marks'
import { otherSide, type RowField, type Side, type WorkProductRow } from '@carapace/shared/interface-agreement/row'
import type { Here } from '../use-agreement.ts'

export type Value = string | boolean

/** A work product as the own side sees it. */
export interface TableRow {
  readonly key: string
  readonly id: number
  /** The heading above it: its number; 0: there is none. */
  readonly section: number
  readonly side: Side
  /** Agreed values, open proposals, and what lies beside. */
  readonly line: SheetRow & { readonly row: WorkProductRow }
  /** What the own side has typed and not sent. */
  readonly drafts: ReadonlyMap<RowField, Draft>
  /** Who else edits it now. */
  readonly editors: readonly Here[]
  /** What is contradictory about its marks, as the own side sees them. */
  readonly conflicts: readonly MarkConflict[]
}

export interface Heading {
  readonly id: number
  readonly title: string
}

export interface TableRows {
  readonly headings: readonly Heading[]
  readonly rows: readonly TableRow[]
}

/** What the own side sees in a cell: what it typed, else its open proposal, else the agreed value. */
export function seenIn({ drafts, line, side }: Pick<TableRow, 'drafts' | 'line' | 'side'>, field: RowField): Value {
  return drafts.get(field)?.value ?? line.open[side]?.changes[field] ?? line.row[field]
}

/** What the other side proposes for a cell; undefined: nothing. */
export function theirsIn({ line, side }: Pick<TableRow, 'line' | 'side'>, field: RowField): Value | undefined {
  return line.open[otherSide(side)]?.changes[field]
}

/**
 * Whose value a cell shows: `typed` by the own side and not sent, `sent` as its proposal, `theirs`: proposed by the
 * other side, `agreed`, or `hidden` from this person (rule AGREEMENT-UI-41).
 */
export type CellState = 'typed' | 'sent' | 'theirs' | 'agreed' | 'hidden'

export function cellStateOf(row: TableRow, field: RowField): CellState {
  if (row.line.hidden.includes(field)) return 'hidden'
  if (row.drafts.has(field)) return 'typed'
  if (row.line.open[row.side]?.changes[field] !== undefined) return 'sent'
  return theirsIn(row, field) === undefined ? 'agreed' : 'theirs'
}

/** How many fields the other side proposes for a row. */
export const proposedIn = ({ line, side }: Pick<TableRow, 'line' | 'side'>): number =>
  Object.keys(line.open[otherSide(side)]?.changes ?? {}).length

/** Whether the own side may agree to a row as it is: nothing is open or typed for it (rule AGREEMENT-7). */
export const mayAgreeTo = ({ line, side, drafts }: TableRow): boolean =>
  !line.open.customer && !line.open.supplier && drafts.size === 0 && !line.accepted_by.includes(side)

type Shown = Pick<Agreement, 'sheet' | 'drafts' | 'side'>

/** Reads the rows of an agreement; a part of which nothing changed is the same object as before. */
export function rowReader(): (agreement: Shown, people: readonly Here[]) => TableRows {
  let known = new Map<number, { readonly row: TableRow; readonly line: SheetRow; readonly of: string }>()
  let whole: TableRows = { headings: [], rows: [] }
  return ({ sheet, drafts, side }, people) => {
    const draftsOf = Map.groupBy(drafts, ({ row }) => row)
    const editorsOf = Map.groupBy(people, ({ row }) => row)
    const next: typeof known = new Map()
    const headings: Heading[] = []
    const rows: TableRow[] = []
    for (const line of sheet) {
      const { id } = line.row
      if (line.row.is_heading) {
        headings.push({ id, title: line.row.title })
        continue
      }
      const [typed, editors] = [draftsOf.get(id) ?? [], editorsOf.get(id) ?? []]
      const section = headings.at(-1)?.id ?? 0
      // not when it was typed: nothing shows that
      const of = JSON.stringify([
        side,
        section,
        typed.map(({ field, value, author }) => [field, value, author]),
        editors,
      ])
      const before = known.get(id)
      const row =
        before?.line === line && before.of === of
          ? before.row
          : rowOf({ ...line, row: line.row }, { side, section, typed, editors })
      next.set(id, { row, line, of })
      rows.push(row)
    }
    known = next
    const isOfSameHeadings = JSON.stringify(whole.headings) === JSON.stringify(headings)
    if (!isOfSameHeadings || !isSame(whole.rows, rows))
      whole = { headings: isOfSameHeadings ? whole.headings : headings, rows }
    return whole
  }
}

const isSame = <T>(one: readonly T[], other: readonly T[]) =>
  one.length === other.length && one.every((each, at) => each === other[at])

interface Around {
  readonly side: Side
  readonly section: number
  readonly typed: readonly Draft[]
  readonly editors: readonly Here[]
}

function rowOf(line: TableRow['line'], { side, section, typed, editors }: Around): TableRow {
  const { id } = line.row
  const drafts = new Map(typed.map((draft) => [draft.field, draft]))
  const seen = {
    ...line.row,
    ...line.open[side]?.changes,
    ...Object.fromEntries(typed.map((one) => [one.field, one.value])),
  }
  return { key: String(id), id, section, side, line, drafts, editors, conflicts: conflictsOf(seen) }
}
