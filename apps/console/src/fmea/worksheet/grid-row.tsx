import { memo, useEffect, useRef, useState } from 'react'
import { session } from '../../core/session/session.ts'
import { useStore } from 'zustand'
import { CellInput } from './cell-input.tsx'
import { type SheetColumn, valueIn } from './columns.ts'
import type { GridKeys } from './grid-keys.ts'
import { type GridState, pendingKey, useGrid, useGridStore } from './grid-store.ts'
import type { SheetLine } from './lines.ts'
import type { CellOption } from './options.ts'
import { newRow, type Spot } from './selection.ts'
import { textOf } from './shown.ts'
import { newActionTarget } from './sheet.ts'

/** What rows share. */
export interface GridAround {
  readonly columns: readonly SheetColumn[]
  readonly keys: GridKeys
  readonly optionsFor: (column: SheetColumn, typed: string) => readonly CellOption[]
  readonly onPoint: (spot: Spot, how: 'start' | 'extend' | 'over') => void
  readonly onOpen: (row: string) => void
  readonly openUuid: string | undefined
}

interface GridRowProps {
  readonly entry: SheetLine | undefined
  readonly index: number
  readonly around: GridAround
}

/** The part of the selection in a row, as text, so that only rows in which it changes are drawn again. */
const markOf = (row: string, index: number) => (state: GridState) => {
  const { range, selection } = state
  if (!range || index < range.top || index > range.bottom) return ''
  const cursor = selection?.anchor.row === row ? selection.anchor.column : ''
  return `${range.left},${range.right},${cursor}`
}

/** One line of the worksheet; without an entry the empty row that adds a line. */
export const GridRow = memo(function GridRow({ entry, index, around }: GridRowProps) {
  const row = entry?.row.uuid ?? newRow
  const mark = useGrid(markOf(row, index))
  const [left, right, cursor] = mark.split(',')
  const theirs = useTheirChanges(entry, around.columns)
  return (
    <>
      <LeadCell entry={entry} isSelected={mark !== ''} around={around} />
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
            isCursor={cursor === column.key}
          />
        )
      })}
    </>
  )
})

const lookOf = (isIn: boolean, isCursor: boolean, isTheirs: boolean) =>
  `${isIn ? ' fw-in' : ''}${isCursor ? ' fw-cursor' : ''}${isTheirs ? ' fw-theirs' : ''}`

function LeadCell({
  entry,
  isSelected,
  around: { onOpen, openUuid },
}: Pick<GridRowProps, 'entry' | 'around'> & { readonly isSelected: boolean }) {
  if (!entry)
    return (
      <td role="rowheader" className="fw-lead" title="Type here to add a line">
        +
      </td>
    )
  const { row, suspects } = entry
  const classes = ['fw-lead', isSelected && 'fw-lead-in', row.uuid === openUuid && 'fw-lead-open']
  return (
    <td role="rowheader" className={classes.filter(Boolean).join(' ')}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${row.number}: open ${row.code}`}
        onClick={() => onOpen(row.uuid)}
      >
        {row.number}
        {suspects > 0 && (
          <i className="fw-suspect" title={`${suspects} suspect ${suspects === 1 ? 'link' : 'links'}`} />
        )}
        {row.comments > 0 && <i className="fw-comments" title={`${row.comments} open comments`} />}
      </button>
    </td>
  )
}

interface GridCellProps {
  readonly row: string
  readonly entry: SheetLine | undefined
  readonly column: SheetColumn
  readonly around: GridAround
  readonly look: string
  readonly isCursor: boolean
}

const GridCell = memo(function GridCell({ row, entry, column, around, look, isCursor }: GridCellProps) {
  const store = useGridStore()
  const target = !entry ? '' : column.of === 'action' ? (entry.actions[0]?.uuid ?? newActionTarget(row)) : row
  const key = pendingKey(target, column.key)
  const isPending = useGrid(({ pending }) => pending.has(key))
  const text = useGrid(({ pending }) =>
    pending.has(key) ? textOf(column, pending.get(key)) : entry ? textOf(column, valueIn(entry, column)) : '',
  )
  const editing = useStore(store, (state) => (isCursor ? state.editing : undefined))
  const spot = { row, column: column.key }
  const more = column.key === 'action' && entry && entry.actions.length > 1 ? entry.actions.length - 1 : 0
  const tone = column.key.startsWith('priority') && text !== '' ? ` fw-ap fw-ap-${text}` : ''
  return (
    <td
      role="gridcell"
      id={cellId(row, column.key)}
      aria-selected={look.includes('fw-in')}
      aria-readonly={!column.isWritable}
      className={`fw-cell${column.width < 60 ? ' fw-short' : ''}${tone}${isPending ? ' fw-pending' : ''}${look}`}
      onPointerDown={(event) => {
        if (event.button !== 0 || editing) return
        around.onPoint(spot, event.shiftKey ? 'extend' : 'start')
      }}
      onPointerEnter={(event) => event.buttons === 1 && around.onPoint(spot, 'over')}
      onDoubleClick={() => !editing && around.keys.begin({ anchor: spot, head: spot })}
      title={editing || text.length < 24 ? undefined : text}
    >
      {editing ? (
        <CellInput
          label={`${column.title}, ${entry ? entry.row.code : 'new line'}`}
          text={editing.text}
          isTyped={editing.isTyped}
          options={(typed) => around.optionsFor(column, typed)}
          onType={(typed) => store.setState({ editing: { ...editing, text: typed } })}
          onEnd={around.keys.end}
        />
      ) : (
        <div className="fw-text">
          {column.key.startsWith('priority') && text !== '' ? <span className="fw-chip">{text}</span> : text}
          {more > 0 && <span className="fw-more"> +{more}</span>}
        </div>
      )}
    </td>
  )
})

export const cellId = (row: string, column: string) => `fw-${row}-${column}`

/** How long a cell that somebody else changed is marked, ms. */
const markedMs = 2_500

/** The columns of a line that somebody else has just changed. */
function useTheirChanges(entry: SheetLine | undefined, columns: readonly SheetColumn[]): ReadonlySet<string> {
  const before = useRef(entry)
  const [marked, setMarked] = useState<ReadonlySet<string>>(none)
  useEffect(() => {
    const earlier = before.current
    before.current = entry
    if (!earlier || !entry || earlier === entry || isMine(entry, earlier)) return
    const changed = columns.filter((one) => textOf(one, valueIn(earlier, one)) !== textOf(one, valueIn(entry, one)))
    setMarked(new Set(changed.map(({ key }) => key)))
    const timer = setTimeout(() => setMarked(none), markedMs)
    return () => clearTimeout(timer)
  }, [entry, columns])
  return marked
}

const none: ReadonlySet<string> = new Set()

/** Whether what changed in a line was changed by the user. */
function isMine(now: SheetLine, before: SheetLine): boolean {
  const me = session.getState().user?.uuid
  const of = ({ row, effect, mode, cause, actions }: SheetLine) => [row, effect, mode, cause, ...actions]
  const earlier = new Set(of(before))
  return of(now).every((one) => !one || earlier.has(one) || one.updated_by?.uuid === me)
}
