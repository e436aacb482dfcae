import type { ReactNode } from 'react'

/** A column of a table: what it is called, how wide it is, what it shows. */
export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** px, until somebody drags it. */
  readonly width: number
  /** Its share of the room that is left over. */
  readonly grow?: number
  readonly numeric?: boolean
  readonly mono?: boolean
  readonly sortable?: boolean
  /** Cannot be hidden. */
  readonly always?: boolean
  /** Hidden until somebody asks for it. */
  readonly extra?: boolean
  /** Where the room does not do, the column with the highest number goes first; without a number it stays. */
  readonly priority?: number
  readonly render: (row: Row) => ReactNode
  /** The cell in words: its tooltip, and for files. */
  readonly text?: (row: Row) => string
}

/** What somebody chose for one table. */
export interface Choice {
  /** Columns that were turned on or off; the others are as they come. */
  readonly shown: Readonly<Record<string, boolean>>
  /** px, by column. */
  readonly widths: Readonly<Record<string, number>>
}

export const nothingChosen: Choice = { shown: {}, widths: {} }

const leastWidth = 40
const mostWidth = 1_200

/** The columns that are asked for, in their order (rule TABLE-1). */
export function shownOf<C extends Pick<Column<never>, 'key' | 'always' | 'extra'>>(
  columns: readonly C[],
  { shown }: Choice,
): readonly C[] {
  return columns.filter(({ key, always, extra }) => always || (shown[key] ?? !extra))
}

interface Laid<C> {
  readonly column: C
  readonly width: number
}

/**
 * The shown columns with their widths in a room so many px wide: columns go by priority before any is squeezed (rules
 * TABLE-2, TABLE-3).
 */
export function laidOut<C extends Pick<Column<never>, 'key' | 'width' | 'grow' | 'priority'>>(
  columns: readonly C[],
  { widths }: Choice,
  room: number,
): readonly Laid<C>[] {
  const wish = (column: C) => widths[column.key] ?? column.width
  const fitting = thatFit(columns, wish, room)
  const left = Math.max(0, room - sum(fitting.map(wish)))
  const shares = sum(fitting.map(({ key, grow = 0 }) => (key in widths ? 0 : grow)))
  return fitting.map((column) => {
    const share = shares === 0 || column.key in widths ? 0 : (column.grow ?? 0) / shares
    return { column, width: wish(column) + Math.floor(left * share) }
  })
}

function thatFit<C extends Pick<Column<never>, 'priority'>>(
  columns: readonly C[],
  wish: (column: C) => number,
  room: number,
): readonly C[] {
  if (room === 0 || sum(columns.map(wish)) <= room) return columns
  const first = columns.reduce<C | undefined>(
    (most, column) => ((column.priority ?? 0) > (most?.priority ?? 0) ? column : most),
    undefined,
  )
  return first === undefined
    ? columns
    : thatFit(
        columns.filter((column) => column !== first),
        wish,
        room,
      )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** A width as somebody dragged it, kept within reason. */
export function bounded(width: number): number {
  return Math.round(Math.max(leastWidth, Math.min(mostWidth, width)))
}

export interface Sort {
  readonly key: string
  readonly order: 'asc' | 'desc'
}

/**
 * What a click on a heading asks for: numbers begin with the greatest, words with the first; a second click turns it
 * round (rule TABLE-4).
 */
export function sortAfter(
  sort: Sort | undefined,
  { key, numeric = false }: Pick<Column<never>, 'key' | 'numeric'>,
): Sort {
  if (sort?.key === key) return { key, order: sort.order === 'asc' ? 'desc' : 'asc' }
  return { key, order: numeric ? 'desc' : 'asc' }
}
