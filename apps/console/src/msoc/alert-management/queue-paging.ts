import { type Draft, edited, freshen, hold, opened, type Page, type Queue, seenAt, type Snapshot } from './queue.ts'

/** What the next page is asked with; undefined where there is none, or where the list is as long as it gets (rules AQ11, AQ12). */
export function nextPage(queue: Queue, most: number): { cursor: string } | { to: string } | undefined {
  if (queue.rest === null || queue.order.length >= most) return undefined
  const { cursor, floor } = queue.rest
  // a snapshot has no cursor: its floor is asked again, one millisecond higher, so that alerts of the same moment are not lost
  return cursor === null ? { to: String(floor + 1) } : { cursor }
}

/** Appends a page. What is already here is not doubled, and the newer of two answers holds (rule AQ11). */
export function paged(queue: Queue, page: Page): Queue {
  const bottom = queue.entries.get(queue.order.at(-1) ?? '')?.placedAt ?? Infinity
  return edited(queue, (draft) => {
    const appended: string[] = []
    for (const alert of page.alerts) {
      if (freshen(draft, alert)) continue
      // read again after a lost connection: it came meanwhile, and belongs above the rows, not below them
      if (seenAt(alert) > bottom) hold(draft, alert, false)
      else {
        draft.entries.set(alert.uuid, { alert, placedAt: seenAt(alert), left: false, unconfirmed: false })
        appended.push(alert.uuid)
      }
    }
    draft.order = [...draft.order, ...appended]
    draft.rest = page.next_cursor === null ? null : { floor: lowest(page, draft.rest?.floor), cursor: page.next_cursor }
    leaveUnconfirmed(draft)
  })
}

function lowest(page: Page, before = Infinity): number {
  return Math.min(before, ...page.alerts.map(seenAt))
}

/** Rows above the floor that neither the snapshot nor a page told of do not match any more. */
function leaveUnconfirmed({ entries, rest }: Draft): void {
  for (const [uuid, entry] of entries) {
    if (!entry.unconfirmed || (rest !== null && seenAt(entry.alert) <= rest.floor)) continue
    entries.set(uuid, { ...entry, unconfirmed: false, left: true })
  }
}

/**
 * A snapshot that comes while the list is in use, after a lost connection or a gap. Rows keep their places, the unknown waits above,
 * and rows that the snapshot does not reach are read again page by page (rules AQ13, AQ14).
 */
export function resumed(queue: Queue, snapshot: Snapshot, epoch: string): Queue {
  const fresh = opened(snapshot, epoch)
  const unknown = snapshot.alerts.filter(({ uuid }) => !queue.entries.has(uuid))
  // another history counts its seq anew: nothing can be compared, so the list starts over
  if (epoch !== queue.epoch) return { ...fresh, acted: queue.acted }

  return edited(queue, (draft) => {
    for (const [uuid, entry] of queue.entries) draft.entries.set(uuid, { ...entry, unconfirmed: !entry.left })
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
  if (queue.rest === null) return false
  for (const entry of queue.entries.values()) if (entry.unconfirmed) return true
  return false
}
