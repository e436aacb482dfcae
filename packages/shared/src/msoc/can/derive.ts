import type { CompiledDbc, CompiledMessage, CompiledSignal } from '../dbc/compile.ts'
import type { CanProfile, CounterProfile, CycleProfile, IdProfile, SignalProfile } from './profile.ts'

/**
 * Returns the profile that follows from a DBC alone: the ids, their lengths and cycles (GenMsgCycleTime), the ranges of
 * their signals, and the counters, recognised by name. Nothing in it is learned: `learned` is 0, which detectors treat
 * as certain (rule PROFILE-10).
 */
export function deriveProfile(dbc: CompiledDbc): CanProfile {
  return {
    shape: 1,
    learned: { frames: 0, seconds: 0, vehicles: 0 },
    load: { mean: 0, peak: 0 },
    ids: dbc.messages.map(idOf).sort((a, b) => Number(a.ext) - Number(b.ext) || a.id - b.id),
    exceptions: [],
  }
}

function idOf(message: CompiledMessage): IdProfile {
  return {
    id: message.id,
    ext: message.ext,
    name: message.name,
    frames: 0,
    lengths: [message.length],
    cycle: cycleOf(message),
    peak: 0,
    repeats: 0,
    bytes: [],
    counters: message.signals.flatMap(counterOf),
    checksums: [],
    signals: message.signals.flatMap(rangeOf),
  }
}

/** The tolerance of a tenth either way is what most specifications allow. */
function cycleOf({ cycleMs }: CompiledMessage): CycleProfile | null {
  return cycleMs === null ? null : { ms: cycleMs, jitterMs: cycleMs / 10, minMs: cycleMs / 2, maxMs: cycleMs * 2 }
}

const counterName = /(^|_)(message|msg|alive|rolling)?_?(counter|cntr|cnt|rc)(_|\d*$)/i

function counterOf({ name, startBit, length, isIntel, isMultiplexed }: CompiledSignal): CounterProfile[] {
  const isInByte = length <= 8 && (isIntel ? (startBit & 7) + length <= 8 : (startBit & 7) - length >= -1)
  return counterName.test(name) && length >= 2 && isInByte && !isMultiplexed
    ? [{ startBit, length, isIntel, step: 1 }]
    : []
}

/**
 * Returns the raw range that the DBC allows a signal; none where it allows every value of its bits, or where the signal
 * is not always present.
 */
function rangeOf({
  name,
  min,
  max,
  factor,
  offset,
  startBit,
  length,
  isIntel,
  isSigned,
  float,
  isMultiplexed,
}: CompiledSignal): SignalProfile[] {
  if (min === undefined || max === undefined || float !== 0 || isMultiplexed || length > 32) return []
  const [low, high] = [(min - offset) / factor, (max - offset) / factor].sort((a, b) => a - b) as [number, number]
  const least = isSigned ? -(2 ** (length - 1)) : 0
  if (!Number.isFinite(low) || !Number.isFinite(high) || (low <= least && high >= least + 2 ** length - 1)) return []
  return [
    {
      name,
      startBit,
      length,
      isIntel,
      isSigned,
      min: Math.floor(low),
      max: Math.ceil(high),
      maxStep: null,
      repeats: 0,
    },
  ]
}

/**
 * Maximum number of ids and signals of a profile that takes names from a DBC: enough for any bus, and no more than the
 * watch of every vehicle can hold.
 */
const idsAtMost = 2_048
const signalsAtMost = 16_384

/**
 * Returns why a profile with the content of a DBC is too large to watch a bus with; undefined where it is not too large
 * (rule PROFILE-10).
 */
export function refusalOf({ ids }: Pick<CanProfile, 'ids'>): string | undefined {
  if (ids.length > idsAtMost) return tooMany('ids', idsAtMost, ids.length)
  const signals = ids.reduce((sum, one) => sum + one.signals.length + one.counters.length, 0)
  return signals > signalsAtMost ? tooMany('signals', signalsAtMost, signals) : undefined
}

function tooMany(what: string, most: number, count: number): string {
  const limit = most.toLocaleString('en')
  return `A profile has at most ${limit} ${what}; this one would have ${count.toLocaleString('en')}.`
}

/** Returns a learned id with its message's name, and with its signals' ranges in addition to the learned numbers. */
export function named(id: IdProfile, dbc: CompiledDbc): IdProfile {
  const message = dbc.messageOf(id.id, id.ext)
  return message ? { ...id, name: message.name, signals: [...message.signals.flatMap(rangeOf), ...id.signals] } : id
}
