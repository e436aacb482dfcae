import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, TickCircleIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { number } from '../../core/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { toggleAll, toggleRow } from './choose.ts'
import { useDesk, useQueue } from './desk.tsx'
import { listId, openCursor, step } from './keys.ts'
import { mostRows } from './queue.ts'
import { AlertRow, rowId } from './row.tsx'
import { cleared, countFilters, viewOf } from './search.ts'

/** The queue in whatever state it is, under its header. `news` stands between the two. */
export function AlertList({ news }: { readonly news: ReactElement }) {
  const { queue } = useDesk()
  const phase = useQueue((state) => state.phase)
  const problem = useQueue((state) => state.problem)
  const empty = useQueue((state) => state.queue.order.length === 0)

  return (
    <div className="am-list">
      <Head />
      {news}
      {phase === 'loading' && <Loading />}
      {phase === 'failed' && (
        <ErrorState title="The alerts did not load" onRetry={queue.reload}>
          {problem}
        </ErrorState>
      )}
      {phase === 'ready' && (empty ? <Nothing /> : <Rows />)}
    </div>
  )
}

function Head() {
  const { queue } = useDesk()
  const selected = useQueue((state) => state.selected.size)
  const loaded = useQueue((state) => state.queue.order.length)

  return (
    <div className="am-row am-list-head">
      <label className="am-cell-check">
        <input
          type="checkbox"
          className="am-check"
          aria-label="Select every loaded alert"
          checked={selected > 0 && selected === loaded}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && selected < loaded
          }}
          disabled={loaded === 0}
          onChange={() => toggleAll(queue)}
        />
      </label>
      <span>Severity</span>
      <span>Alert</span>
      <span className="am-cell-vehicle">Vehicle</span>
      <span className="am-cell-place">ECU · bus</span>
      <span className="am-cell-count">Count</span>
      <span className="am-cell-status">Status</span>
      <span className="am-cell-owner">Owner</span>
      <span className="am-cell-age">Last seen</span>
    </div>
  )
}

/** Bars where the cells will be. No two rows look alike, or the eye takes them for content. */
function Loading() {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: 16 }, (_, row) => (
        <div key={row} className="am-row">
          {skeletonCells.map(([name, width], cell) => (
            <span key={cell} className={`am-bar ${name}`} style={{ width: `${width - ((row * 37 + cell * 23) % 30)}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}

const skeletonCells = [
  ['', 55], ['', 90], ['', 70], ['am-cell-vehicle', 95], ['am-cell-place', 80], ['am-cell-count', 80], ['', 85], ['am-cell-owner', 90], ['am-cell-age', 95],
] as const

function Nothing() {
  const { search, go } = useDesk()
  const filters = countFilters(search)
  const view = viewOf(search)
  if (filters > 0) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No alerts match"
        action={
          <Button variant="outlined" onClick={() => go(cleared(search))}>
            Clear {filters === 1 ? 'the filter' : `${filters} filters`}
          </Button>
        }
      >
        Nothing passes the filters of this view.
      </EmptyState>
    )
  }
  const { title, why } = nothingIn[view]
  return (
    <EmptyState icon={<TickCircleIcon size={24} />} title={title}>
      {why}
    </EmptyState>
  )
}

const nothingIn = {
  open: { title: 'No alerts yet', why: 'Nothing is open. New alerts show up here by themselves.' },
  mine: { title: 'Nothing is yours', why: 'Press s on an alert to take it.' },
  unassigned: { title: 'Every open alert has an owner', why: 'New alerts show up here by themselves.' },
  closed: { title: 'No alerts yet', why: 'Nothing was closed so far.' },
} as const

function Rows() {
  const desk = useDesk()
  const { queue } = desk
  const order = useQueue((state) => state.queue.order)
  const cursor = useQueue((state) => state.cursor)
  const handle = useRef<VirtuosoHandle>(null)
  useCursorInView(handle)
  useTopAfterShow(handle)

  return (
    <Virtuoso
      ref={handle}
      className="am-rows"
      id={listId}
      data={order}
      fixedItemHeight={32}
      computeItemKey={(_index, uuid) => uuid}
      itemContent={rowOf}
      endReached={queue.more}
      increaseViewportBy={256}
      components={parts}
      role="listbox"
      aria-label="Alerts"
      aria-multiselectable
      aria-activedescendant={cursor === null ? undefined : rowId(cursor)}
      onKeyDown={(event) => onListKey(event, desk)}
    />
  )
}

const parts = { Footer }
const rowOf = (_index: number, uuid: string) => <AlertRow uuid={uuid} />

/** Keys that only mean the list while it has the focus: elsewhere they scroll, or press a button. */
function onListKey(event: KeyboardEvent, desk: ReturnType<typeof useDesk>): void {
  const act = listKeys[event.key]
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act(desk)
}

const listKeys: Readonly<Record<string, ((desk: ReturnType<typeof useDesk>) => void) | undefined>> = {
  ArrowDown: (desk) => step(desk, 1),
  ArrowUp: (desk) => step(desk, -1),
  PageDown: (desk) => step(desk, 20),
  PageUp: (desk) => step(desk, -20),
  Home: (desk) => step(desk, -mostRows),
  End: (desk) => step(desk, mostRows),
  Enter: openCursor,
  ' ': ({ queue }) => toggleRow(queue, queue.getState().cursor),
}

/** Keeps the cursor on the screen as it moves; rows that move under it don't pull the list along. */
function useCursorInView(handle: { readonly current: VirtuosoHandle | null }): void {
  const { queue } = useDesk()
  const cursor = useQueue((state) => state.cursor)
  useEffect(() => {
    const index = cursor === null ? -1 : queue.getState().queue.order.indexOf(cursor)
    if (index >= 0) handle.current?.scrollIntoView({ index })
  }, [cursor, queue, handle])
}

/** Who asks for the new ones wants to see them: a list that grew at its top is shown from the top. */
function useTopAfterShow(handle: { readonly current: VirtuosoHandle | null }): void {
  const { queue } = useDesk()
  useEffect(
    () =>
      queue.subscribe((now, before) => {
        if (before.queue.held.size > 0 && now.queue.held.size === 0 && now.queue.order[0] !== before.queue.order[0]) handle.current?.scrollToIndex(0)
      }),
    [queue, handle],
  )
}

function Footer() {
  const { queue } = useDesk()
  const paging = useQueue((state) => state.paging)
  const loaded = useQueue((state) => state.queue.order.length)
  const total = useQueue((state) => state.queue.total)
  const more = useQueue((state) => state.queue.rest !== null)

  if (paging === 'failed') {
    return (
      <div className="am-foot">
        Older alerts did not load. <button type="button" onClick={queue.more}>Try again</button>
      </div>
    )
  }
  if (paging === 'loading') return <div className="am-foot">Loading older alerts</div>
  if (more && loaded >= mostRows) return <div className="am-foot">The latest {number(loaded)} of {number(total)}. Narrow the filter to see others.</div>
  return null
}
