import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { dateTime } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/columns.ts'
import { useTimeRange } from '../../../core/time/conductor.ts'
import { toggleRow } from '../queue/choose.ts'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { listId, openCursor, step, toEnd } from '../triage/keys.ts'
import type { Queue } from '../queue/queue.ts'
import { lengthOf } from '../queue/queue-paging.ts'
import { AlertRow, rowId } from './row.tsx'
import { countSimilarOf } from './similar-counts.ts'

interface Context {
  /** The row number of the first loaded row. */
  readonly start: number
  readonly order: readonly string[]
  readonly columns: readonly Column<Alert>[]
}

/**
 * The loaded rows, and empty room for the rows that are not loaded yet: the scrollbar shows the length of the whole
 * list (rule QUEUE-71).
 */
export function Rows({ columns }: { readonly columns: readonly Column<Alert>[] }) {
  const alertPage = useAlertPage()
  const order = useQueue((state) => state.queue.order)
  const start = useQueue((state) => state.queue.start)
  const total = useQueue((state) => lengthOf(state.queue))
  const handle = useRef<VirtuosoHandle>(null)
  const context = useMemo(() => ({ start, order, columns }), [start, order, columns])
  const inSight = useInSight()
  const { activeId, checkSoon } = useActiveRow()
  useCursorInView(handle)
  useTopAfterShow(handle)

  return (
    <Virtuoso<unknown, Context>
      ref={handle}
      className="am-rows"
      id={listId}
      totalCount={total}
      context={context}
      fixedItemHeight={32}
      computeItemKey={keyOf}
      itemContent={rowOf}
      rangeChanged={inSight}
      itemsRendered={checkSoon}
      increaseViewportBy={320}
      role="listbox"
      aria-label="Alerts"
      aria-multiselectable
      aria-activedescendant={activeId}
      onKeyDown={(event) => onListKey(event, alertPage)}
    />
  )
}

const keyOf = (index: number, _data: unknown, { start, order }: Context) => order[index - start] ?? index

function rowOf(index: number, _data: unknown, { start, order, columns }: Context) {
  const uuid = order[index - start]
  return uuid === undefined ? <ComingRow columns={columns} row={index} /> : <AlertRow uuid={uuid} columns={columns} />
}

function ComingRow({ columns, row }: { readonly columns: readonly Column<Alert>[]; readonly row: number }) {
  return (
    <div className="am-row am-coming" role="option" aria-selected={false} aria-label="Loading" aria-busy>
      <span />
      {columns.map(({ key }, cell) => (
        <span key={key} className="am-cell">
          <span className="am-bar" style={{ width: `${85 - ((row * 37 + cell * 23) % 40)}%` }} />
        </span>
      ))}
    </div>
  )
}

/**
 * The id of the cursor's row while that row is drawn: far from the visible rows it is not, and a reference to it would
 * lead nowhere (rule QUEUE-85).
 */
function useActiveRow() {
  const cursor = useQueue((state) => state.cursor)
  const order = useQueue((state) => state.queue.order)
  const [drawn, setDrawn] = useState(false)
  const { queue } = useAlertPage()
  const check = useCallback(() => {
    const { cursor: at } = queue.getState()
    setDrawn(at !== null && document.getElementById(rowId(at)) !== null)
  }, [queue])
  useEffect(check, [check, cursor, order])
  // the list calls back before it has drawn
  const checkSoon = useCallback(() => void requestAnimationFrame(check), [check])
  return { activeId: drawn && cursor !== null ? rowId(cursor) : undefined, checkSoon }
}

/** Loads the visible rows and many rows around them, and requests their numbers of similar alerts. */
function useInSight() {
  const { queue } = useAlertPage()
  return useCallback(
    ({ startIndex, endIndex }: { readonly startIndex: number; readonly endIndex: number }) => {
      queue.reach({ first: startIndex, last: endIndex })
      countSimilarOf(() => rowsBetween(queue.getState().queue, startIndex, endIndex))
    },
    [queue],
  )
}

function rowsBetween({ start, order }: Queue, first: number, last: number): readonly string[] {
  return order.slice(Math.max(0, first - start), Math.max(0, last + 1 - start))
}

/** Keys that act on the list only while it has the focus: elsewhere they scroll or press a button. */
function onListKey(event: KeyboardEvent, alertPage: ReturnType<typeof useAlertPage>): void {
  const act = listKeys[event.key]
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act(alertPage)
}

const listKeys: Readonly<Record<string, ((alertPage: ReturnType<typeof useAlertPage>) => void) | undefined>> = {
  ArrowDown: (alertPage) => step(alertPage, 1),
  ArrowUp: (alertPage) => step(alertPage, -1),
  PageDown: (alertPage) => step(alertPage, 20),
  PageUp: (alertPage) => step(alertPage, -20),
  Home: (alertPage) => toEnd(alertPage, 'first'),
  End: (alertPage) => toEnd(alertPage, 'last'),
  Enter: openCursor,
  ' ': ({ queue }) => toggleRow(queue, queue.getState().cursor),
}

/** Scrolls to the cursor when it moves; rows that move under it do not scroll the list. */
function useCursorInView(handle: { readonly current: VirtuosoHandle | null }): void {
  const { queue } = useAlertPage()
  const cursor = useQueue((state) => state.cursor)
  useEffect(() => {
    const { start, order } = queue.getState().queue
    const row = cursor === null ? -1 : order.indexOf(cursor)
    if (row >= 0) handle.current?.scrollIntoView({ index: start + row })
  }, [cursor, queue, handle])
}

/** Scrolls to the top when the user shows the new alerts, since they are added there. */
function useTopAfterShow(handle: { readonly current: VirtuosoHandle | null }): void {
  const { queue } = useAlertPage()
  useEffect(
    () =>
      queue.subscribe((now, before) => {
        if (before.queue.held.size > 0 && now.queue.held.size === 0 && now.queue.order[0] !== before.queue.order[0])
          handle.current?.scrollToIndex(0)
      }),
    [queue, handle],
  )
}

/** The message that rows around the visible ones were not loaded. */
export function NotRead() {
  const { queue } = useAlertPage()
  const failed = useQueue((state) => state.paging === 'failed')
  if (!failed) return null
  return (
    <div className="am-foot am-not-read" role="alert">
      Further alerts did not load.{' '}
      <button type="button" onClick={queue.more}>
        Try again
      </button>
    </div>
  )
}

/**
 * The note below a list with a fixed window that is loaded to its end: alerts last seen before the window are not
 * listed (rule QUEUE-65). It is no part of the list, whose children are alerts alone.
 */
export function WindowEnd() {
  const { queue } = useAlertPage()
  const { zoomOut, canZoomOut } = useTimeRange()
  const isWhole = useQueue((state) => state.queue.rest === null)
  const { from, to } = queue.query().filter
  if (!isWhole || from === undefined || to === undefined) return null
  return (
    <div className="am-foot">
      These are all that were last seen between {dateTime(Number(from))} and {dateTime(Number(to))}.{' '}
      {canZoomOut && (
        <button type="button" onClick={zoomOut}>
          Zoom out
        </button>
      )}
    </div>
  )
}
