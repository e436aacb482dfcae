import type { AlertOrder } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert, LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { byPlace, type Place, placeIn } from './order.ts'

/**
 * Maximum number of arrivals kept in full until they are shown. Further ones are only counted, and showing them reads
 * the list again (rule QUEUE-8).
 */
export const mostHeld = 500

/** Maximum number of rows in the list, loaded or not: the rows that can be reached by row number (rule QUEUE-12). */
export const mostRows = 1_000_000

/** One row of the list. */
interface Entry {
  readonly alert: Alert
  /** Its position when it was added: later repeats do not move it (rule QUEUE-3). */
  readonly placedAt: Place
  /** It no longer matches the filter, and stays in place until the analyst moves on (rule QUEUE-9). */
  readonly left: boolean
  /** A new snapshot has not reached down to it yet (rule QUEUE-14). */
  readonly unconfirmed: boolean
  /** It has no row: it is selected or under the cursor while the list shows another part (rule QUEUE-74). */
  readonly apart: boolean
}

/** An alert that waits above the list. `repeated`: it was there before, below the loaded rows. */
interface Held {
  readonly alert: Alert
  readonly repeated: boolean
}

/** The state of the list: the loaded rows, the waiting alerts, and the start of the next page. */
export interface Queue {
  readonly epoch: string
  readonly sort: AlertOrder
  /** Number of rows above the loaded ones. */
  readonly start: number
  /** The loaded rows. */
  readonly order: readonly string[]
  readonly entries: ReadonlyMap<string, Entry>
  /** Number of rows that left, and of rows that a new snapshot has not reached yet. */
  readonly left: number
  readonly unconfirmed: number
  readonly held: ReadonlyMap<string, Held>
  /** Counts by severity of the arrivals that exceeded `mostHeld`. */
  readonly overflow: Readonly<Partial<Record<Severity, number>>>
  readonly crowded: boolean
  /** Number of alerts that match, loaded or not. */
  readonly total: number
  /** The alerts that are not loaded: they begin below `floor`, at `cursor` if it is known. Null if there are none. */
  readonly rest: { readonly floor: Place; readonly cursor: string | null } | null
  /**
   * Alerts that this analyst changed here, with the seq up to which leaving and returning is expected (rule QUEUE-10).
   */
  readonly acted: ReadonlyMap<string, number>
  /** The former positions of alerts that left through this analyst's own change. */
  readonly former: ReadonlyMap<string, Place>
}

/** A part of the list as sent by the server: a snapshot or a page. */
export interface Page {
  readonly alerts: readonly Alert[]
  readonly total: number
  readonly next_cursor: string | null
}

export const emptyQueue: Queue = {
  epoch: '',
  sort: 'newest',
  start: 0,
  order: [],
  entries: new Map(),
  left: 0,
  unconfirmed: 0,
  held: new Map(),
  overflow: {},
  crowded: false,
  total: 0,
  rest: null,
  acted: new Map(),
  former: new Map(),
}

/**
 * A queue with copied collections, writable while one burst is applied. `order` is replaced and never mutated: as long
 * as it is the same array, the list knows that no row moved.
 */
export type Draft = { -readonly [Key in keyof Queue]: Queue[Key] } & {
  entries: Map<string, Entry>
  held: Map<string, Held>
  former: Map<string, Place>
}

/** Applies changes to one copy per burst, not one per change: 2,000 changes per second stay cheap. */
export function edited(queue: Queue, edit: (draft: Draft) => void): Queue {
  const draft = { ...queue, entries: new Map(queue.entries), held: new Map(queue.held), former: new Map(queue.former) }
  edit(draft)
  return draft
}

/** Stores a row and updates the counts of rows that left or are unconfirmed. */
export function put(draft: Draft, uuid: string, entry: Entry): void {
  const before = draft.entries.get(uuid)
  draft.left += Number(entry.left) - Number(before?.left ?? false)
  draft.unconfirmed += Number(entry.unconfirmed) - Number(before?.unconfirmed ?? false)
  draft.entries.set(uuid, entry)
}

export function drop(draft: Draft, uuid: string): void {
  const before = draft.entries.get(uuid)
  if (before === undefined) return
  draft.left -= Number(before.left)
  draft.unconfirmed -= Number(before.unconfirmed)
  draft.entries.delete(uuid)
}

const placed = (alert: Alert, sort: AlertOrder): Entry => ({
  alert,
  placedAt: placeIn(sort, alert),
  left: false,
  unconfirmed: false,
  apart: false,
})

/**
 * The list of a snapshot, with no waiting alerts (rules QUEUE-1, QUEUE-2). Alerts that `before` kept apart stay apart
 * if they have no row.
 */
export function opened(snapshot: Page, epoch: string, before: Queue = emptyQueue): Queue {
  const { sort, acted } = before
  const alerts = sorted(snapshot.alerts, sort)
  const rows = alerts.map((alert) => [alert.uuid, placed(alert, sort)] as const)
  return {
    ...emptyQueue,
    acted,
    epoch,
    sort,
    order: alerts.map(({ uuid }) => uuid),
    entries: new Map([...before.entries, ...rows]),
    total: Math.max(snapshot.total, alerts.length),
    rest: restBelow(snapshot, alerts.at(-1), sort),
  }
}

/** A queue with only these alerts, apart: the state that a reset list continues with (rule QUEUE-74). */
export function keptApart(queue: Queue, kept: ReadonlySet<string>): Queue {
  const entries = [...queue.entries].filter(([uuid, { left }]) => kept.has(uuid) && !left)
  return {
    ...emptyQueue,
    sort: queue.sort,
    acted: queue.acted,
    entries: new Map(entries.map(([uuid, entry]) => [uuid, { ...entry, unconfirmed: false, apart: true }])),
  }
}

function sorted(alerts: Iterable<Alert>, sort: AlertOrder): Alert[] {
  return [...alerts].sort((a, b) => byPlace(placeIn(sort, a), placeIn(sort, b)))
}

function restBelow({ next_cursor: cursor }: Page, last: Alert | undefined, sort: AlertOrder): Queue['rest'] {
  return last === undefined || cursor === null ? null : { floor: placeIn(sort, last), cursor }
}

/** Applies changes to the list in the order in which they happened. */
export function changed(queue: Queue, changes: readonly LiveAlert[]): Queue {
  if (changes.length === 0) return queue
  return edited(queue, (draft) => {
    for (const change of changes) apply(draft, change)
  })
}

function apply(draft: Draft, change: LiveAlert): void {
  const entry = draft.entries.get(change.uuid)
  if (entry !== undefined) return applyToRow(draft, entry, change)

  const held = draft.held.get(change.uuid)
  if (held !== undefined) return applyToHeld(draft, held, change)

  if (change.alert === null) return
  if (isOwn(draft, change)) return comeBack(draft, change.alert)
  if (!waitsAbove(draft, change.kind, change.alert)) return
  const repeated = change.kind === 'count'
  if (!repeated) draft.total += 1
  hold(draft, change.alert, repeated)
}

/**
 * Whether an alert waits above the list. An alert that ranks among rows that are not loaded comes with its page; above
 * the loaded rows it waits unless it is certainly not among them (rules QUEUE-6, QUEUE-74).
 */
function waitsAbove({ rest, start, sort }: Draft, kind: LiveAlert['kind'], alert: Alert): boolean {
  if (rest !== null && byPlace(placeIn(sort, alert), rest.floor) > 0) return false
  return start === 0 || kind === 'raise' || (kind === 'count' && sort === 'newest')
}

/**
 * Whether a change contains nothing new for the row. The response to this analyst's own call already contains the
 * change, but not that the alert left the filter by it: so leaving applies at the same seq too.
 */
function isOld({ seq, alert }: LiveAlert, known: Alert): boolean {
  return alert === null ? seq < known.seq : seq <= known.seq
}

/** Applies a change in place. The seq decides which of two states is newer (rule QUEUE-4). */
function applyToRow(draft: Draft, entry: Entry, change: LiveAlert): void {
  if (isOld(change, entry.alert)) return
  const { uuid, alert } = change
  if (alert !== null) {
    if (entry.left) draft.total += 1
    put(draft, uuid, { ...entry, alert, left: false, unconfirmed: false })
    return
  }
  if (!entry.left) draft.total -= 1
  if (entry.apart || isOwn(draft, change)) removeRow(draft, uuid)
  else put(draft, uuid, { ...entry, left: true, unconfirmed: false })
}

function applyToHeld(draft: Draft, held: Held, change: LiveAlert): void {
  if (isOld(change, held.alert)) return
  const { uuid, alert } = change
  if (alert !== null) {
    draft.held.set(uuid, { ...held, alert })
    return
  }
  draft.held.delete(uuid)
  draft.total -= 1
}

/** Adds an alert to the waiting ones, or only counts it if there are too many. */
export function hold(draft: Draft, alert: Alert, repeated: boolean): void {
  if (draft.held.size < mostHeld) {
    draft.held.set(alert.uuid, { alert, repeated })
    return
  }
  draft.crowded = true
  if (!repeated) draft.overflow = { ...draft.overflow, [alert.severity]: (draft.overflow[alert.severity] ?? 0) + 1 }
}

/**
 * Returns an alert to its former position after this analyst changed it and undid the change. Above or below the loaded
 * rows, it comes with its page.
 */
function comeBack(draft: Draft, alert: Alert): void {
  const placedAt = draft.former.get(alert.uuid) ?? placeIn(draft.sort, alert)
  const before = draft.order.findIndex((uuid) => isBelow(draft.entries.get(uuid), placedAt))
  draft.former.delete(alert.uuid)
  draft.total += 1
  if (before < 0 && draft.rest !== null) return
  if (before === 0 && draft.start > 0) {
    draft.start += 1
    return
  }
  draft.order = draft.order.toSpliced(before < 0 ? draft.order.length : before, 0, alert.uuid)
  put(draft, alert.uuid, { ...placed(alert, draft.sort), placedAt })
}

function isBelow(entry: Entry | undefined, place: Place): boolean {
  return entry !== undefined && byPlace(entry.placedAt, place) > 0
}

/**
 * Applies the response to an undo: its alerts return to their former positions, without waiting for the channel (rule
 * QUEUE-10).
 */
export function restored(queue: Queue, alerts: readonly Alert[]): Queue {
  return edited(queue, (draft) => {
    for (const alert of alerts)
      if (!draft.entries.has(alert.uuid) && draft.former.has(alert.uuid)) comeBack(draft, alert)
  })
}

function removeRow(draft: Draft, uuid: string): void {
  const entry = draft.entries.get(uuid)
  if (entry === undefined) return
  draft.former.set(uuid, entry.placedAt)
  drop(draft, uuid)
  draft.order = draft.order.filter((other) => other !== uuid)
}

function isOwn({ acted }: Draft, { uuid, seq }: LiveAlert): boolean {
  return seq <= (acted.get(uuid) ?? -1)
}

/**
 * Marks alerts that this analyst is about to change: until the response, any change of them counts as the analyst's own
 * (rule QUEUE-10).
 */
export function acting(queue: Queue, uuids: readonly string[]): Queue {
  return { ...queue, acted: new Map([...queue.acted, ...uuids.map((uuid) => [uuid, Infinity] as const)]) }
}

/** Applies the server's response or refusal: rows are updated, and later changes count as changes by others again. */
export function answered(queue: Queue, uuids: readonly string[], alerts: readonly Alert[]): Queue {
  const acted = new Map(queue.acted)
  for (const uuid of uuids) acted.delete(uuid)
  for (const { uuid, seq } of alerts) acted.set(uuid, seq)
  return { ...freshened(queue, alerts), acted }
}

/** Updates known rows from a call's response if it is newer (rule QUEUE-4). */
export function freshened(queue: Queue, alerts: readonly Alert[]): Queue {
  return edited(queue, (draft) => {
    for (const alert of alerts) freshen(draft, alert)
  })
}

/** Updates an alert if this state is newer. Returns whether the alert was already known, in a row or waiting. */
export function freshen(draft: Draft, alert: Alert): boolean {
  const entry = draft.entries.get(alert.uuid)
  const held = draft.held.get(alert.uuid)
  if (entry !== undefined) {
    const newest = alert.seq > entry.alert.seq ? alert : entry.alert
    put(draft, alert.uuid, { ...entry, alert: newest, unconfirmed: false })
  } else if (held !== undefined && alert.seq > held.alert.seq) {
    draft.held.set(alert.uuid, { ...held, alert })
  }
  return held !== undefined || (entry !== undefined && !entry.apart)
}

/** Adds a row for an alert that has none. */
export function seat(draft: Draft, alert: Alert): void {
  const apart = draft.entries.get(alert.uuid)
  put(draft, alert.uuid, placed(apart === undefined || alert.seq > apart.alert.seq ? alert : apart.alert, draft.sort))
}

/**
 * Adds the waiting alerts to the list and removes the rows that left. The rows between keep their order (rules QUEUE-7,
 * QUEUE-63).
 */
export function shown(queue: Queue): Queue {
  return edited(queue, (draft) => {
    const arrivals = sorted(
      [...draft.held.values()].map(({ alert }) => alert),
      queue.sort,
    )
    removeLeft(draft)
    for (const alert of arrivals) seat(draft, alert)
    draft.order = merged(
      draft,
      arrivals.map(({ uuid }) => uuid),
    )
    draft.held = new Map()
  })
}

/** Removes the rows that left; nothing else moves (rule QUEUE-70). */
export function swept(queue: Queue): Queue {
  return queue.left === 0 ? queue : edited(queue, removeLeft)
}

function removeLeft(draft: Draft): void {
  if (draft.left === 0) return
  const gone = new Set(draft.order.filter((uuid) => draft.entries.get(uuid)?.left === true))
  for (const uuid of gone) drop(draft, uuid)
  draft.order = draft.order.filter((uuid) => !gone.has(uuid))
}

/**
 * The order with the arrivals: the latest on top; under another order, each arrival above the first row that ranks
 * below it.
 */
function merged({ sort, order, entries }: Draft, arrivals: readonly string[]): string[] {
  if (sort === 'newest') return [...arrivals, ...order]
  const rows: string[] = []
  let next = 0
  for (const uuid of order) {
    while (next < arrivals.length && isBelow(entries.get(uuid), entries.get(arrivals[next]!)!.placedAt))
      rows.push(arrivals[next++]!)
    rows.push(uuid)
  }
  return [...rows, ...arrivals.slice(next)]
}

/** Handles the cursor leaving a row: if the row no longer matches, it is removed now (rule QUEUE-9). */
export function leftBehind(queue: Queue, uuid: string | null): Queue {
  if (uuid === null || queue.entries.get(uuid)?.left !== true) return queue
  return edited(queue, (draft) => removeRow(draft, uuid))
}
