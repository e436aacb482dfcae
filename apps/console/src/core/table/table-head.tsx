import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons'
import type { PointerEvent } from 'react'
import { type Column, type Sort, sortAfter } from './columns.ts'

export interface Laid<Row> {
  readonly column: Column<Row>
  readonly width: number
  /** For a column that stays while the others scroll sideways: where it stays, px from the left. */
  readonly left?: number
}

interface TableHeadProps<Row> {
  readonly laid: readonly Laid<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
  readonly onResize: (key: string, width: number) => void
  readonly onUnsize: (key: string) => void
}

/** The headings: a click sorts, dragging the right edge resizes, a double click on the edge restores the width. */
export function TableHead<Row>({ laid, sort, onSort, onResize, onUnsize }: TableHeadProps<Row>) {
  return (
    <tr role="row" className="dt-head">
      {laid.map(({ column, width, left }) => (
        <th
          key={column.key}
          role="columnheader"
          style={{ width, left }}
          className={classOf(column, left)}
          {...sortedness(column, sort)}
        >
          <Heading column={column} sort={sort} onSort={onSort} />
          <span
            className="dt-edge"
            aria-hidden
            onPointerDown={(event) => follow(event, width, (now) => onResize(column.key, now))}
            onDoubleClick={() => onUnsize(column.key)}
          />
        </th>
      ))}
    </tr>
  )
}

function classOf<Row>({ numeric = false, headingClass }: Column<Row>, left: number | undefined): string | undefined {
  const classes = [numeric && 'dt-numeric', left !== undefined && 'dt-stays', headingClass].filter(Boolean)
  return classes.length === 0 ? undefined : classes.join(' ')
}

function sortedness<Row>({ key, sortable = false }: Column<Row>, sort: Sort | undefined) {
  if (!sortable) return {}
  if (sort?.key !== key) return { 'aria-sort': 'none' as const }
  return { 'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const) }
}

function Heading<Row>({
  column,
  sort,
  onSort,
}: Pick<TableHeadProps<Row>, 'sort' | 'onSort'> & { readonly column: Column<Row> }) {
  if (!column.sortable || !onSort)
    return (
      <span className="dt-title" title={column.title}>
        {column.heading ?? column.title}
      </span>
    )
  const Arrow = sort?.order === 'asc' ? ArrowUpIcon : ArrowDownIcon
  return (
    <button
      type="button"
      className="dt-title dt-sorts"
      title={column.title}
      onClick={() => onSort(sortAfter(sort, column))}
    >
      <span>{column.heading ?? column.title}</span>
      {sort?.key === column.key && <Arrow size={12} />}
    </button>
  )
}

/** Reports the width while the edge is dragged, until the pointer is released. */
function follow(event: PointerEvent<HTMLElement>, width: number, onWidth: (width: number) => void): void {
  if (event.button !== 0) return
  event.preventDefault()
  const edge: HTMLElement = event.currentTarget
  const start = event.clientX
  const done = new AbortController()
  edge.setPointerCapture(event.pointerId)
  edge.addEventListener('pointermove', ({ clientX }) => onWidth(width + clientX - start), { signal: done.signal })
  for (const end of ['pointerup', 'pointercancel'] as const)
    edge.addEventListener(end, () => done.abort(), { signal: done.signal })
}
