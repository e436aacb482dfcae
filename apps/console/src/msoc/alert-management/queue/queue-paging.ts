import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { newsOf } from './news.ts'
import { byPlace, type Place, placeIn } from './order.ts'
import {
  type Draft,
  drop,
  edited,
  freshen,
  hold,
  keptApart,
  mostRows,
  opened,
  type Page,
  put,
  type Queue,
  seat,
} from './queue.ts'

/** Number of rows per request. */
export const pageSize = 500

/**
 * Number of rows to load above and below the visible rows, so that scrolling does not reach unloaded rows (rule
 * QUEUE-71).
 */
const rowsAround = 500

/**
 * Number of rows that a page read by row number shares with the loaded rows if nothing moved: they determine its
 * position (rule QUEUE-74).
 */
const sharedRows = 50

/** Maximum number of loaded rows: those farthest from the visible rows are unloaded (rule QUEUE-12). */
export const mostLoaded = 4_000

/** A range of rows by their row numbers in the list, from 0. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** What to read: the page after a cursor, or the page that begins at a row number. */
export type Read = { readonly cursor: string } | { readonly at: number }

/** The next read that is needed to load these rows and many rows around them; undefined if they are loaded. */
export function nextRead(queue: Queue, inSight: Span): Read | undefined {
  const { start, order, rest } = queue
  if (mustReread(queue) && rest?.cursor != null) return { cursor: rest.cursor }
  if (lengthOf(queue) === 0) return undefined
  const end = start + order.length
  const last = Math.min(inSight.last, lengthOf(queue) - 1)
  const first = Math.min(inSight.first, last)
  if (first > end || last < start)
    return { at: Math.max(0, Math.min(Math.round((first + last - pageSize) / 2), lengthOf(queue) - pageSize)) }
  if (rest !== null && end < Math.min(last + rowsAround, mostRows))
    return rest.cursor === null ? { at: Math.max(0, end - sharedRows) } : { cursor: rest.cursor }
  if (start > Math.max(0, first - rowsAround)) return { at: Math.max(0, start + sharedRows - pageSize) }
  return undefined
}

/** The length of the list, loaded or not: the scrollbar has room for all matches (rules QUEUE-71, QUEUE-72). */
export function lengthOf(queue: Queue): number {
  const { start, order, rest, total, left } = queue
  const loaded = start + order.length
  return rest === null ? loaded : Math.min(mostRows, Math.max(loaded, total - newsOf(queue).arrived + left))
}

/**
 * The number of server rows above this row: the server's list contains the waiting alerts on top, and no longer
 * contains rows that left.
 */
export function skipTo(queue: Queue, at: number): number {
  return at === 0 ? 0 : Math.max(0, Math.min(mostRows, at + newsOf(queue).arrived - queue.left))
}

/**
 * Appends a page. Alerts that are already here are not duplicated, and the newer of two states is kept (rule QUEUE-11).
 */
export function paged(queue: Queue, page: Page): Queue {
  const bottom = queue.entries.get(queue.order.at(-1) ?? '')?.placedAt
  return edited(queue, (draft) => {
    const appended = unknownOf(draft, page.alerts).filter((alert) => {
      // read again after a lost connection: it arrived in the meantime, and belongs above the rows, not below them
      const isAbove = bottom !== undefined && byPlace(placeIn(queue.sort, alert), bottom) < 0
      if (isAbove) hold(draft, alert, false)
      return !isAbove
    })
    append(draft, appended, page)
    leaveUnconfirmed(draft)
  })
}

/**
 * Adds a page that was read by its row number. If it shares a row with the loaded rows, it is joined there. Otherwise
 * it replaces the loaded rows, except alerts that are selected or under the cursor (rule QUEUE-74).
 */
export function turned(queue: Queue, page: Page, at: number, kept: ReadonlySet<string>): Queue {
  const rows = new Set(queue.order)
  const isShared = ({ uuid }: Alert) => rows.has(uuid)
  if (page.alerts.length === 0) return { ...queue, total: page.total }
  if (!page.alerts.some(isShared)) return elsewhere(queue, page, at, kept)
  return edited(queue, (draft) => {
    const shared = page.alerts.filter(isShared)
    for (const alert of shared) freshen(draft, alert)
    if (at < queue.start)
      prepend(draft, unknownOf(draft, page.alerts.slice(0, page.alerts.indexOf(shared[0]!))), page, at)
    else append(draft, unknownOf(draft, page.alerts.slice(page.alerts.lastIndexOf(shared.at(-1)!) + 1)), page)
  })
}

function elsewhere(queue: Queue, page: Page, at: number, kept: ReadonlySet<string>): Queue {
  const { entries } = keptApart(queue, kept)
  return edited({ ...queue, entries, order: [], left: 0, unconfirmed: 0, start: at, rest: null }, (draft) =>
    append(draft, unknownOf(draft, page.alerts), page),
  )
}

/** The alerts that have no row and do not wait above; the known ones are updated. */
function unknownOf(draft: Draft, alerts: readonly Alert[]): Alert[] {
  return alerts.filter((alert) => !freshen(draft, alert))
}

function append(draft: Draft, alerts: readonly Alert[], page: Page): void {
  for (const alert of alerts) seat(draft, alert)
  draft.order = [...draft.order, ...alerts.map(({ uuid }) => uuid)]
  draft.rest = page.next_cursor === null ? null : { floor: lowest(page, draft), cursor: page.next_cursor }
  draft.total = page.total
}

/** Adds rows at the top. The first row of the list always gets the number 0, whatever was counted on the way up. */
function prepend(draft: Draft, alerts: readonly Alert[], { total }: Page, at: number): void {
  for (const alert of alerts) seat(draft, alert)
  draft.order = [...alerts.map(({ uuid }) => uuid), ...draft.order]
  draft.start = at === 0 ? 0 : Math.max(1, draft.start - alerts.length)
  draft.total = total
}

/** Unloads the rows beyond `mostLoaded` that are farthest from the visible rows (rule QUEUE-12). */
export function trimmed(queue: Queue, { first, last }: Span, kept: ReadonlySet<string>): Queue {
  const { start, order, unconfirmed } = queue
  const excess = order.length - mostLoaded
  if (excess <= 0 || unconfirmed > 0) return queue
  const isDeep = (first + last) / 2 > start + order.length / 2
  return edited(queue, (draft) => {
    for (const uuid of isDeep ? order.slice(0, excess) : order.slice(-excess)) setApart(draft, uuid, kept)
    draft.order = isDeep ? order.slice(excess) : order.slice(0, -excess)
    if (isDeep) draft.start += excess
    else draft.rest = { floor: draft.entries.get(draft.order.at(-1)!)!.placedAt, cursor: null }
  })
}

function setApart(draft: Draft, uuid: string, kept: ReadonlySet<string>): void {
  const entry = draft.entries.get(uuid)!
  if (kept.has(uuid) && !entry.left) put(draft, uuid, { ...entry, apart: true })
  else drop(draft, uuid)
}

function lowest({ alerts }: Page, { rest, sort }: Draft): Place {
  const places = alerts.map((alert) => placeIn(sort, alert))
  return [...places, ...(rest === null ? [] : [rest.floor])].reduce((low, place) =>
    byPlace(low, place) > 0 ? low : place,
  )
}

/** Marks rows above the floor that neither the snapshot nor a page contained as no longer matching. */
function leaveUnconfirmed(draft: Draft): void {
  if (draft.unconfirmed === 0) return
  const { rest, sort } = draft
  for (const [uuid, entry] of draft.entries) {
    if (!entry.unconfirmed || (rest !== null && byPlace(placeIn(sort, entry.alert), rest.floor) >= 0)) continue
    put(draft, uuid, { ...entry, unconfirmed: false, left: true })
  }
}

/**
 * Applies a snapshot that arrives while the list is in use, after a lost connection or a gap. Rows keep their
 * positions, unknown alerts wait above, and rows below the snapshot are read again page by page (rules QUEUE-13,
 * QUEUE-14).
 */
export function resumed(queue: Queue, snapshot: Page, epoch: string, kept: ReadonlySet<string>): Queue {
  // another epoch starts its own seq: nothing can be compared, so the list is reset
  if (epoch !== queue.epoch) return opened(snapshot, epoch, { ...queue, entries: new Map() })
  // far from the top, the visible part is read again
  if (queue.start > 0) return opened(snapshot, epoch, keptApart(queue, kept))

  const fresh = opened(snapshot, epoch, { ...queue, entries: new Map() })
  const unknown = snapshot.alerts.filter(({ uuid }) => queue.entries.get(uuid)?.apart ?? true)
  return edited(queue, (draft) => {
    for (const [uuid, entry] of queue.entries) put(draft, uuid, { ...entry, unconfirmed: !entry.left && !entry.apart })
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

/** Whether there are rows that a new snapshot did not reach: they are read again at once, not only on scrolling. */
export function mustReread(queue: Queue): boolean {
  return queue.rest !== null && queue.unconfirmed > 0
}
