import type { CompiledDbc } from '../dbc/compile.ts'
import { bytesOf as bytesIn } from './bits.ts'
import { named } from './derive.ts'
import { type CanFrame, canFlags, dlcOf, idOfKey, keyOf, lengthOfDlc } from './frame.ts'
import {
  idsDetailed,
  isDetailed,
  makeColumns,
  restoreColumns,
  saveColumns,
  type Columns,
  type SavedColumns,
} from './learn-columns.ts'
import { beginProofs, checksumsOf, countersOf, foldProofs } from './learn-counters.ts'
import { bytesOf, foldPayload, numbersOf } from './learn-payload.ts'
import { createNumbers, type Numbers, type SavedNumbers } from './learn-numbers.ts'
import { cycleOf, foldTime } from './learn-timing.ts'
import { modelled } from './model.ts'
import { isStandardLine } from '../transport/addresses.ts'
import type { CanProfile, CounterProfile, IdProfile } from './profile.ts'

/** Maximum number of ids learned in detail, and of ids known at all; of the latter only their presence is known. */
const idsLearned = 256
const idsKnown = 2_048
/** A bus without a frame for longer than this is off: nothing is learned from the gap. */
const pauseMs = 1_000
/** If frames have either the same time or at least this distance, ms, the bus was stamped by a coarse clock. */
const coarseMs = 0.9

/**
 * Learns what is normal on a bus, frame by frame, from traffic that is assumed to be benign (rules PROFILE-1 to
 * PROFILE-9 of ./SPEC.md).
 */
export interface Learner {
  push(frame: CanFrame): void
  /** Seconds in which the bus was active. */
  readonly seconds: number
  readonly frames: number
  readonly ids: number
  /** Returns true if the presence of this id on the bus is known. */
  knows(key: number): boolean
  /** With a DBC it includes the names of its messages, and the ranges of its signals in addition to those found. */
  profile(dbc?: CompiledDbc): CanProfile
  save(): SavedLearner
}

export interface SavedLearner {
  readonly seconds: number
  readonly frames: number
  readonly peak: number
  /** The shortest time between two frames of the bus, ms. */
  readonly shortest: number
  /** Number of frames with the same time stamp as the previous one. */
  readonly same: number
  readonly ids: number
  /** Ids beyond those learned in detail. */
  readonly others: readonly number[]
  readonly columns: SavedColumns
  readonly numbers?: SavedNumbers | undefined
}

/**
 * Creates a learner. With `isContent` the content of payloads is learned too; without it only which ids are sent, when
 * and with which length (rule WATCH-2), which takes a third of the memory.
 */
export function createLearner(saved?: SavedLearner, isContent = true): Learner {
  const detailed = isContent ? idsDetailed : 0
  let columns: Columns = saved ? restoreColumns(saved.columns, saved.ids, detailed) : makeColumns(16, detailed)
  let { seconds, frames, peak, shortest, same, ids } = saved ?? {
    seconds: 0,
    frames: 0,
    peak: 0,
    shortest: pauseMs,
    same: 0,
    ids: 0,
  }
  const places = new Map<number, number>()
  for (let place = 0; place < ids; place++) places.set(columns.key[place]!, place)
  const others = new Set(saved?.others)
  const numbers = createNumbers(saved?.numbers, seconds)
  // a stretch is a time without a pause of the bus; a new one begins with the process, because nothing is known of the
  // time in between
  let stretch = 1
  let last = Number.NaN
  let second = 0
  let inSecond = 0
  columns.stretch.fill(0)
  const isProtection = (place: number, byte: number, bit: number) => protects(columns, place, byte, bit)

  function advance(ts: number): void {
    const passed = ts - last
    if (passed > pauseMs || passed < -pauseMs) stretch += 1
    else if (passed > 0) seconds += passed / 1000
    if (passed > 0 && passed < shortest) shortest = passed
    if (passed === 0) same += 1
    if (!(passed <= 0 && passed >= -pauseMs)) last = ts
    const now = Math.floor(ts / 1000) >>> 0
    inSecond = now === second ? inSecond + 1 : 1
    second = now
    peak = Math.max(peak, inSecond)
    frames += 1
  }

  function placeOf(key: number): number {
    const known = places.get(key)
    if (known !== undefined) return known
    if (ids >= idsLearned) {
      if (others.size + ids < idsKnown) others.add(key)
      return -1
    }
    if ((ids + 1) * modelled > columns.payload.length)
      columns = makeColumns(Math.min(idsLearned, ids + 16), detailed, columns)
    columns.key[ids] = key
    beginProofs(columns, ids)
    places.set(key, ids)
    return ids++
  }

  function foldContent(place: number, data: Uint8Array, isNext: boolean): void {
    foldPayload(columns, place, data, isNext)
    foldProofs(columns, place, data, isNext)
    columns.payload.set(data.length > modelled ? data.subarray(0, modelled) : data, place * modelled)
  }

  return {
    get seconds() {
      return seconds
    },
    get frames() {
      return frames
    },
    get ids() {
      return ids + others.size
    },
    knows: (key) => places.has(key) || others.has(key),
    push({ ts, id, flags, data }) {
      if ((flags & canFlags.error) !== 0) return
      advance(ts)
      const place = placeOf(keyOf(id, (flags & canFlags.ext) !== 0))
      if (place < 0) return
      const isNext = columns.stretch[place] === (stretch & 0xffff)
      foldTime(columns, place, ts, second, isNext)
      if ((flags & canFlags.rtr) === 0) {
        columns.lengths[place]! |= 1 << dlcOf(data.length)
        if (isContent) foldContent(place, data, isNext)
        columns.frames[place]! += 1
        if (isDetailed(columns, place)) numbers.fold(columns, place, ts, data, isNext)
      }
      columns.last[place] = ts
      columns.stretch[place] = stretch & 0xffff
      if (isContent) numbers.look(columns, Math.min(ids, idsDetailed), seconds, isProtection)
    },
    profile(dbc) {
      const learned = Array.from({ length: ids }, (_, place) =>
        idProfileOf(columns, numbers, place, shortest >= coarseMs && same > frames / 20 ? shortest : 0, isContent),
      )
      const known = [...others].map((key) => ({ ...unlearned, ...idOfKey(key) }))
      const all = [...learned, ...known].sort((a, b) => Number(a.ext) - Number(b.ext) || a.id - b.id)
      return {
        shape: 1,
        learned: { frames, seconds: Math.round(seconds * 1000) / 1000, vehicles: 1 },
        load: { mean: seconds > 0 ? Math.round((frames / seconds) * 10) / 10 : 0, peak },
        ids: dbc ? all.map((id) => named(id, dbc)) : all,
        exceptions: [],
        correlations: numbers.relations(columns),
      }
    },
    save: () => ({
      seconds,
      frames,
      peak,
      shortest,
      same,
      ids,
      others: [...others],
      columns: saveColumns(columns, ids),
      numbers: numbers.save(),
    }),
  }
}

/** The profile of an id beyond those learned in detail. */
const unlearned: Omit<IdProfile, 'id' | 'ext'> = {
  name: null,
  frames: 0,
  lengths: [],
  cycle: null,
  peak: 0,
  repeats: 0,
  bytes: [],
  counters: [],
  checksums: [],
  signals: [],
}

/**
 * Diagnostics are sent on request: from the content on their ids nothing is learned, only that the ids are present.
 */
function talkOf(columns: Columns, place: number): IdProfile {
  return { ...unlearned, ...idOfKey(columns.key[place]!), frames: columns.frames[place]!, peak: columns.peak[place]! }
}

function idProfileOf(columns: Columns, numbers: Numbers, place: number, coarse: number, isContent: boolean): IdProfile {
  if (isStandardLine(columns.key[place]!)) return talkOf(columns, place)
  const lengths = lengthOfDlc.filter((_, code) => (columns.lengths[place]! & (1 << code)) !== 0)
  const paced = {
    ...talkOf(columns, place),
    lengths,
    cycle: cycleOf(columns, place, coarse),
    repeats: columns.repeats[place]!,
  }
  if (!isContent) return paced
  const longest = lengths.at(-1) ?? 0
  const counters = countersOf(columns, place)
  const checksums = checksumsOf(columns, place)
  const found = numbers.signalsOf(place)
  const isFound = (byte: number) =>
    found.some((group) => byte >= bytesIn(group).first && byte < bytesIn(group).first + bytesIn(group).count)
  const isTaken = (byte: number) =>
    isFound(byte) ||
    checksums.some((sum) => sum.byte === byte) ||
    counters.some(({ startBit }) => startBit >> 3 === byte)
  return {
    ...paced,
    bytes: bytesOf(columns, place, longest),
    counters,
    checksums,
    signals: [...found, ...numbersOf(columns, place, longest, isTaken)],
  }
}

/** Returns true if a bit is known to belong to a counter or a checksum. */
function protects(columns: Columns, place: number, byte: number, bit: number): boolean {
  const isCounting = ({ startBit, length }: CounterProfile) =>
    startBit >> 3 === byte && (startBit & 7) <= bit && bit < (startBit & 7) + length
  return checksumsOf(columns, place).some((sum) => sum.byte === byte) || countersOf(columns, place).some(isCounting)
}
