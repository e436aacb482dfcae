import { Button } from '@blueprintjs/core'
import { BriefcaseIcon } from '@blueprintjs/icons'
import { type BoardColumn, type Case, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import type { CasesQuery } from '../search.ts'
import { Card } from './card.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { columnKey, type Place, stepped } from './columns.ts'
import { useBoard } from './use-board.ts'
import './board.css'

interface BoardProps {
  readonly query: CasesQuery
  readonly toolbar: ReactNode
  readonly onOpen: (row: Case) => void
  readonly onClear: () => void
}

/** The cases in columns by stage and status; a card moves by dragging, or with Shift and the arrows. */
export function Board({ query, toolbar, onOpen, onClear }: BoardProps) {
  const { columns, problem, refetch, move } = useBoard(query)
  const total = columns?.reduce((sum, column) => sum + column.total, 0)
  return (
    <>
      {toolbar}
      {problem !== undefined && columns !== undefined && (
        <p className="cs-outdated" role="alert">
          This board is not up to date: {problem}{' '}
          <Button size="small" variant="outlined" onClick={refetch}>
            Try again
          </Button>
        </p>
      )}
      <Loaded
        what="The board"
        data={columns}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={8} columns={['1fr', '1fr', '1fr']} rowHeight={72} />}
      >
        {(known) =>
          total === 0 ? (
            <EmptyState
              icon={<BriefcaseIcon size={24} />}
              title="No cases match"
              action={
                <Button variant="outlined" onClick={onClear}>
                  Show all cases
                </Button>
              }
            >
              Nothing passes these filters.
            </EmptyState>
          ) : (
            <Columns columns={known} move={move} onOpen={onOpen} />
          )
        }
      </Loaded>
    </>
  )
}

interface ColumnsProps extends Pick<BoardProps, 'onOpen'> {
  readonly columns: readonly BoardColumn[]
  readonly move: ReturnType<typeof useBoard>['move']
}

function Columns({ columns, move, onOpen }: ColumnsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<Case>()
  const [over, setOver] = useState<string>()
  const [closing, setClosing] = useState<{ readonly row: Case; readonly column: BoardColumn }>()
  const refusal = useRefusal(updateCase)
  const moving = useRef<string>(undefined)
  // the card is drawn again in its new column: the focus goes with it
  useEffect(() => {
    if (moving.current === undefined || document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>(`[data-case="${moving.current}"]`)?.focus()
    moving.current = undefined
  }, [columns])
  const put = (row: Case, column: BoardColumn) => {
    moving.current = row.uuid
    if (refusal !== undefined || columnKey(row) === columnKey(column)) return
    if (column.stage === 'CLOSED' && row.stage !== 'CLOSED') setClosing({ row, column })
    else void move(row, column)
  }
  const focusOn = (place: Place | undefined) => {
    const row = place && columns[place.column]?.cases[place.row]
    if (row) box.current?.querySelector<HTMLElement>(`[data-case="${row.uuid}"]`)?.focus()
  }
  const placeOf = (row: Case): Place => {
    const column = columns.findIndex(({ cases }) => cases.some(({ uuid }) => uuid === row.uuid))
    return { column, row: columns[column]?.cases.findIndex(({ uuid }) => uuid === row.uuid) ?? 0 }
  }
  const onKey = (row: Case, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const place = placeOf(row)
    const target = event.shiftKey ? columns[place.column + sideways(event.key)] : undefined
    if (event.shiftKey && target !== undefined && sideways(event.key) !== 0) put(row, target)
    else if (event.key === 'o' || event.key === 'Enter') onOpen(row)
    else if (event.shiftKey || stepped(columns, place, event.key) === undefined) return
    else focusOn(stepped(columns, place, event.key))
    event.preventDefault()
    event.stopPropagation()
  }
  useHotkeys([
    { keys: 'j', title: 'To the cards', group: 'Board', run: () => focusOn(firstPlace(columns)) },
    { keys: 'l', title: 'To the cards', group: 'Board', run: () => focusOn(firstPlace(columns)) },
  ])

  return (
    <div ref={box} className="cb-board" role="region" aria-label="Board" tabIndex={0}>
      {columns.map((column) => {
        const key = columnKey(column)
        return (
          <section
            key={key}
            className="cb-column"
            aria-label={titleOf(column)}
            data-over={(dragged !== undefined && over === key && columnKey(dragged) !== key) || undefined}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              setOver(key)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== undefined) put(dragged, column)
              setDragged(undefined)
            }}
          >
            <ColumnHead column={column} />
            <ul>
              {column.cases.map((row) => (
                <Card
                  key={row.uuid}
                  row={row}
                  mayMove={refusal === undefined}
                  onOpen={() => onOpen(row)}
                  onKeyDown={(event) => onKey(row, event)}
                  onDragStart={() => setDragged(row)}
                  onDragEnd={() => setDragged(undefined)}
                />
              ))}
            </ul>
            {column.total > column.cases.length && (
              <p className="cs-more">
                The latest {number(column.cases.length)} of {number(column.total)}. The list has all of them.
              </p>
            )}
          </section>
        )
      })}
      <ClosingDialog
        row={closing?.row}
        onClose={() => setClosing(undefined)}
        onFinish={(resolution) => closing && void move(closing.row, closing.column, resolution)}
      />
    </div>
  )
}

const sideways = (key: string): -1 | 0 | 1 =>
  key === 'ArrowRight' || key === 'L' ? 1 : key === 'ArrowLeft' || key === 'H' ? -1 : 0

function firstPlace(columns: readonly BoardColumn[]): Place | undefined {
  const column = columns.findIndex(({ cases }) => cases.length > 0)
  return column === -1 ? undefined : { column, row: 0 }
}

const titleOf = ({ stage, status }: BoardColumn): string => status?.name ?? sentenceCase(stage)

function ColumnHead({ column }: { readonly column: BoardColumn }) {
  const { stage, status, total } = column
  return (
    <header className={`cb-head ${status === null ? `cb-stage-${stage}` : `cs-colour-${status.colour}`}`}>
      <h2>{titleOf(column)}</h2>
      {status !== null && <span className="cs-note">{sentenceCase(stage)}</span>}
      <span className="cs-note cs-right num">{number(total)}</span>
    </header>
  )
}
