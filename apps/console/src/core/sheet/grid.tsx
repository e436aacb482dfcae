import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import {
  type ClipboardEvent,
  type ComponentProps,
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { type Laid, TableHead } from '../table/table-head.tsx'
import { useColumns } from '../table/use-columns.ts'
import { coveredAt, laidFrozen } from './frozen.ts'
import { type CellKeys, type GridActions, gridKeys } from './grid-keys.ts'
import { type GridColumn, type GridLine, textIn } from './grid-lines.ts'
import { cellId, type GridAround, GridRow, leadKey } from './grid-row.tsx'
import { fold, type GridState, useGridStore } from './grid-store.ts'
import type { Selection } from './selection.ts'
import type { SheetContent } from './sheet-content.ts'
import { useOverscan } from './overscan.ts'
import { useStuckGroup } from './stuck-group.ts'
import '../table/table.css'
import './sheet.css'

interface SheetGridProps<Entry, C extends GridColumn> {
  /** The key under which the browser stores column widths and visibility. */
  readonly id: string
  readonly label: string
  /** All columns, of which the user may hide some. */
  readonly columns: readonly C[]
  /** Those that are shown. */
  readonly shown: readonly C[]
  /** How many of all columns, from the left, stay while the others scroll sideways. */
  readonly frozen: number
  readonly lines: readonly GridLine<Entry>[]
  readonly content: SheetContent<Entry, C>
  readonly actions: GridActions
  /** How high the rows are: of two lines of text unless stated. */
  readonly look?: SheetLook
  /** What is above the titles of the columns, which has the height of a title: a row of its own. */
  readonly renderAbove?: (laid: readonly Laid<never>[]) => ReactNode
  /** Whether the user may change nothing. */
  readonly isReadOnly: boolean
  /** Keys that cells handle by themselves. */
  readonly onKey?: CellKeys
  /** The row that is open beside the grid. */
  readonly openKey: string | undefined
  readonly onOpen: (row: string) => void
}

/** The heights of rows and of the titles, px. */
const looks = { 'two-lines': { row: 41, head: 40, lead: 52 }, 'one-line': { row: 32, head: 28, lead: 40 } } as const
type SheetLook = keyof typeof looks
const aboveHeight = 28

/**
 * A table as a spreadsheet: virtualised, moved in and changed by keys (rules SHEET-1 to SHEET-10). Within a
 * `GridProvider`, whose store has the order of the lines.
 */
export const SheetGrid = memo(function SheetGrid<Entry, C extends GridColumn>({
  id,
  label,
  columns,
  shown,
  frozen,
  lines,
  content,
  actions,
  look = 'two-lines',
  renderAbove,
  isReadOnly,
  onKey,
  openKey,
  onOpen,
}: SheetGridProps<Entry, C>) {
  const store = useGridStore()
  const table = useRef<TableVirtuosoHandle>(null)
  const box = useRef<HTMLElement>(null)
  const { choice, resize, unsize } = useColumns(id, columns)
  // the same function each time: for another one the table measures itself again
  const keepBox = useCallback((element: HTMLElement | Window | null) => {
    box.current = element as HTMLElement | null
  }, [])
  const heights = looks[look]
  const headHeight = heights.head + (renderAbove ? aboveHeight : 0)
  const laid = useMemo(() => {
    const lead = { key: leadKey, title: content.leadTitle ?? '#', width: heights.lead, render: () => null }
    return laidFrozen([lead, ...columns], [lead, ...shown], choice.widths, frozen + 1)
  }, [columns, shown, choice, frozen, content, heights])
  const overscan = useOverscan(lines.length)
  const covered = headHeight + (lines.some(({ is }) => is === 'group') ? heights.row : 0)
  const latest = useRef({ lines, laid, shown, covered })
  latest.current = { lines, laid, shown, covered }
  const keys = useMemo(() => {
    const columnAt = (key: string) => latest.current.shown.find((one) => one.key === key)
    const textAt = ({ anchor }: Selection) => {
      const line = latest.current.lines.find(({ key }) => key === anchor.row)
      const column = columnAt(anchor.column)
      return line?.is === 'row' && column ? textIn(content.cellIn(line.entry, column), column) : ''
    }
    return gridKeys({
      grid: store,
      actions,
      isWritable: (key) => !isReadOnly && (columnAt(key)?.isWritable ?? false),
      newKey: content.adding?.newKey,
      onKey,
      onOpen,
      textAt,
      onMove: () => showCursor(latest.current, store.getState().selection, table, box),
      focus: () => box.current?.focus({ preventScroll: true }),
    })
  }, [store, actions, isReadOnly, onOpen, onKey, content])
  const around = useMemo<GridAround<Entry, C>>(
    () => ({
      content,
      columns: shown,
      places: new Map(laid.map(({ column, width, left }) => [column.key, { width, left }] as const)),
      keys,
      openKey,
      onPoint: (spot, how) => {
        keys.settle()
        const before = store.getState().selection
        if (how === 'start' || !before) keys.go({ anchor: spot, head: spot })
        else keys.go({ anchor: before.anchor, head: spot })
        if (how !== 'over') box.current?.focus({ preventScroll: true })
      },
    }),
    [content, shown, laid, keys, openKey, store],
  )
  useEffect(() => {
    const column = latest.current.shown[0]?.key
    if (openKey === undefined || column === undefined) return
    const spot = { row: openKey, column }
    showCursor(latest.current, { anchor: spot, head: spot }, table, box)
  }, [openKey])
  useNamedCursor(box)
  const clip = (event: ClipboardEvent, isCut: boolean) => {
    const { selection, editing } = store.getState()
    if (!selection || editing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', actions.copy(selection))
    if (isCut) void actions.clear(selection)
  }
  const renderHead = useCallback(
    () => (
      <>
        {renderAbove?.(laid)}
        <TableHead laid={laid} sort={undefined} onSort={undefined} onResize={resize} onUnsize={unsize} />
      </>
    ),
    [renderAbove, laid, resize, unsize],
  )
  return (
    <div
      className={`dt sheet sheet-${look}`}
      style={
        {
          '--sheet-row': `${heights.row}px`,
          '--sheet-head': `${headHeight}px`,
          '--sheet-width': `${laid.reduce((sum, { width }) => sum + width, 0)}px`,
        } as CSSProperties
      }
    >
      <TableVirtuoso<GridLine<Entry>, GridAround<Entry, C>>
        ref={table}
        scrollerRef={keepBox}
        className="dt-rows"
        data={lines}
        context={around}
        components={parts}
        defaultItemHeight={heights.row}
        fixedItemHeight={heights.row}
        initialItemCount={Math.min(lines.length, rowsAtOnce)}
        computeItemKey={(_index, line) => line.key}
        fixedHeaderContent={renderHead}
        itemContent={contentOf}
        increaseViewportBy={heights.row * overscan}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.length}
        aria-colcount={shown.length + 1}
        aria-multiselectable
        onKeyDown={keys.onKeyDown}
        onCopy={(event) => clip(event, false)}
        onCut={(event) => clip(event, true)}
        onPaste={(event) => {
          const { selection, editing } = store.getState()
          if (!selection || editing) return
          event.preventDefault()
          void actions.paste(selection, event.clipboardData.getData('text/plain'))
        }}
      />
      {/* behind the table, whose scrolled box it looks at once both are mounted */}
      <StuckGroup box={box} lines={lines} rowHeight={heights.row} />
    </div>
  )
}) as <Entry, C extends GridColumn>(props: SheetGridProps<Entry, C>) => ReactNode

interface StuckGroupProps {
  readonly box: RefObject<HTMLElement | null>
  readonly lines: readonly GridLine<unknown>[]
  readonly rowHeight: number
}

/** It alone is drawn again while the grid is scrolled. */
function StuckGroup({ box, lines, rowHeight }: StuckGroupProps) {
  const stuck = useStuckGroup(box, lines, rowHeight)
  if (!stuck) return null
  const { line, width } = stuck
  return (
    <div className="sheet-stuck" style={{ width }} aria-hidden>
      {line.number !== undefined && <span className="num sheet-stuck-number">{line.number}</span>}
      <GroupWords line={line} />
    </div>
  )
}

/** Names the cell at the cursor for screen readers; a move draws the two cells only, not the grid. */
function useNamedCursor(box: RefObject<HTMLElement | null>): void {
  const store = useGridStore()
  useEffect(() => {
    const name = ({ selection, range }: GridState) => {
      const cursor = range && selection?.anchor
      if (cursor) box.current?.setAttribute('aria-activedescendant', cellId(cursor.row, cursor.column))
      else box.current?.removeAttribute('aria-activedescendant')
    }
    name(store.getState())
    return store.subscribe(name)
  }, [store, box])
}

/** Rows that are drawn before the height of the table is known: the first come sooner, the others a frame later. */
const rowsAtOnce = 12

interface Drawn {
  readonly lines: readonly GridLine<unknown>[]
  readonly laid: readonly Laid<never>[]
  /** What covers the rows at the top: the titles, and the head of a group that stays. px. */
  readonly covered: number
}

/** Scrolls so that the cell at the end of the selection is seen. */
function showCursor(
  { lines, laid, covered }: Drawn,
  selection: Selection | undefined,
  table: RefObject<TableVirtuosoHandle | null>,
  box: RefObject<HTMLElement | null>,
): void {
  if (!selection) return
  const { head } = selection
  const index = lines.findIndex(({ key }) => key === head.row)
  if (index < 0) return
  const scroller = box.current
  const cell = document.getElementById(cellId(head.row, head.column))
  // a row that is drawn scrolls by itself, also sideways, and below the headings and beside the columns that stay
  if (cell && scroller) keepInSight(scroller, cell, covered, coveredAt(laid, head.column))
  else table.current?.scrollIntoView({ index })
}

function keepInSight(scroller: HTMLElement, cell: HTMLElement, above: number, covered: number | undefined): void {
  const [of, at] = [scroller.getBoundingClientRect(), cell.getBoundingClientRect()]
  const down = Math.max(0, at.bottom - (of.top + scroller.clientHeight))
  const up = Math.min(0, at.top - (of.top + above))
  const right = covered === undefined ? 0 : Math.max(0, at.right - (of.left + scroller.clientWidth))
  const left = covered === undefined ? 0 : Math.min(0, at.left - (of.left + covered))
  if (down || up || right || left) scroller.scrollBy({ top: up || down, left: left || right })
}

function contentOf<Entry, C extends GridColumn>(
  _index: number,
  line: GridLine<Entry>,
  around: GridAround<Entry, C>,
): ReactNode {
  if (line.is === 'group') return <GroupCell line={line} around={around} />
  const entry = line.is === 'row' ? line.entry : undefined
  return <GridRow row={line.key} entry={entry} index={line.index} around={around} />
}

type GroupLine = GridLine<unknown> & { readonly is: 'group' }

interface GroupCellProps<Entry, C extends GridColumn> {
  readonly line: GroupLine
  readonly around: GridAround<Entry, C>
}

function GroupCell<Entry, C extends GridColumn>({ line, around }: GroupCellProps<Entry, C>) {
  const store = useGridStore()
  const { group, number, isFolded } = line
  const { columns, content, places } = around
  const spanned = columns.length + (number === undefined ? 1 : 0)
  return (
    <>
      {number !== undefined && (
        <td className="sheet-lead sheet-lead-group num" style={places.get(leadKey)}>
          {number}
        </td>
      )}
      <td role="gridcell" aria-colspan={spanned} className="sheet-group">
        <span className="sheet-group-head">
          <button type="button" tabIndex={-1} aria-expanded={!isFolded} onClick={() => fold(store, group)}>
            <GroupWords line={line} />
          </button>
          {content.besideGroup?.(group)}
        </span>
      </td>
    </>
  )
}

function GroupWords({ line: { title, note, isFolded } }: { readonly line: GroupLine }) {
  return (
    <span className="sheet-group-words">
      {isFolded ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
      <strong>{title}</strong>
      <span className="num sheet-group-count">{note}</span>
    </span>
  )
}

type OfTable = TableComponents<GridLine<unknown>>
type Rest<Name extends 'Table' | 'TableHead' | 'TableBody' | 'TableRow'> = ComponentProps<NonNullable<OfTable[Name]>>

const parts = {
  Table: ({ context: _context, ...rest }: Rest<'Table'>) => (
    <table {...rest} className="dt-table sheet-table" role="presentation" />
  ),
  TableHead: ({ context: _context, ...rest }: Rest<'TableHead'>) => <thead {...rest} role="rowgroup" />,
  TableBody: ({ context: _context, ...rest }: Rest<'TableBody'>) => <tbody {...rest} role="rowgroup" />,
  TableRow: ({ context: _context, item, ...rest }: Rest<'TableRow'>) => (
    <tr {...rest} role="row" className={item.is === 'new' ? 'sheet-row sheet-row-new' : 'sheet-row'} />
  ),
}
