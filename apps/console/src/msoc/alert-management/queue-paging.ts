import { byPlace, type Place, placeIn } from './order.ts'
import { type Draft, edited, freshen, hold, opened, type Page, placed, put, type Queue, type Snapshot } from './queue.ts'

/** What the next page is asked with; undefined where there is none, or where the list is as long as it gets (rules AQ11, AQ12). */
export function nextPage(queue: Queue, most: number): { cursor?: string; to?: string } | undefined {
  if (queue.rest === null || queue.order.length >= most) return undefined
  const { cursor, floor } = queue.rest
  if (cursor !== null) return { cursor }
  // a snapshot has no cursor: its floor is asked again, one millisecond higher, so that alerts of the same moment are not lost;
  // under another order than by time the first page begins at the top again
  return queue.sort === 'newest' ? { to: String(floor[0] + 1) } : {}
}

/** Appends a page. What is already here is not doubled, and the newer of two answers holds (rule AQ11). */
export function paged(queue: Queue, page: Page): Queue {
  const bottom = queue.entries.get(queue.order.at(-1) ?? '')?.placedAt
  return edited(queue, (draft) => {
    const appended: string[] = []
    for (const alert of page.alerts) {
      if (freshen(draft, alert)) continue
      // read again after a lost connection: it came meanwhile, and belongs above the rows, not below them
      if (bottom !== undefined && byPlace(placeIn(queue.sort, alert), bottom) < 0) hold(draft, alert, false)
      else {
        put(draft, alert.uuid, placed(alert, queue.sort))
        appended.push(alert.uuid)
      }
    }
    draft.order = [...draft.order, ...appended]
    draft.rest = page.next_cursor === null ? null : { floor: lowest(page, queue), cursor: page.next_cursor }
    leaveUnconfirmed(draft)
  })
}

function lowest({ alerts }: Page, { rest, sort }: Queue): Place {
  const places = alerts.map((alert) => placeIn(sort, alert))
  return [...places, ...(rest === null ? [] : [rest.floor])].reduce((low, place) => (byPlace(low, place) > 0 ? low : place))
}

/** Rows above the floor that neither the snapshot nor a page told of do not match any more. */
function leaveUnconfirmed(draft: Draft): void {
  if (draft.unconfirmed === 0) return
  const { rest, sort } = draft
  for (const [uuid, entry] of draft.entries) {
    if (!entry.unconfirmed || (rest !== null && byPlace(placeIn(sort, entry.alert), rest.floor) >= 0)) continue
    put(draft, uuid, { ...entry, unconfirmed: false, left: true })
  }
}

/**
 * A snapshot that comes while the list is in use, after a lost connection or a gap. Rows keep their places, the unknown waits above,
 * and rows that the snapshot does not reach are read again page by page (rules AQ13, AQ14).
 */
export function resumed(queue: Queue, snapshot: Snapshot, epoch: string): Queue {
  const fresh = opened(snapshot, epoch, queue)
  const unknown = snapshot.alerts.filter(({ uuid }) => !queue.entries.has(uuid))
  // another history counts its seq anew: nothing can be compared, so the list starts over
  if (epoch !== queue.epoch) return fresh

  return edited(queue, (draft) => {
    for (const [uuid, entry] of queue.entries) put(draft, uuid, { ...entry, unconfirmed: !entry.left })
    for (const alert of snapshot.alerts) freshen(draft, alert)
    draft.held = new Map(unknown.map((alert) => [alert.uuid, queue.held.get(alert.uuid) ?? { alert, repeated: false }]))
    for (const alert of unknown) freshen(draft, alert)
    draft.total = fresh.total
    draft.rest = fresh.rest
    draft.overflow = {}
    draft.crowded = false
    leaveUnconfirmed(draft)
  })
}

/** Whether rows are left that a new snapshot did not reach: they are read again at once, not when somebody scrolls. */
export function mustReread(queue: Queue): boolean {
  return queue.rest !== null && queue.unconfirmed > 0
}
