import type { ReactNode } from 'react'

/** A column of a table: its title, its width, and its content. */
export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** What its heading shows where the title has no room. */
  readonly heading?: string
  /** Further classes of its heading, with a blank between them. */
  readonly headingClass?: string
  /** px, until the user drags the edge. */
  readonly width: number
  /** Its share of the remaining width. */
  readonly grow?: number
  readonly numeric?: boolean
  readonly mono?: boolean
  readonly sortable?: boolean
  /** Cannot be hidden. */
  readonly always?: boolean
  /** Hidden until the user chooses it. */
  readonly extra?: boolean
  /** When there is not enough room, the column with the highest number is hidden first; without a number it stays. */
  readonly priority?: number
  readonly render: (row: Row) => ReactNode
  /** The cell as text: for its tooltip, and for files. */
  readonly text?: (row: Row) => string
}

/** The user's choice for one table. */
export interface Choice {
  /** Columns that the user turned on or off; the others have their default. */
  readonly shown: Readonly<Record<string, boolean>>
  /** px, by column. */
  readonly widths: Readonly<Record<string, number>>
}

export const nothingChosen: Choice = { shown: {}, widths: {} }

const leastWidth = 40
const mostWidth = 1_200

/** The columns to show, in their order (rule TABLE-1). */
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
 * The shown columns with their widths in a room of the given width, px: columns are hidden by priority before any
 * shrinks (rules TABLE-2, TABLE-3).
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

/** A dragged width, kept within limits. */
export function bounded(width: number): number {
  return Math.round(Math.max(leastWidth, Math.min(mostWidth, width)))
}

export interface Sort {
  readonly key: string
  readonly order: 'asc' | 'desc'
}

/**
 * The sort order after a click on a heading: numbers start with the greatest, words with the first; a second click
 * reverses the order (rule TABLE-4).
 */
export function sortAfter(
  sort: Sort | undefined,
  { key, numeric = false }: Pick<Column<never>, 'key' | 'numeric'>,
): Sort {
  if (sort?.key === key) return { key, order: sort.order === 'asc' ? 'desc' : 'asc' }
  return { key, order: numeric ? 'desc' : 'asc' }
}
