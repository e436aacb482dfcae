import { canFlags, type CanFrame } from '@carapace/shared/msoc/can/frame'
import { bitsOfByte } from './bits.ts'
import { keyOfFrame } from './labelled.ts'

/** An attacker's knowledge of one id, from listening. */
export interface ObservedId {
  readonly key: number
  readonly id: number
  readonly flags: number
  readonly bus: string
  readonly frames: number
  /** Mean time between frames, ms. */
  readonly cycleMs: number
  /** Bits that changed, by byte. */
  readonly changing: Uint8Array
  readonly last: CanFrame
}

/** An attacker's knowledge of a bus, from listening: its ids, the most frequent first, and a recording. */
export interface Survey {
  readonly bus: string
  readonly ids: readonly ObservedId[]
  readonly keys: ReadonlySet<number>
  readonly recorded: readonly CanFrame[]
  /**
   * Groups of bits in an id's payload that an attacker may want to forge: signals if they are known, else bytes that
   * change.
   */
  fieldsOf(observed: ObservedId): readonly (readonly number[])[]
  /** Recomputes the checksums of a forged payload; does nothing if the attacker does not know how. */
  protect(key: number, data: Uint8Array): void
}

/** Additional knowledge of an attacker, from documents. */
export interface Insight {
  readonly fieldsOf?: (key: number) => readonly (readonly number[])[]
  readonly protect?: (key: number, data: Uint8Array) => void
}

type Observation = ObservedId & { frames: number; cycleMs: number; last: CanFrame; readonly firstMs: number }

/** Analyses benign frames of one bus, at least one. */
export function surveyOf(frames: readonly CanFrame[], insight: Insight = {}): Survey {
  const observed = new Map<number, Observation>()
  for (const frame of frames) {
    if ((frame.flags & (canFlags.error | canFlags.rtr)) !== 0) continue
    const key = keyOfFrame(frame)
    const known = observed.get(key)
    if (known === undefined) observed.set(key, firstObservation(key, frame))
    else observe(known, frame)
  }
  const ids = [...observed.values()].sort((a, b) => b.frames - a.frames || a.key - b.key)
  return {
    bus: frames[0]!.bus,
    ids,
    keys: new Set(observed.keys()),
    recorded: frames,
    fieldsOf: (one) => changingFields(one, insight.fieldsOf?.(one.key) ?? bytesOf(one)),
    protect: insight.protect ?? (() => undefined),
  }
}

/** Bytes in which at least a third of the bits change. */
function changingFields(
  { changing }: ObservedId,
  fields: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const isChanging = (bit: number) => ((changing[bit >> 3]! >> (bit & 7)) & 1) === 1
  return fields.filter(
    (bits) => bits.every((bit) => bit < changing.length * 8) && bits.filter(isChanging).length * 3 >= bits.length,
  )
}

const bytesOf = ({ changing }: ObservedId) => Array.from(changing, (_, byte) => bitsOfByte(byte))

function firstObservation(key: number, frame: CanFrame): Observation {
  const { id, flags, bus, data, ts } = frame
  return {
    key,
    id,
    flags,
    bus,
    frames: 1,
    cycleMs: Infinity,
    changing: new Uint8Array(data.length),
    last: frame,
    firstMs: ts,
  }
}

function observe(known: Observation, frame: CanFrame): void {
  for (let i = 0; i < known.changing.length; i++) known.changing[i]! |= frame.data[i]! ^ known.last.data[i]!
  known.frames += 1
  known.last = frame
  known.cycleMs = (frame.ts - known.firstMs) / (known.frames - 1)
}

/** Ids that are frequent enough for an attack of this length: at least `least` frames. */
export function frequentIn(survey: Survey, lengthMs: number, least: number): readonly ObservedId[] {
  const frequent = survey.ids.filter(({ cycleMs }) => cycleMs * least <= lengthMs && cycleMs > 0)
  return frequent.length > 0 ? frequent : survey.ids.slice(0, 1)
}
