import type { Guideword } from '@carapace/shared/functional-safety/guidewords'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'
import { toast } from '../../core/ui/toast.ts'
import { FunctionLink } from './function-link.tsx'
import { FailureDialog, ReasonDialog } from './cell-dialogs.tsx'
import { type Cell, cellName, cellText, type Cursor, type GridRow, movedBy, stateGlyphs } from './grid.ts'
import type { Writing } from '../../graph/store/program-writes.ts'
import { newFailure, notApplicable } from './writes.ts'

const rowHeight = 30
const headHeight = 28

interface HazopGridProps {
  readonly rows: readonly GridRow[]
  readonly guidewords: readonly Guideword[]
  readonly cursor: Cursor
  /** The cell that is open in the panel. */
  readonly openName: string | undefined
  readonly onMove: (to: Cursor) => void
  readonly onOpen: (at: Cursor) => void
}

/**
 * The grid, of which only the visible rows are drawn. Arrows move, Enter opens, `h` adds a malfunction, and `n` states
 * why the guideword does not apply (rule SAFETY-UI-9).
 */
export function HazopGrid({ rows, guidewords, cursor, openName, onMove, onOpen }: HazopGridProps) {
  const { program, refusal, search } = usePageContext()
  const [dialog, setDialog] = useState<'reason' | 'failure'>()
  const [lastReason, setLastReason] = useState('')
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const prefix = useId()
  const cell = rows[cursor.row]?.cells[cursor.column]
  const where = { programUuid: program.programUuid, projectId: search.projectId }

  useInSight(box, cursor)

  const ask = (what: 'reason' | 'failure') => {
    if (refusal !== undefined) return toast.error(refusal)
    // refused before anything is typed
    const known = what === 'reason' && cell ? notApplicable(cell, where, '?') : undefined
    if (known?.ok === false) return toast.error(known.reason)
    setDialog(what)
  }
  const done = () => {
    setDialog(undefined)
    box?.focus()
  }
  useHotkeys([
    { keys: 'n', title: 'The guideword does not apply, because', group: 'HAZOP', run: () => ask('reason') },
    { keys: 'h', title: 'Add a malfunction', group: 'HAZOP', run: () => ask('failure') },
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('a')) return
    const to = movedBy(event.key, cursor, rows.length, guidewords.length)
    if (!to && event.key !== 'Enter') return
    event.preventDefault()
    if (to) onMove(to)
    else onOpen(cursor)
  }
  const store = async (writing: Writing) => {
    if (await tried(() => program.save(writing))) {
      done()
      onMove(movedBy('ArrowRight', cursor, rows.length, guidewords.length) ?? cursor)
    }
  }
  const around: Around = { rows, cursor, openName, prefix, onClick: onOpen }
  return (
    <>
      <div
        ref={setBox}
        className="hz-scroll"
        role="grid"
        aria-label="Functions and guidewords"
        aria-rowcount={rows.length + 1}
        aria-colcount={guidewords.length + 1}
        aria-activedescendant={cell && `${prefix}${cellName(cell)}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={
          {
            '--hz-columns': guidewords.length,
            '--hz-row': `${rowHeight}px`,
            '--hz-head': `${headHeight}px`,
          } as CSSProperties
        }
      >
        <div className="hz-head" role="row">
          <span className="hz-corner" role="columnheader">
            Function
          </span>
          {guidewords.map(({ key, title, meaning }, place) => (
            <span
              key={key}
              role="columnheader"
              title={meaning}
              className={place === cursor.column ? 'hz-guideword hz-here' : 'hz-guideword'}
            >
              {title}
            </span>
          ))}
        </div>
        {box && (
          <Virtuoso<GridRow, Around>
            customScrollParent={box}
            role="rowgroup"
            tabIndex={-1}
            className="hz-rows"
            data={rows}
            fixedItemHeight={rowHeight}
            initialItemCount={Math.min(rows.length, 30)}
            increaseViewportBy={300}
            context={around}
            computeItemKey={(_place, row) => row.function.uuid}
            itemContent={rowAt}
          />
        )}
      </div>
      <p className="hz-keys" aria-hidden>
        Arrows move, Enter opens, h adds a malfunction, n: does not apply, because
      </p>
      {dialog === 'reason' && cell && (
        <ReasonDialog
          cell={cell}
          usual={lastReason}
          onClose={done}
          onStore={async (reason) => {
            const writing = notApplicable(cell, where, reason)
            if (!writing.ok) return toast.error(writing.reason)
            setLastReason(reason)
            await store(writing.value)
          }}
        />
      )}
      {dialog === 'failure' && cell && (
        <FailureDialog
          cell={cell}
          onClose={done}
          onStore={async (failure) => {
            if (await tried(() => program.save(newFailure(cell, where, failure)))) done()
          }}
        />
      )}
    </>
  )
}

/** Scrolls so that the cursor is beside the names, which stay at the left, and below the head, which stays on top. */
function useInSight(box: HTMLElement | null, { row, column }: Cursor): void {
  useEffect(() => {
    const head = box?.querySelectorAll<HTMLElement>('.hz-guideword')[column]
    const corner = box?.querySelector<HTMLElement>('.hz-corner')
    if (!box || !head || !corner) return
    const left = head.offsetLeft - corner.offsetWidth
    box.scrollLeft = within(box.scrollLeft, left + corner.offsetWidth + head.offsetWidth - box.clientWidth, left)
    const top = row * rowHeight
    box.scrollTop = within(box.scrollTop, top + rowHeight + headHeight - box.clientHeight, top)
  }, [box, row, column])
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** What a row needs to know of the grid. */
interface Around {
  readonly rows: readonly GridRow[]
  readonly cursor: Cursor
  readonly openName: string | undefined
  readonly prefix: string
  readonly onClick: (at: Cursor) => void
}

function rowAt(place: number, row: GridRow, { cursor, openName, prefix, onClick }: Around) {
  const isHere = place === cursor.row
  return (
    <div className={isHere ? 'hz-row hz-row-here' : 'hz-row'} role="row" aria-rowindex={place + 2}>
      <span className="hz-name" role="rowheader" title={`${row.function.code} ${row.function.title}`}>
        <FunctionLink code={row.function.code} />
        <span className="hz-name-words">{row.function.title}</span>
        <span className={row.judged === row.cells.length ? 'hz-done num' : 'hz-part num'}>
          {row.judged}/{row.cells.length}
        </span>
      </span>
      {row.cells.map((cell, column) => (
        <GridCell
          key={cell.guideword.key}
          cell={cell}
          id={`${prefix}${cellName(cell)}`}
          isCursor={isHere && column === cursor.column}
          isOpen={cellName(cell) === openName}
          onClick={() => onClick({ row: place, column })}
        />
      ))}
    </div>
  )
}

interface GridCellProps {
  readonly cell: Cell
  readonly id: string
  readonly isCursor: boolean
  readonly isOpen: boolean
  readonly onClick: () => void
}

function GridCell({ cell, id, isCursor, isOpen, onClick }: GridCellProps) {
  const { state, failures } = cell
  const words = cellText(cell)
  const count = state === 'not-applicable' ? 0 : failures.length
  return (
    <span
      id={id}
      role="gridcell"
      aria-selected={isOpen}
      title={words}
      className={['hz-cell', `hz-${state}`, isCursor && 'hz-cursor', isOpen && 'hz-opened'].filter(Boolean).join(' ')}
      onClick={onClick}
    >
      <span className="c-visually-hidden">{words}</span>
      <span aria-hidden>
        {stateGlyphs[state]}
        {count > 0 && <b className="num"> {count}</b>}
      </span>
    </span>
  )
}
