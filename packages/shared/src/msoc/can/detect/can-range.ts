import { fieldValue } from '../field-places.ts'
import type { BusModel } from '../model.ts'
import { ofOneId } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame } from './bus-detector.ts'
import { signOf } from './signs.ts'

interface Memory {
  /** By signal with a range: the number of values inside and outside of it, up to `countedTo`. */
  readonly within: Uint8Array
  readonly beyond: Uint8Array
}

const countedTo = 200
/** The third frame outside the range is reported; one or two are a sensor glitch. */
const beyondNeeded = 3
/** Values in range needed first: a signal that is outside from the start shows that the database is wrong. */
const withinNeeded = 30

/** Detects a signal outside the range that the DBC allows, which it kept before (rule CAN-RANGE-1). */
export const canRange: BusDetector<Memory | undefined> = {
  name: 'can-range',
  family: { ...ofOneId, strength: 0 },
  start: ({ model }) =>
    model && model.ranges.first.length > 0
      ? { within: new Uint8Array(model.ranges.first.length), beyond: new Uint8Array(model.ranges.first.length) }
      : undefined,
  step(memory, frame, facts, emit) {
    const { model } = facts
    if (!memory || !model || frame.index < 0) return
    for (let i = model.rangesFrom[frame.index]!; i < model.rangesFrom[frame.index + 1]!; i++) {
      const value = fieldValue(model.ranges, i, frame.data)
      if (!(value < model.ranges.min[i]! || value > model.ranges.max[i]!))
        memory.within[i] = Math.min(countedTo, memory.within[i]! + 1)
      else if (memory.within[i]! >= withinNeeded && isRepeated(memory, i)) emit(beyond(model, i, value, frame, facts))
      else if (memory.within[i]! < withinNeeded) memory.within[i] = 0
    }
  },
}

function isRepeated({ beyond: counts }: Memory, i: number): boolean {
  counts[i] = Math.min(countedTo, counts[i]! + 1)
  return counts[i] >= beyondNeeded
}

function beyond({ ranges, rangesFrom }: BusModel, i: number, value: number, frame: BusFrame, facts: BusFacts) {
  const signals = facts.profile?.ids
    .find(({ id, ext }) => id === frame.id && ext === frame.key > 0x1fffffff)
    ?.signals.filter(({ maxStep, length }) => maxStep === null && length <= 32)
  const name = signals?.[i - rangesFrom[frame.index]!]?.name ?? 'signal'
  const sign = signOf(
    'can-range',
    'medium',
    'Signal out of range in',
    frame,
    facts,
    [frame.seq],
    [{ field: name, observed: `${value} (raw)`, expected: `${ranges.min[i]} to ${ranges.max[i]} (raw)` }],
  )
  return { ...sign, observables: [...sign.observables, { kind: 'signal' as const, value: name }] }
}
