import type { Severity } from '@carapace/shared/msoc/severity'
import {
  type ComponentProps,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { ErrorState } from '../ui/error-state.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { type Column, laidOut, type Sort } from './columns.ts'
import { type Laid, TableHead } from './table-head.tsx'
import { useColumns } from './use-columns.ts'
import { type RowKey, useCursor } from './use-cursor.ts'
import { useWidth } from './use-width.ts'
import './table.css'

export type { Column } from './columns.ts'
export { ColumnChoice } from './column-choice.tsx'

interface DataTableProps<Row> {
  /** The key for the widths and columns that this browser remembers. */
  readonly id: string
  readonly label: string
  /** Keep the same array between renders. */
  readonly columns: readonly Column<Row>[]
  /** undefined: not loaded yet. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  readonly onOpen?: (row: Row) => void
  /** The last row came into view: load more. */
  readonly onEnd?: () => void
  /** Called with the indexes of the rows that are drawn now. */
  readonly onView?: (first: number, last: number) => void
  /** Called whenever the first row comes into view or leaves it. */
  readonly onTop?: (top: boolean) => void
  /** Scrolls to the first row whenever this changes. */
  readonly toTop?: number
  readonly severityOf?: (row: Row) => Severity | undefined
  readonly isStale?: (row: Row) => boolean
  /** Why the rows did not load. */
  readonly problem?: string
  readonly onRetry?: () => void
  readonly empty: ReactElement
  readonly rowHeight?: 28 | 32
  /** The row that is open elsewhere on the screen. */
  readonly selectedKey?: string
  /** Whether a row is one of several that are selected. */
  readonly isSelected?: (row: Row) => boolean
  /** Further keys that act on the row of the cursor. */
  readonly rowKeys?: readonly RowKey<Row>[]
}

/**
 * A table with any number of rows: only visible rows are drawn. The headings sort, resize and choose columns; keys move
 * through the rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, columns, sort, onSort, rows, problem, onRetry, label, empty, rowHeight = 32 } = props
  const { shown, choice, resize, unsize } = useColumns(id, columns)
  const [box, width] = useWidth()
  const laid = useMemo(() => laidOut(shown, choice, width), [shown, choice, width])
  const head = <TableHead laid={laid} sort={sort} onSort={onSort} onResize={resize} onUnsize={unsize} />

  return (
    <div ref={box} className="dt" style={{ '--dt-row': `${rowHeight}px` } as CSSProperties}>
      {rows !== undefined && rows.length > 0 ? (
        <Rows {...props} rows={rows} laid={laid} head={head} />
      ) : (
        <>
          <HeadAlone head={head} label={label} />
          {problem !== undefined && (
            <ErrorState title={`${label} did not load`} onRetry={() => onRetry?.()}>
              {problem}
            </ErrorState>
          )}
          {problem === undefined &&
            (rows ? (
              empty
            ) : (
              <SkeletonRows rows={16} columns={laid.map((each) => `${each.width - 16}px`)} rowHeight={rowHeight} />
            ))}
        </>
      )}
    </div>
  )
}

function HeadAlone({ head, label }: { readonly head: ReactElement; readonly label: string }) {
  return (
    <div className="dt-alone">
      <table className="dt-table" role="table" aria-label={label}>
        <thead>{head}</thead>
      </table>
    </div>
  )
}

/** The number of rows drawn before it is known how many fit. */
const rowsUnmeasured = 24

interface RowsProps<Row> extends DataTableProps<Row> {
  readonly rows: readonly Row[]
  readonly laid: readonly Laid<Row>[]
  readonly head: ReactElement
}

/** The context of a row. Virtuoso passes it down, so that a row's component never changes its identity. */
interface Around<Row> {
  readonly props: RowsProps<Row>
  readonly cursor: string | undefined
  readonly pointAt: (key: string) => void
  readonly rowId: (key: string) => string
}

function Rows<Row>(props: RowsProps<Row>) {
  const { rows, keyOf, onOpen, onEnd, onView, onTop, toTop, head, label, rowHeight = 32, rowKeys } = props
  const table = useRef<TableVirtuosoHandle>(null)
  const prefix = useId()
  const cursor = useCursor({ rows, keyOf, onOpen, table, rowKeys })
  useEffect(() => table.current?.scrollToIndex(0), [toTop])
  const rowId = (key: string) => `${prefix}${key}`
  // a filter may have removed the row of the cursor
  const activeKey = rows.some((row) => keyOf(row) === cursor.key) ? cursor.key : undefined
  const around: Around<Row> = { props, cursor: cursor.key, pointAt: cursor.pointAt, rowId }

  return (
    <TableVirtuoso<Row, Around<Row>>
      ref={table}
      className="dt-rows"
      data={rows}
      context={around}
      components={parts as TableComponents<Row, Around<Row>>}
      fixedItemHeight={rowHeight}
      // until the box is measured nothing would be drawn below the headings
      initialItemCount={Math.min(rows.length, rowsUnmeasured)}
      computeItemKey={(_index, row) => keyOf(row)}
      fixedHeaderContent={() => head}
      itemContent={cellsOf}
      endReached={() => onEnd?.()}
      rangeChanged={({ startIndex, endIndex }) => onView?.(startIndex, endIndex)}
      atTopStateChange={(top) => onTop?.(top)}
      increaseViewportBy={320}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={activeKey === undefined ? undefined : rowId(activeKey)}
      onKeyDown={cursor.onKeyDown}
    />
  )
}

function cellsOf<Row>(_index: number, row: Row, { props: { laid } }: Around<Row>): ReactNode {
  return laid.map(({ column }) => (
    <td key={column.key} role="gridcell" className={classOf(column)} title={column.text?.(row)}>
      {column.render(row)}
    </td>
  ))
}

function classOf({ numeric, mono }: Column<never>): string | undefined {
  return [numeric && 'dt-numeric num', mono && 'mono'].filter(Boolean).join(' ') || undefined
}

/** The table's elements have roles: the scrolling box is the grid, and the `<table>` in it is presentational. */
const parts: TableComponents<unknown, Around<unknown>> = {
  Table: ({ context: _context, ...rest }) => <table {...rest} className="dt-table" role="presentation" />,
  TableHead: ({ context: _context, ...rest }) => <thead {...rest} role="rowgroup" />,
  TableBody: ({ context: _context, ...rest }) => <tbody {...rest} role="rowgroup" />,
  TableRow: OneRow,
}

type OneRowProps = ComponentProps<NonNullable<TableComponents<unknown, Around<unknown>>['TableRow']>>

function OneRow({ context, item, ...rest }: OneRowProps) {
  const { props, cursor, pointAt, rowId } = context
  const { keyOf, severityOf, isStale, selectedKey, isSelected, onOpen } = props
  const key = keyOf(item)
  const severity = severityOf?.(item)
  const classes = [
    'dt-row',
    severity && `dt-tint-${severity}`,
    isStale?.(item) && 'dt-stale',
    key === cursor && 'dt-cursor',
    onOpen && 'dt-opens',
  ]
  return (
    <tr
      {...rest}
      id={rowId(key)}
      role="row"
      aria-selected={key === selectedKey || isSelected?.(item) === true}
      className={classes.filter(Boolean).join(' ')}
      onClick={(event) => {
        pointAt(key)
        if (!isControl(event.target)) onOpen?.(item)
      }}
    />
  )
}

/** Whether a click is not for the row: a link or a button in a cell acts itself, and selecting text opens nothing. */
function isControl(target: EventTarget): boolean {
  return (
    (target instanceof Element && target.closest('a, button, input, label') !== null) ||
    getSelection()?.isCollapsed === false
  )
}
