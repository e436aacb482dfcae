import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { type ClipboardEvent, type ComponentProps, memo, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { TableHead } from '../../core/table/table-head.tsx'
import { useColumns } from '../../core/table/use-columns.ts'
import { toggled } from '../../graph/table/table-state.ts'
import type { Column } from '../../core/table/columns.ts'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { type SheetColumn, valueIn } from './columns.ts'
import { gridKeys } from './grid-keys.ts'
import { cellId, type GridAround, GridRow } from './grid-row.tsx'
import { useGrid, useGridStore } from './grid-store.ts'
import type { SheetLine } from './lines.ts'
import { optionsFor } from './options.ts'
import type { Selection, Spot } from './selection.ts'
import type { SheetActions } from './sheet-actions.ts'
import { type GridLine, type SheetView, textOf } from './shown.ts'
import '../../core/table/table.css'
import './worksheet.css'

interface WorksheetGridProps {
  /** The key under which the browser stores column widths and visibility. */
  readonly id: string
  readonly label: string
  /** All columns, of which the user may hide some. */
  readonly columns: readonly SheetColumn[]
  /** Those that are shown. */
  readonly shown: readonly SheetColumn[]
  readonly view: SheetView
  readonly actions: SheetActions
  readonly openUuid: string | undefined
  readonly onOpen: (row: string) => void
}

const lead: Column<SheetLine> = { key: '@lead', title: '#', width: 52, always: true, render: () => null }
/** Two lines of text, px. */
const rowHeight = 41

/** The worksheet as a spreadsheet: virtualised, moved in and changed by keys (rules FMEA-UI-6, FMEA-UI-7). */
export const WorksheetGrid = memo(function WorksheetGrid({
  id,
  label,
  columns,
  shown,
  view,
  actions,
  openUuid,
  onOpen,
}: WorksheetGridProps) {
  const store = useGridStore()
  const { program, refusal } = usePageContext()
  const { programUuid } = program
  const table = useRef<TableVirtuosoHandle>(null)
  const box = useRef<HTMLElement>(null)
  const { choice, resize, unsize } = useColumns(id, columns)
  const laid = useMemo(
    () => [lead, ...shown].map((column) => ({ column, width: choice.widths[column.key] ?? column.width })),
    [shown, choice],
  )
  const latest = useRef({ view, shown })
  latest.current = { view, shown }
  const keys = useMemo(() => {
    const writable = (key: string) =>
      refusal === undefined && (latest.current.shown.find((one) => one.key === key)?.isWritable ?? false)
    const textAt = ({ anchor }: Selection) => {
      const entry = latest.current.view.rows.find(({ row }) => row.uuid === anchor.row)
      const column = latest.current.shown.find(({ key }) => key === anchor.column)
      return entry && column ? textOf(column, valueIn(entry, column)) : ''
    }
    return gridKeys({
      grid: store,
      actions,
      isWritable: writable,
      newUuid: () => uuidInProgram(programUuid, crypto.randomUUID()),
      onOpen,
      textAt,
      onMove: () => showCursor(latest.current.view.lines, store.getState().selection, table, box),
      focus: () => box.current?.focus({ preventScroll: true }),
    })
  }, [store, actions, refusal, onOpen, programUuid])
  const around = useMemo<GridAround>(
    () => ({
      columns: shown,
      keys,
      openUuid,
      onOpen,
      optionsFor: (column, typed) => optionsFor(program.state.getState(), column, typed),
      onPoint: (spot, how) => {
        keys.settle()
        const before = store.getState().selection
        if (how === 'start' || !before) keys.go({ anchor: spot, head: spot })
        else keys.go({ anchor: before.anchor, head: spot })
        if (how !== 'over') box.current?.focus({ preventScroll: true })
      },
    }),
    [shown, keys, openUuid, onOpen, program, store],
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
    <div className="dt fw">
      <TableVirtuoso<GridLine, GridAround>
        ref={table}
        scrollerRef={(element) => {
          box.current = element as HTMLElement | null
        }}
        className="dt-rows"
        data={view.lines}
        context={around}
        components={parts}
        defaultItemHeight={rowHeight}
        fixedItemHeight={rowHeight}
        initialItemCount={Math.min(view.lines.length, 24)}
        computeItemKey={(_index, line) => line.key}
        fixedHeaderContent={() => head}
        itemContent={contentOf}
        increaseViewportBy={rowHeight * 6}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={view.lines.length}
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
})

/** Scrolls so that the cell at the end of the selection is seen. */
function showCursor(
  lines: readonly GridLine[],
  selection: Selection | undefined,
  table: RefObject<TableVirtuosoHandle | null>,
  box: RefObject<HTMLElement | null>,
): void {
  if (!selection) return
  const { head }: { readonly head: Spot } = selection
  const index = lines.findIndex(({ key }) => key === head.row)
  if (index < 0) return
  const scroller = box.current
  const cell = document.getElementById(cellId(head.row, head.column))
  // a row that is drawn scrolls by itself, also sideways, and below the headings and the first column
  if (cell && scroller) keepInSight(scroller, cell)
  else table.current?.scrollIntoView({ index })
}

const headHeight = 40
const leadWidth = 52

function keepInSight(scroller: HTMLElement, cell: HTMLElement): void {
  const [of, at] = [scroller.getBoundingClientRect(), cell.getBoundingClientRect()]
  const down = Math.max(0, at.bottom - (of.top + scroller.clientHeight))
  const up = Math.min(0, at.top - (of.top + headHeight))
  const right = Math.max(0, at.right - (of.left + scroller.clientWidth))
  const left = Math.min(0, at.left - (of.left + leadWidth))
  if (down || up || right || left) scroller.scrollBy({ top: up || down, left: left || right })
}

function contentOf(_index: number, line: GridLine, around: GridAround): ReactNode {
  if (line.is === 'group') return <GroupCell line={line} span={around.columns.length + 1} />
  return <GridRow entry={line.is === 'line' ? line.entry : undefined} index={line.index} around={around} />
}

function GroupCell({
  line: { group, isFolded },
  span,
}: {
  readonly line: GridLine & { is: 'group' }
  readonly span: number
}) {
  const store = useGridStore()
  const fold = () => store.setState(({ folded }) => ({ folded: toggled(folded, group.key) }))
  return (
    <td role="gridcell" colSpan={span} className="gr-group fw-group">
      <button type="button" tabIndex={-1} aria-expanded={!isFolded} onClick={fold}>
        {isFolded ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
        <strong>{group.title}</strong>
        <span className="num gr-count">{group.lines.length}</span>
      </button>
    </td>
  )
}

const parts: TableComponents<GridLine, GridAround> = {
  Table: ({ context: _context, ...rest }) => <table {...rest} className="dt-table fw-table" role="presentation" />,
  TableHead: ({ context: _context, ...rest }) => <thead {...rest} role="rowgroup" />,
  TableBody: ({ context: _context, ...rest }) => <tbody {...rest} role="rowgroup" />,
  TableRow: OneRow,
}

type OneRowProps = ComponentProps<NonNullable<TableComponents<GridLine, GridAround>['TableRow']>>

function OneRow({ context: _context, item, ...rest }: OneRowProps) {
  return <tr {...rest} role="row" className={item.is === 'new' ? 'fw-row fw-row-new' : 'fw-row'} />
}
