import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { TableVirtuoso } from 'react-virtuoso'

/** Up to this number of rows, all are rendered at once; above it, only the visible ones. */
const drawnAtOnce = 300

/** A long table does not know its own height, so its box sets it: an inline style has priority over a class. */
const longBox = { height: 'max(320px, 55vh)' }

interface EvidenceTableProps<Row, Context> {
  readonly label: string
  /** Classes of the box: `am-frames` or `am-events`, and its tone. */
  readonly className: string
  readonly head: ReactNode
  readonly rows: readonly Row[]
  /** Renders the cells of a row. */
  readonly cells: (row: Row, index: number, context: Context) => ReactNode
  /** Further data that the cells need. */
  readonly context?: Context
  readonly isOwn?: (row: Row) => boolean
  /** The index of the row that is scrolled to first. */
  readonly openAt?: number
}

/** Evidence rows in a scrollable box, for any number of rows (rule QUEUE-76). */
export function EvidenceTable<Row, Context = undefined>(props: EvidenceTableProps<Row, Context>) {
  return props.rows.length <= drawnAtOnce ? <PlainTable {...props} /> : <LongTable {...props} />
}

function PlainTable<Row, Context>({
  label,
  className,
  head,
  rows,
  cells,
  context,
  isOwn,
  openAt,
}: EvidenceTableProps<Row, Context>) {
  return (
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>{head}</thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={index}
              className={isOwn?.(row) === true ? 'am-own' : undefined}
              ref={index === openAt ? toTheMiddle : undefined}
            >
              {cells(row, index, context as Context)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Scrolls only the box: `scrollIntoView` would also scroll the drawer. */
function toTheMiddle(row: HTMLElement | null): void {
  const box = row?.closest('[role=region]')
  if (row && box) box.scrollTop = row.offsetTop - box.clientHeight / 2 + row.offsetHeight / 2
}

interface LongContext<Row, Context> {
  readonly inCells: Context
  readonly isOwn: ((row: Row) => boolean) | undefined
}

function LongTable<Row, Context>({
  label,
  className,
  head,
  rows,
  cells,
  context,
  isOwn,
  openAt = 0,
}: EvidenceTableProps<Row, Context>) {
  const shared = useMemo((): LongContext<Row, Context> => ({ inCells: context as Context, isOwn }), [context, isOwn])
  return (
    <TableVirtuoso<Row, LongContext<Row, Context>>
      className={className}
      style={longBox}
      role="region"
      aria-label={label}
      data={rows}
      context={shared}
      components={{ TableRow: LongRow }}
      fixedHeaderContent={() => head}
      itemContent={(index, row, { inCells }) => cells(row, index, inCells)}
      initialTopMostItemIndex={openAt > 0 ? { index: openAt, align: 'center' } : 0}
      increaseViewportBy={400}
    />
  )
}

interface LongRowProps extends ComponentProps<'tr'> {
  readonly item: unknown
  readonly context: LongContext<never, unknown>
}

function LongRow({ item, context: { isOwn }, ...props }: LongRowProps) {
  return <tr {...props} className={isOwn?.(item as never) === true ? 'am-own' : undefined} />
}
