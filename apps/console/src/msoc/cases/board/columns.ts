import type { BoardColumn, Case } from '@carapace/shared/msoc/cases/cases.contract'

/** The name of a column: its status, or its stage alone. */
export const columnKey = ({ stage, status }: Pick<BoardColumn, 'stage' | 'status'>): string => status?.uuid ?? stage

/** What brings a case into a column. */
export function changeFor({ stage, status }: Pick<BoardColumn, 'stage' | 'status'>) {
  return status === null ? { stage, status: null } : { status: status.uuid }
}

/**
 * The columns with a case in the one where it belongs now, and in no other; the latest first. A case that was on no
 * loaded page of the board is added: it has just moved there (rule CASE-UI-45 of ../SPEC.md).
 */
export function placed(columns: readonly BoardColumn[], row: Case): readonly BoardColumn[] {
  const key = columnKey(row)
  const known = columns.flatMap(({ cases }) => cases).find(({ uuid }) => uuid === row.uuid)
  // an older message must not undo a newer answer
  const latest = known !== undefined && known.revision > row.revision ? known : row
  return columns.map((column) => {
    const rest = column.cases.filter(({ uuid }) => uuid !== row.uuid)
    const had = rest.length < column.cases.length
    if (columnKey(column) !== (latest === row ? key : columnKey(latest)))
      return had ? { ...column, cases: rest, total: column.total - 1 } : column
    const cases = [...rest, latest].toSorted((a, b) => b.number - a.number)
    return { ...column, cases, total: had ? column.total : column.total + 1 }
  })
}

/** Only cases that the board shows are followed: whether a new one passes the filters, only the server knows. */
export function isShown(columns: readonly BoardColumn[], uuid: string): boolean {
  return columns.some(({ cases }) => cases.some((row) => row.uuid === uuid))
}

/** The case as it will be in the column, until the server answers. */
export function movedTo(row: Case, { stage, status }: Pick<BoardColumn, 'stage' | 'status'>): Case {
  return { ...row, stage, status }
}

/** The place of a card on the board. */
export interface Place {
  readonly column: number
  readonly row: number
}

/**
 * The card that a key goes to: the next or previous in the column, or the nearest in the next column that has any.
 * Undefined: there is none (rule CASE-UI-46).
 */
export function stepped(columns: readonly BoardColumn[], { column, row }: Place, key: string): Place | undefined {
  const down = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0
  if (down !== 0) {
    const next = row + down
    return next >= 0 && next < (columns[column]?.cases.length ?? 0) ? { column, row: next } : undefined
  }
  const sideways = key === 'l' || key === 'ArrowRight' ? 1 : key === 'h' || key === 'ArrowLeft' ? -1 : 0
  if (sideways === 0) return undefined
  for (let at = column + sideways; at >= 0 && at < columns.length; at += sideways) {
    const count = columns[at]?.cases.length ?? 0
    if (count > 0) return { column: at, row: Math.min(row, count - 1) }
  }
  return undefined
}
