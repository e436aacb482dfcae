import type { StoreApi } from 'zustand/vanilla'
import type { Page } from './queue.ts'
import { lengthOf, nextRead, paged, pageSize, type Read, skipTo, type Span, trimmed, turned } from './queue-paging.ts'
import { changeRows, kept, moveCursor, type QueueState } from './queue-state.ts'

type End = 'first' | 'last'

/** Where a page begins: after a cursor, or at a number of rows. */
type Where = { readonly cursor: string } | { readonly skip: number }

export interface Pager {
  /** Reads missing rows around the visible ones if no read is running, including reads that failed before. */
  readonly more: () => void
  /** Sets the visible rows: reads until they and many rows around them are loaded. */
  readonly reach: (inSight: Span) => void
  /** Moves the cursor to the first or the last row of the list, which may have to be read first. */
  readonly goTo: (end: End) => void
  /** The row in the middle of the visible rows. */
  readonly rowInSight: () => string | null
  /** Leaves the cursor where the user moves it. */
  readonly stay: () => void
  /** Ignores the page that is being read: it does not belong to the list any more. */
  readonly disown: () => void
  /** Begins at the top again. */
  readonly restart: () => void
}

const top: Span = { first: 0, last: 0 }

/** Reads the parts of a list of alerts that the user sees (rules QUEUE-71 to QUEUE-74). */
export function alertPager(
  store: StoreApi<QueueState>,
  list: (where: Where & { readonly limit: number }) => Promise<Page>,
): Pager {
  /** Counts the lists, so that a page requested before a reload is not taken for a current page. */
  let reading = 0
  let inSight = top
  /** The end of the list that the cursor moves to once it is loaded. */
  let goal: End | undefined

  return {
    more,
    reach,
    goTo,
    rowInSight,
    stay: () => (goal = undefined),
    disown: () => (reading += 1),
    restart() {
      inSight = top
      goal = undefined
    },
  }

  function more(): void {
    const { queue, paging, phase } = store.getState()
    const read = nextRead(queue, inSight)
    if (phase !== 'ready' || paging === 'loading' || read === undefined) return

    const begun = reading
    const towards = goal
    store.setState({ paging: 'loading' })
    const where = 'at' in read ? { skip: skipTo(queue, read.at) } : read
    list({ ...where, limit: pageSize }).then(
      (page) => begun === reading && (goal === towards ? takePage(page, read) : readOn()),
      () => begun === reading && fail(),
    )
  }

  /** Requests made before the user moved elsewhere are not needed there. */
  function readOn(): void {
    store.setState({ paging: 'idle' })
    more()
  }

  function fail(): void {
    goal = undefined
    store.setState({ paging: 'failed' })
  }

  function takePage(page: Page, read: Read): void {
    const keep = kept(store.getState())
    changeRows(store, (queue) =>
      trimmed('at' in read ? turned(queue, page, read.at, keep) : paged(queue, page), inSight, keep),
    )
    store.setState({ paging: 'idle' })
    arrive()
    more()
  }

  function reach(rows: Span): void {
    // rows passed on the way to an end of the list are not the ones to show
    if (goal !== undefined) return
    inSight = rows
    more()
  }

  function goTo(end: End): void {
    const last = lengthOf(store.getState().queue) - 1
    inSight = end === 'first' ? top : { first: last, last }
    goal = end
    arrive()
    more()
  }

  /** Sets the cursor once the end that it moves to is loaded. */
  function arrive(): void {
    const { start, order, rest } = store.getState().queue
    if (goal === undefined || (goal === 'first' ? start > 0 : rest !== null)) return
    const end = goal === 'first' ? order[0] : order.at(-1)
    goal = undefined
    moveCursor(store, end ?? null)
  }

  function rowInSight(): string | null {
    const { start, order } = store.getState().queue
    return order[Math.round((inSight.first + inSight.last) / 2) - start] ?? order[0] ?? null
  }
}
