import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { type ClipboardEvent, type ComponentProps, memo, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { type Laid, TableHead } from '../table/table-head.tsx'
import { useColumns } from '../table/use-columns.ts'
import { coveredAt, laidFrozen } from './frozen.ts'
import { type CellKeys, type GridActions, gridKeys } from './grid-keys.ts'
import { type GridColumn, type GridLine, textIn } from './grid-lines.ts'
import { cellId, type GridAround, GridRow } from './grid-row.tsx'
import { fold, useGrid, useGridStore } from './grid-store.ts'
import type { Selection } from './selection.ts'
import type { SheetContent } from './sheet-content.ts'
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
  /** Whether the user may change nothing. */
  readonly isReadOnly: boolean
  /** Keys that cells handle by themselves. */
  readonly onKey?: CellKeys
  /** The row that is open beside the grid. */
  readonly openKey: string | undefined
  readonly onOpen: (row: string) => void
}

const lead = { key: '@lead', title: '#', width: 52, render: () => null }
/** Two lines of text, px. */
const rowHeight = 41
const headHeight = 40

/**
 * A table as a spreadsheet: virtualised, moved in and changed by keys (rules SHEET-1 to SHEET-9). Within a
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
  isReadOnly,
  onKey,
  openKey,
  onOpen,
}: SheetGridProps<Entry, C>) {
  const store = useGridStore()
  const table = useRef<TableVirtuosoHandle>(null)
  const box = useRef<HTMLElement>(null)
  const { choice, resize, unsize } = useColumns(id, columns)
  const laid = useMemo(
    () => laidFrozen([lead, ...columns], [lead, ...shown], choice.widths, frozen + 1),
    [columns, shown, choice, frozen],
  )
  const latest = useRef({ lines, laid, shown })
  latest.current = { lines, laid, shown }
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
      lefts: new Map(laid.flatMap(({ column, left }) => (left === undefined ? [] : [[column.key, left] as const]))),
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
  const cursor = useGrid(({ selection, range }) => range && selection?.anchor)
  const clip = (event: ClipboardEvent, isCut: boolean) => {
    const { selection, editing } = store.getState()
    if (!selection || editing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', actions.copy(selection))
    if (isCut) void actions.clear(selection)
  }
  const head = <TableHead laid={laid} sort={undefined} onSort={undefined} onResize={resize} onUnsize={unsize} />
  return (
    <div className="dt sheet">
      <TableVirtuoso<GridLine<Entry>, GridAround<Entry, C>>
        ref={table}
        scrollerRef={(element) => {
          box.current = element as HTMLElement | null
        }}
        className="dt-rows"
        data={lines}
        context={around}
        components={parts}
        defaultItemHeight={rowHeight}
        fixedItemHeight={rowHeight}
        initialItemCount={Math.min(lines.length, 24)}
        computeItemKey={(_index, line) => line.key}
        fixedHeaderContent={() => head}
        itemContent={contentOf}
        increaseViewportBy={rowHeight * 6}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.length}
        aria-colcount={shown.length + 1}
        aria-multiselectable
        aria-activedescendant={cursor && cellId(cursor.row, cursor.column)}
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
    </div>
  )
}) as <Entry, C extends GridColumn>(props: SheetGridProps<Entry, C>) => ReactNode

interface Drawn {
  readonly lines: readonly GridLine<unknown>[]
  readonly laid: readonly Laid<never>[]
}

/** Scrolls so that the cell at the end of the selection is seen. */
function showCursor(
  { lines, laid }: Drawn,
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
  if (cell && scroller) keepInSight(scroller, cell, coveredAt(laid, head.column))
  else table.current?.scrollIntoView({ index })
}

function keepInSight(scroller: HTMLElement, cell: HTMLElement, covered: number | undefined): void {
  const [of, at] = [scroller.getBoundingClientRect(), cell.getBoundingClientRect()]
  const down = Math.max(0, at.bottom - (of.top + scroller.clientHeight))
  const up = Math.min(0, at.top - (of.top + headHeight))
  const right = covered === undefined ? 0 : Math.max(0, at.right - (of.left + scroller.clientWidth))
  const left = covered === undefined ? 0 : Math.min(0, at.left - (of.left + covered))
  if (down || up || right || left) scroller.scrollBy({ top: up || down, left: left || right })
}

function contentOf<Entry, C extends GridColumn>(
  _index: number,
  line: GridLine<Entry>,
  around: GridAround<Entry, C>,
): ReactNode {
  if (line.is === 'group') return <GroupCell line={line} span={around.columns.length + 1} />
  const entry = line.is === 'row' ? line.entry : undefined
  return <GridRow row={line.key} entry={entry} index={line.index} around={around} />
}

interface GroupCellProps {
  readonly line: GridLine<unknown> & { readonly is: 'group' }
  readonly span: number
}

function GroupCell({ line: { group, title, count, isFolded }, span }: GroupCellProps) {
  const store = useGridStore()
  return (
    <td role="gridcell" colSpan={span} className="sheet-group">
      <button type="button" tabIndex={-1} aria-expanded={!isFolded} onClick={() => fold(store, group)}>
        <span className="sheet-group-words">
          {isFolded ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
          <strong>{title}</strong>
          <span className="num sheet-group-count">{count}</span>
        </span>
      </button>
    </td>
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
