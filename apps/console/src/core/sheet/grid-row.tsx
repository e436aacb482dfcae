import { memo, type ReactNode } from 'react'
import { CellInput } from './cell-input.tsx'
import type { GridKeys } from './grid-keys.ts'
import { type GridColumn, textIn } from './grid-lines.ts'
import { type GridState, pendingKey, useGrid, useGridStore } from './grid-store.ts'
import type { Spot } from './selection.ts'
import type { SheetContent } from './sheet-content.ts'
import { useTheirChanges } from './their-changes.ts'

/** What rows share. */
export interface GridAround<Entry, C extends GridColumn> {
  readonly content: SheetContent<Entry, C>
  readonly columns: readonly C[]
  /** The widths of the columns by their keys; `left`: where one stays while the others scroll, px from the left. */
  readonly places: ReadonlyMap<string, { readonly width: number; readonly left: number | undefined }>
  readonly keys: GridKeys
  readonly onPoint: (spot: Spot, how: 'start' | 'extend' | 'over') => void
  /** The row that is open beside the grid. */
  readonly openKey: string | undefined
}

/** Among the places: the column of the row numbers. */
export const leadKey = '@lead'

interface RowProps<Entry, C extends GridColumn> {
  readonly row: string
  /** Undefined: the empty row that adds one. */
  readonly entry: Entry | undefined
  readonly index: number
  readonly around: GridAround<Entry, C>
}

/**
 * The part of the selection in a row, and whether its cell at the cursor is edited, as text, so that only rows in which
 * they change are drawn again.
 */
const markOf = (row: string, index: number) => (state: GridState) => {
  const { range, selection, editing } = state
  if (!range || index < range.top || index > range.bottom) return ''
  const cursor = selection?.anchor.row === row ? selection.anchor.column : ''
  return `${range.left},${range.right},${cursor}${cursor !== '' && editing !== undefined ? ',edited' : ''}`
}

/** One row of a sheet; it is drawn again when its entry or the selection in it changes. */
export const GridRow = memo(function GridRow<Entry, C extends GridColumn>(props: RowProps<Entry, C>) {
  const { row, entry, index, around } = props
  const mark = useGrid(markOf(row, index))
  const [left, right, cursor, edited] = mark.split(',')
  const theirs = useTheirChanges(entry, around.columns, around.content)
  return (
    <>
      <LeadCell {...props} isSelected={mark !== ''} />
      {around.columns.map((column, at) => {
        const isIn = mark !== '' && at >= Number(left) && at <= Number(right)
        return (
          <GridCell
            key={column.key}
            row={row}
            entry={entry}
            column={column}
            around={around}
            look={lookOf(isIn, cursor === column.key, theirs.has(column.key))}
            isEdited={cursor === column.key && edited !== undefined}
          />
        )
      })}
    </>
  )
}) as <Entry, C extends GridColumn>(props: RowProps<Entry, C>) => ReactNode

const lookOf = (isIn: boolean, isCursor: boolean, isTheirs: boolean) =>
  `${isIn ? ' sheet-in' : ''}${isCursor ? ' sheet-cursor' : ''}${isTheirs ? ' sheet-theirs' : ''}`

function LeadCell<Entry, C extends GridColumn>({
  row,
  entry,
  isSelected,
  around: { content, openKey, places },
}: RowProps<Entry, C> & { readonly isSelected: boolean }) {
  const place = places.get(leadKey)
  if (entry === undefined)
    return (
      <td role="rowheader" className="sheet-lead" style={place} title={content.adding?.title}>
        +
      </td>
    )
  const classes = ['sheet-lead', isSelected && 'sheet-lead-in', row === openKey && 'sheet-lead-open']
  return (
    <td role="rowheader" className={classes.filter(Boolean).join(' ')} style={place}>
      {content.lead(entry)}
    </td>
  )
}

interface CellProps<Entry, C extends GridColumn> {
  readonly row: string
  readonly entry: Entry | undefined
  readonly column: C
  readonly around: GridAround<Entry, C>
  readonly look: string
  readonly isEdited: boolean
}

/** A column that is narrower has its text in the middle, px. */
const shortWidth = 60
/** A text of fewer characters needs no tooltip. */
const longText = 24
const mostTyped = 2_000

const GridCell = memo(function GridCell<Entry, C extends GridColumn>(props: CellProps<Entry, C>) {
  const { row, entry, column, around, look, isEdited } = props
  const { content, keys, places, onPoint } = around
  const cell = entry === undefined ? undefined : content.cellIn(entry, column)
  const key = pendingKey(cell?.target ?? '', column.key)
  const pending = useGrid((state) => state.pending.get(key))
  const text = pending === undefined ? textIn(cell, column) : column.textOf(pending)
  const spot = { row, column: column.key }
  const place = places.get(column.key)
  const classes = [
    `sheet-cell${look}`,
    column.width < shortWidth && 'sheet-short',
    place?.left !== undefined && 'sheet-frozen',
    pending !== undefined && 'sheet-pending',
    isEdited && 'sheet-editing',
    content.classOf?.(column, entry),
  ]
  return (
    <td
      role="gridcell"
      id={cellId(row, column.key)}
      aria-selected={look.includes('sheet-in')}
      aria-readonly={!column.isWritable}
      className={classes.filter(Boolean).join(' ')}
      style={place}
      onPointerDown={(event) => {
        if (event.button !== 0 || isEdited) return
        onPoint(spot, event.shiftKey ? 'extend' : 'start')
      }}
      onPointerEnter={(event) => event.buttons === 1 && onPoint(spot, 'over')}
      onDoubleClick={() => !isEdited && keys.open(spot)}
    >
      <div className="sheet-text" title={text.length < longText ? undefined : text}>
        {content.draw(text, column, entry)}
      </div>
      {isEdited && <CellEditor {...props} />}
    </td>
  )
}) as <Entry, C extends GridColumn>(props: CellProps<Entry, C>) => ReactNode

/** The editor of the cell at the cursor, while it is edited: it covers the content. */
function CellEditor<Entry, C extends GridColumn>({ entry, column, around: { content, keys } }: CellProps<Entry, C>) {
  const store = useGridStore()
  const editing = useGrid((state) => state.editing)
  if (!editing) return null
  return (
    <CellInput
      label={`${column.title}, ${entry === undefined ? content.adding?.name : content.nameOf(entry)}`}
      text={editing.text}
      isTyped={editing.isTyped}
      most={column.most ?? mostTyped}
      options={(typed) => content.optionsFor(column, typed)}
      onType={(typed) => store.setState({ editing: { ...editing, text: typed } })}
      onEnd={keys.end}
    />
  )
}

export const cellId = (row: string, column: string) => `sheet-${row}-${column}`
