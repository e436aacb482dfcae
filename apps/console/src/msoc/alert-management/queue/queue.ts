import type { Alert, AlertOrder, LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { byPlace, type Place, placeIn } from './order.ts'

/**
 * Arrivals kept whole until they are shown. Past this they are only counted, and showing them reads the list anew (rule
 * QUEUE-8).
 */
export const mostHeld = 500

/** As many rows as the list has room for, loaded or not: what can be reached by number (rule QUEUE-12). */
export const mostRows = 1_000_000

/** One row of the list. */
interface Entry {
  readonly alert: Alert
  /** Where it belonged as it took its place: later repeats do not move it (rule QUEUE-3). */
  readonly placedAt: Place
  /** It stopped matching the filter, and stays in place until the analyst moves on (rule QUEUE-9). */
  readonly left: boolean
  /** A new snapshot did not reach down to it yet (rule QUEUE-14). */
  readonly unconfirmed: boolean
  /** It is in no row: selected or under the cursor, while the list shows another part (rule QUEUE-74). */
  readonly apart: boolean
}

/** An alert that waits above the list. Repeated: it was there before, below the rows that are loaded. */
interface Held {
  readonly alert: Alert
  readonly repeated: boolean
}

/** What the list knows: the part of it that is loaded, what waits to be shown, and where the next page begins. */
export interface Queue {
  readonly epoch: string
  readonly sort: AlertOrder
  /** How many rows stand above the loaded ones. */
  readonly start: number
  /** The loaded rows. */
  readonly order: readonly string[]
  readonly entries: ReadonlyMap<string, Entry>
  /** How many rows left, and how many a new snapshot did not reach yet. */
  readonly left: number
  readonly unconfirmed: number
  readonly held: ReadonlyMap<string, Held>
  /** Arrivals that did not fit among the held ones. */
  readonly overflow: Readonly<Partial<Record<Severity, number>>>
  readonly crowded: boolean
  /** How many alerts match, loaded or not. */
  readonly total: number
  /**
   * Further alerts that are not loaded: they begin below `floor`, at the cursor where that is known. Null: there are
   * none.
   */
  readonly rest: { readonly floor: Place; readonly cursor: string | null } | null
  /**
   * Alerts that this analyst changed here, and up to which seq: leaving and returning by that is no surprise (rule
   * QUEUE-10).
   */
  readonly acted: ReadonlyMap<string, number>
  /** Where alerts stood that left through this analyst's own change. */
  readonly former: ReadonlyMap<string, Place>
}

/** A part of the list as the server tells it: a snapshot, or a page. */
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
 * A queue with its collections copied, to be written to while one burst is folded in. The order is replaced and never
 * written to: while it stays the same one, the list knows that no row moved.
 */
export type Draft = { -readonly [Key in keyof Queue]: Queue[Key] } & {
  entries: Map<string, Entry>
  held: Map<string, Held>
  former: Map<string, Place>
}

/** One copy a burst, not one a change: 2,000 changes a second stay cheap. */
export function edited(queue: Queue, edit: (draft: Draft) => void): Queue {
  const draft = { ...queue, entries: new Map(queue.entries), held: new Map(queue.held), former: new Map(queue.former) }
  edit(draft)
  return draft
}

/** Writes a row down; the counts of rows that left or are unconfirmed follow. */
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
 * The list as a snapshot tells it, with nothing held (rules QUEUE-1, QUEUE-2). What `before` kept apart stays so where
 * it has no row.
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

/** Nothing but these alerts, apart: what a list that starts over goes on with (rule QUEUE-74). */
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

/** Folds what happened meanwhile into the list, in the order in which it happened. */
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
 * What ranks among rows that are not loaded comes with them; above the loaded ones, unless it is surely not among them
 * (rules QUEUE-6, QUEUE-74).
 */
function waitsAbove({ rest, start, sort }: Draft, kind: LiveAlert['kind'], alert: Alert): boolean {
  if (rest !== null && byPlace(placeIn(sort, alert), rest.floor) > 0) return false
  return start === 0 || kind === 'raise' || (kind === 'count' && sort === 'newest')
}

/**
 * Whether a change tells nothing that the row does not know. An answer to this analyst's own call knows the change
 * already, but not that the alert left the filter by it: leaving counts at the same seq too.
 */
function isOld({ seq, alert }: LiveAlert, known: Alert): boolean {
  return alert === null ? seq < known.seq : seq <= known.seq
}

/** Changes in place. The seq says which of two answers is the newer one (rule QUEUE-4). */
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

/** Puts an alert among those that wait, or counts it where they are too many. */
export function hold(draft: Draft, alert: Alert, repeated: boolean): void {
  if (draft.held.size < mostHeld) {
    draft.held.set(alert.uuid, { alert, repeated })
    return
  }
  draft.crowded = true
  if (!repeated) draft.overflow = { ...draft.overflow, [alert.severity]: (draft.overflow[alert.severity] ?? 0) + 1 }
}

/**
 * An alert that this analyst let go of and took back stands again where it stood; above or below the loaded rows it
 * comes with others.
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
 * An undo was answered: its alerts stand where they stood, without waiting for the channel to say so (rule QUEUE-10).
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
 * This analyst is about to change these alerts: until the answer, whatever happens to them is taken for that (rule
 * QUEUE-10).
 */
export function acting(queue: Queue, uuids: readonly string[]): Queue {
  return { ...queue, acted: new Map([...queue.acted, ...uuids.map((uuid) => [uuid, Infinity] as const)]) }
}

/** The server answered, or refused: rows become as told, and what happens after that is others' doing again. */
export function answered(queue: Queue, uuids: readonly string[], alerts: readonly Alert[]): Queue {
  const acted = new Map(queue.acted)
  for (const uuid of uuids) acted.delete(uuid)
  for (const { uuid, seq } of alerts) acted.set(uuid, seq)
  return { ...freshened(queue, alerts), acted }
}

/** What the server answered to a call: rows that are here become as told, if that is newer (rule QUEUE-4). */
export function freshened(queue: Queue, alerts: readonly Alert[]): Queue {
  return edited(queue, (draft) => {
    for (const alert of alerts) freshen(draft, alert)
  })
}

/** Whether the alert was already here, in a row or among the held; it is as told now, if that is newer. */
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

/** Gives an alert a row, which it did not have. */
export function seat(draft: Draft, alert: Alert): void {
  const apart = draft.entries.get(alert.uuid)
  put(draft, alert.uuid, placed(apart === undefined || alert.seq > apart.alert.seq ? alert : apart.alert, draft.sort))
}

/**
 * Puts what waited into the list, and takes out what left. Rows in between keep their order (rules QUEUE-7, QUEUE-63).
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

/** Rows that left go, and nothing else moves (rule QUEUE-70). */
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
 * The latest come on top; under another order each arrival goes where it belongs, above the first row that ranks below
 * it.
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

/** The cursor left this row: if the row stopped matching meanwhile, it goes now (rule QUEUE-9). */
export function leftBehind(queue: Queue, uuid: string | null): Queue {
  if (uuid === null || queue.entries.get(uuid)?.left !== true) return queue
  return edited(queue, (draft) => removeRow(draft, uuid))
}
