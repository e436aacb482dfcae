import { Button, Checkbox } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import {
  type ComponentProps,
  type CSSProperties,
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
} from 'react'
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { laidOut, type Sort } from '../../core/table/columns.ts'
import { TableHead } from '../../core/table/table-head.tsx'
import { useColumns } from '../../core/table/use-columns.ts'
import { useWidth } from '../../core/table/use-width.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import '../../core/table/table.css'
import { Cell } from './cell.tsx'
import { CellFilters } from './cell-filters.tsx'
import { type ArtefactColumn, groupOf, type Line } from './rows.ts'
import { type TableKeys, useTableKeys } from './table-keys.ts'
import { toggled, useTable, useTableStore } from './table-state.ts'
import '../graph.css'

interface ArtefactTableProps {
  /** The key under which the browser stores column widths and visibility. */
  readonly id: string
  readonly label: string
  readonly columns: readonly ArtefactColumn[]
  /** undefined: not loaded yet. */
  readonly lines: readonly Line[] | undefined
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  readonly onOpen: (row: Artefact) => void
  /** The row that is open in the drawer. */
  readonly openUuid: string | undefined
  /** Content that can be expanded below a row. */
  readonly below?: (row: Artefact) => ReactNode
  readonly problem: string | undefined
  readonly onRetry: () => void
  readonly empty: ReactElement
}

/**
 * A virtualised table of artefacts with groups: edited cell by cell, with keyboard navigation and selection (rules
 * GRAPH-UI-9 to GRAPH-UI-11).
 */
export function ArtefactTable(props: ArtefactTableProps) {
  const { id, label, columns, lines, sort, onSort, problem, onRetry, empty } = props
  const withLead = useMemo(() => [leadColumn, ...columns], [columns])
  const { shown, choice, resize, unsize } = useColumns(id, withLead)
  const [box, width] = useWidth()
  const laid = useMemo(() => laidOut(shown as readonly ArtefactColumn[], choice, width), [shown, choice, width])
  const head = <TableHead laid={laid} sort={sort} onSort={onSort} onResize={resize} onUnsize={unsize} />
  const whole = useRef<HTMLElement>(null)
  const measured = useCallback(
    (element: HTMLElement | null) => {
      whole.current = element
      return box(element)
    },
    [box],
  )
  return (
    <div ref={measured} className="dt gr-table" style={{ '--dt-row': '32px' } as CSSProperties}>
      <CellFilters list={whole} columns={columns} />
      {lines !== undefined && lines.length > 0 ? (
        <Lines {...props} lines={lines} laid={laid} head={head} />
      ) : (
        <>
          <div className="dt-alone">
            <table className="dt-table" role="table" aria-label={label}>
              <thead>{head}</thead>
            </table>
          </div>
          {lines === undefined && problem !== undefined && (
            <ErrorState title={`${label} did not load`} onRetry={onRetry}>
              {problem}
            </ErrorState>
          )}
          {lines === undefined && problem === undefined && (
            <SkeletonRows rows={16} columns={laid.map((each) => `${each.width - 16}px`)} />
          )}
          {lines !== undefined && empty}
        </>
      )}
    </div>
  )
}

/** The first column: selects a row, and expands the content below it. */
const leadColumn: ArtefactColumn = {
  key: '@lead',
  title: 'Selected',
  width: 46,
  always: true,
  isMute: true,
  render: () => null,
  text: () => '',
}

interface LinesProps extends ArtefactTableProps {
  readonly lines: readonly Line[]
  readonly laid: readonly { readonly column: ArtefactColumn; readonly width: number }[]
  readonly head: ReactElement
}

/** What a line needs to know of the table. Virtuoso passes it down, so that the component of a line stays the same. */
interface Around {
  readonly columns: readonly ArtefactColumn[]
  readonly below: ((row: Artefact) => ReactNode) | undefined
  readonly openUuid: string | undefined
  readonly keys: TableKeys
  readonly prefix: string
}

const linesUnmeasured = 24

function Lines({ label, lines, laid, head, below, onOpen, openUuid }: LinesProps) {
  const table = useRef<TableVirtuosoHandle>(null)
  const grid = useRef<HTMLElement>(null)
  const prefix = useId()
  const columns = useMemo(() => laid.map(({ column }) => column), [laid])
  const keys = useTableKeys({ lines, columns, table, grid, onOpen, hasBelow: below !== undefined })
  const around = useMemo(() => ({ columns, below, openUuid, keys, prefix }), [columns, below, openUuid, keys, prefix])
  const cursor = useTable((state) => state.cursor)
  useShownFirst(lines, openUuid, table)
  useFocusAfterDrawer(openUuid, grid)
  return (
    <TableVirtuoso<Line, Around>
      ref={table}
      scrollerRef={(element) => {
        grid.current = element as HTMLElement | null
      }}
      className="dt-rows"
      data={lines}
      context={around}
      components={parts}
      defaultItemHeight={32}
      initialItemCount={Math.min(lines.length, linesUnmeasured)}
      computeItemKey={(_index, line) => line.key}
      fixedHeaderContent={() => head}
      itemContent={contentOf}
      increaseViewportBy={320}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={lines.length}
      aria-activedescendant={cursor === undefined ? undefined : cellId(prefix, cursor.key, cursor.column)}
      onKeyDown={keys.onKeyDown}
    />
  )
}

const cellId = (prefix: string, key: string, column: string) => `${prefix}${key}${column}`

/** Returns the focus to the list when the drawer that had it closes. */
function useFocusAfterDrawer(openUuid: string | undefined, grid: RefObject<HTMLElement | null>): void {
  const before = useRef(openUuid)
  useEffect(() => {
    const isClosed = before.current !== undefined && openUuid === undefined
    before.current = openUuid
    if (isClosed && document.activeElement === document.body) grid.current?.focus({ preventScroll: true })
  }, [openUuid, grid])
}

/** Scrolls to the row of the open artefact, once the rows have loaded. */
function useShownFirst(
  lines: readonly Line[],
  openUuid: string | undefined,
  table: RefObject<TableVirtuosoHandle | null>,
): void {
  const store = useTableStore()
  // only when another artefact is opened: rows that move do not scroll the list
  const show = useEffectEvent((uuid: string | undefined) => {
    const index = uuid === undefined ? -1 : lines.findIndex(({ key }) => key === uuid)
    if (index < 0 || store.getState().cursor?.key === uuid) return
    store.setState({ cursor: { key: uuid!, column: 'title' } })
    table.current?.scrollIntoView({ index })
  })
  useEffect(() => show(openUuid), [openUuid])
}

function contentOf(_index: number, line: Line, { columns, below, keys, prefix }: Around): ReactNode {
  if (line.is === 'group') return <GroupCell line={line} span={columns.length} id={cellId(prefix, line.key, '')} />
  if (line.is === 'below')
    return (
      <td role="gridcell" colSpan={columns.length} className="gr-below">
        {below?.(line.row)}
      </td>
    )
  return columns.map((column) =>
    column.key === '@lead' ? (
      <LeadCell
        key={column.key}
        row={line.row}
        isOpen={line.isUnfolded ?? line.isOpen}
        turns={line.isUnfolded === undefined ? below && 'opened' : 'folded'}
      />
    ) : (
      <Cell
        key={column.key}
        id={cellId(prefix, line.key, column.key)}
        row={line.row}
        column={column}
        keys={keys}
        depth={column.key === 'title' ? line.depth : 0}
      />
    ),
  )
}

function GroupCell({
  line: { key, code, title, count, isFolded },
  span,
  id,
}: {
  readonly line: Line & { is: 'group' }
  readonly span: number
  readonly id: string
}) {
  const store = useTableStore()
  const fold = () => store.setState(({ folded }) => ({ folded: toggled(folded, groupOf(key)) }))
  return (
    <td role="gridcell" id={id} colSpan={span} className="gr-group">
      <button type="button" tabIndex={-1} aria-expanded={!isFolded} onClick={fold}>
        {isFolded ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
        {code !== '' && <span className="mono">{code}</span>}
        <strong>{title}</strong>
        <span className="num gr-count">{count}</span>
      </button>
    </td>
  )
}

interface LeadCellProps {
  readonly row: Artefact
  readonly isOpen: boolean
  /** What the row's arrow toggles: the content below the row, or its child rows; undefined: no arrow. */
  readonly turns: 'opened' | 'folded' | undefined
}

const LeadCell = memo(function LeadCell({ row, isOpen, turns }: LeadCellProps) {
  const store = useTableStore()
  const isSelected = useTable(({ selected }) => selected.has(row.uuid))
  const toggle = () => turns && store.setState((state) => ({ [turns]: toggled(state[turns], row.uuid) }))
  return (
    <td role="gridcell" className="gr-lead">
      <Checkbox
        className="gr-select"
        tabIndex={-1}
        aria-label={`Select ${row.code}`}
        checked={isSelected}
        onChange={() => store.setState(({ selected }) => ({ selected: toggled(selected, row.uuid) }))}
      />
      {turns && (
        <Button
          className="gr-fold"
          variant="minimal"
          size="small"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`Details below ${row.code}`}
          icon={isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          onClick={toggle}
        />
      )}
    </td>
  )
})

/** The grid is the scrolling box; the `<table>` in it is only for layout. */
const parts: TableComponents<Line, Around> = {
  Table: ({ context: _context, ...rest }) => <table {...rest} className="dt-table" role="presentation" />,
  TableHead: ({ context: _context, ...rest }) => <thead {...rest} role="rowgroup" />,
  TableBody: ({ context: _context, ...rest }) => <tbody {...rest} role="rowgroup" />,
  TableRow: OneLine,
}

type OneLineProps = ComponentProps<NonNullable<TableComponents<Line, Around>['TableRow']>>

function OneLine({ context: { openUuid }, item, ...rest }: OneLineProps) {
  const isCursor = useTable(({ cursor }) => cursor?.key === item.key)
  const isSelected = useTable(({ selected }) => item.is === 'row' && selected.has(item.row.uuid))
  const isOpen = item.is === 'row' && item.row.uuid === openUuid
  const classes = [
    `gr-line-${item.is}`,
    item.is === 'row' && 'dt-row',
    isCursor && 'dt-cursor',
    isSelected && 'gr-selected',
  ]
  return (
    <tr
      {...rest}
      role="row"
      aria-selected={item.is === 'row' ? isSelected || isOpen : undefined}
      className={classes.filter(Boolean).join(' ')}
    />
  )
}
