import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import type { Chance } from '../chance.ts'
import { readBits, writeBits } from '../bits.ts'
import { forged, keyOfFrame, labelled, type Span } from '../labelled.ts'
import { frequentIn, type ObservedId, type Survey } from '../survey.ts'
import { beats, type MakeAttack } from './making.ts'

/** The minimum occurrences of an attacked id: with fewer, there is no attack by rate. */
const least = 12

/** One of the bus's ids, and the field of it that the attacker wants to forge. */
export interface Target {
  readonly observed: ObservedId
  readonly field: readonly number[]
}

/** A random target among the ids that occur at least `times` times in the span. */
export function targetOf(survey: Survey, span: Span, chance: Chance, times = least): Target {
  const frequent = frequentIn(survey, span.to - span.from, times)
  const forgeable = frequent.filter((observed) => survey.fieldsOf(observed).length > 0)
  const observed = chance.pick(forgeable.length > 0 ? forgeable : frequent)
  return { observed, field: chance.pick(survey.fieldsOf(observed)) ?? [] }
}

export const isOf = ({ key }: ObservedId, frame: CanFrame): boolean => keyOfFrame(frame) === key

/** The payload with the field at that end of its scale that is farther away. */
export function farthest({ field }: Target, data: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(data)
  const most = 2 ** field.length - 1
  writeBits(changed, field, readBits(data, field) * 2 > most ? 0 : most)
  return changed
}

/** Frames of a known id in addition to the genuine ones, `factor` times as many in total, at the attacker's pace. */
export const spoof =
  (factor: number): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance)
    const { last, cycleMs, key } = target.observed
    const data = farthest(target, last.data)
    survey.protect(key, data)
    const perSecond = ((factor - 1) * 1000) / cycleMs
    return { ...span, frames: beats(span, perSecond, chance).map((ts) => forged(last, data, ts)) }
  }

/** One forged frame directly after each genuine one, so that a receiver mostly acts on the forged value. */
export const spoofBehind =
  (delayMs: number): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance)
    return {
      ...span,
      frames: [],
      alter: (frame) => {
        const genuine = labelled(frame, 'genuine')
        return isOf(target.observed, frame)
          ? [genuine, forged(frame, farthest(target, frame.data), frame.ts + delayMs)]
          : [genuine]
      },
    }
  }
