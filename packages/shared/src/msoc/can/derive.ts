import type { CompiledDbc, CompiledMessage, CompiledSignal } from '../dbc/compile.ts'
import type { CanProfile, CounterProfile, CycleProfile, IdProfile, SignalProfile } from './profile.ts'

/**
 * What a DBC alone says is normal: which ids there are, how long and in which cycle (GenMsgCycleTime), what ranges
 * their signals have, and what counts by its name. Nothing is learned in it: `learned` is 0, which detectors take for
 * certain (rule PROFILE-10).
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

/** A tenth either way is what most specifications allow. */
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
 * The raw range that the DBC allows a signal; none where it allows all that its bits can say, or isn't always there.
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
 * Ids and signals of a profile that names come into: as many as a bus has, and no more than every vehicle's watch can
 * hold.
 */
const idsAtMost = 2_048
const signalsAtMost = 16_384

/**
 * Why a profile with what a DBC says in it is too large to watch a bus by; undefined where it is not (rule PROFILE-10).
 */
export function refusalOf({ ids }: Pick<CanProfile, 'ids'>): string | undefined {
  if (ids.length > idsAtMost)
    return `A profile has at most ${idsAtMost.toLocaleString('en')} ids; this one would have ${ids.length.toLocaleString('en')}.`
  const signals = ids.reduce((sum, one) => sum + one.signals.length + one.counters.length, 0)
  return signals > signalsAtMost
    ? `A profile has at most ${signalsAtMost.toLocaleString('en')} signals; this one would have ${signals.toLocaleString('en')}.`
    : undefined
}

/** A learned id with its message's name and its signals' ranges, which stand beside the numbers that were found. */
export function named(id: IdProfile, dbc: CompiledDbc): IdProfile {
  const message = dbc.messageOf(id.id, id.ext)
  return message ? { ...id, name: message.name, signals: [...message.signals.flatMap(rangeOf), ...id.signals] } : id
}
