import { canFlags, idOfKey } from '@carapace/shared/msoc/can/frame'
import { createRoom, type Room } from './buffers.ts'
import { changeOf, type Notches } from './changes.ts'
import type { Codebook } from './codebook.ts'
import { expectedCycle } from './cycle.ts'
import { chunkFrames, type FrameStore } from './frame-store.ts'
import type { Matches, Probe } from './match.ts'
import { paceOf } from './pace.ts'
import type { OverwriteRow, View } from './protocol.ts'
import { type Count, cycleOf, intervalsOf, mostIntervals, type Tally } from './tally.ts'

/**
 * Maximum number of rows. A screen shows fifty ids, a bus has a few hundred, and a fuzzer makes millions (rule
 * ANALYZER-14).
 */
export const mostRows = 2_000

interface Overwritten {
  readonly rows: readonly OverwriteRow[]
  /** Number of ids that pass the filter, and of them those that are in a DBC or not. */
  readonly shown: number
  readonly inDbc: number
  readonly unknown: number
}

interface Sight {
  readonly store: FrameStore
  readonly tally: Tally
  readonly book: Codebook
  readonly matches: Matches
  readonly notches: Notches
  readonly view: Pick<View, 'bus' | 'sort' | 'isNotched'>
}

/** An id with the values that rows are ordered and filtered by. */
interface Candidate {
  readonly slot: number
  readonly bus: string
  readonly key: number
  readonly name: string | undefined
  readonly count: Count
  readonly hz: number
  readonly intervals: Float32Array
  readonly cycle: { readonly period: number; readonly jitter: number } | undefined
}

/** The latest frame of each id that passes the filter, in the requested order. */
export function overwriteRows(sight: Sight): Overwritten {
  const { view, book } = sight
  const candidates = candidatesOf(sight)
  const inDbc = candidates.filter(({ name }) => name !== undefined).length
  candidates.sort(orderOf(view.sort))
  const listed = candidates.slice(0, mostRows)
  const room = createRoom(listed.length * (2 * 64 + 4 * mostIntervals + 4))
  const rows = listed.map((each) => rowOf(sight, each, room))
  const unknown = candidates.filter(({ bus, key, name }) => isUnknown(book, bus, key, name)).length
  return { rows, shown: candidates.length, inDbc, unknown }
}

function candidatesOf({ store, tally, book, matches, view }: Sight): Candidate[] {
  const found: Candidate[] = []
  tally.counts.forEach((count, slot) => {
    const each = store.slots[slot]
    if (!count || !each) return
    const bus = store.buses[each.bus]!
    if (view.bus !== undefined && bus !== view.bus) return
    const intervals = intervalsOf(count)
    const candidate = {
      slot,
      bus,
      key: each.key,
      name: book.message(bus, each.key)?.name,
      count,
      hz: tally.hz(count),
      intervals,
      cycle: cycleOf(intervals),
    }
    if (matches(probeOf(store, candidate))) found.push(candidate)
  })
  return found
}

function probeOf(store: FrameStore, { bus, key, slot, count, hz, cycle }: Candidate): Probe {
  const chunk = store.chunk(count.last)
  const place = count.last % chunkFrames
  return {
    bus,
    key,
    slot,
    flags: chunk.flags[place]!,
    length: chunk.length[place]!,
    text: '',
    data: () => store.data(count.last),
    before: () => dataBefore(store, count.last),
    period: () => cycle?.period ?? NaN,
    rate: () => hz,
  }
}

function dataBefore(store: FrameStore, frame: number): Uint8Array | undefined {
  const before = store.before(frame)
  return before === undefined ? undefined : store.data(before)
}

type Order = (a: Candidate, b: Candidate) => number

function orderOf({ by, isDescending }: View['sort']): Order {
  const compare = orders[by]
  const sign = isDescending ? -1 : 1
  return (a, b) => sign * compare(a, b) || orders.id(a, b)
}

/** The sort keys; unknown values come first in ascending order. */
const orders: Readonly<Record<View['sort']['by'], Order>> = {
  id: (a, b) => a.bus.localeCompare(b.bus) || a.key - b.key,
  name: (a, b) => (a.name ?? '').localeCompare(b.name ?? ''),
  count: (a, b) => a.count.frames - b.count.frames,
  rate: (a, b) => a.hz - b.hz,
  period: (a, b) => (a.cycle?.period ?? -1) - (b.cycle?.period ?? -1),
  jitter: (a, b) => (a.cycle?.jitter ?? -1) - (b.cycle?.jitter ?? -1),
  age: (a, b) => b.count.at - a.count.at,
}

function rowOf(
  { store, book, notches, view }: Sight,
  { slot, bus, key, name, count, hz, intervals, cycle }: Candidate,
  room: Room,
): OverwriteRow {
  const chunk = store.chunk(count.last)
  const flags = chunk.flags[count.last % chunkFrames]!
  const latest = store.data(count.last)
  const data = room.bytes(latest.length)
  data.set(latest)
  const change = room.signed(latest.length)
  changeOf(latest, dataBefore(store, count.last), view.isNotched ? notches.get(slot) : undefined, change)
  const shown = room.floats(intervals.length)
  shown.set(intervals)
  const message = book.message(bus, key)
  return {
    bus,
    key,
    ...idOfKey(key),
    fd: (flags & canFlags.fd) !== 0,
    rtr: (flags & canFlags.rtr) !== 0,
    name,
    ecu: message?.sender ?? undefined,
    data,
    change,
    count: count.frames,
    hz,
    period: cycle?.period,
    jitter: cycle?.jitter,
    intervals: shown,
    expected: expectedCycle(book.learned(bus, key), message),
    at: count.at,
    oddity: oddityOf(book, bus, key, name, intervals),
  }
}

function oddityOf(
  book: Codebook,
  bus: string,
  key: number,
  name: string | undefined,
  intervals: Float32Array,
): OverwriteRow['oddity'] {
  const expected = expectedCycle(book.learned(bus, key), book.message(bus, key))
  return paceOf(intervals, expected?.ms)?.is ?? (isUnknown(book, bus, key, name) ? 'unknown' : undefined)
}

/** Whether an id is in no DBC, or was never learned although the bus has a profile. */
function isUnknown(book: Codebook, bus: string, key: number, name: string | undefined): boolean {
  return (book.hasDbc(bus) && name === undefined) || (book.isLearned(bus) && book.learned(bus, key) === undefined)
}
