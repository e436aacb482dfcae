import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import type { Chance } from '../chance.ts'
import { forged, keyOfFrame, labelled, type LabelledFrame, type Span } from '../labelled.ts'
import { frequentIn, type Survey } from '../survey.ts'
import type { MakeAttack } from './making.ts'

/** An id must occur this often in the recording. */
const least = 12

/** Plays earlier recorded frames in addition to the genuine ones: of `ids` ids, or of the whole bus. */
export const replayBeside =
  (ids: number): MakeAttack =>
  (survey, span, chance) => ({ ...span, frames: played(survey, span, chance, chosen(survey, span, chance, ids)) })

/** The same, but the nodes that send the played ids are silenced. */
export const replayInstead =
  (count: number): MakeAttack =>
  (survey, span, chance) => {
    const ids = chosen(survey, span, chance, count)
    return {
      ...span,
      frames: played(survey, span, chance, ids),
      alter: (frame) => (ids.has(keyOfFrame(frame)) ? [] : [labelled(frame, 'genuine')]),
    }
  }

function chosen(survey: Survey, span: Span, chance: Chance, count: number): ReadonlySet<number> {
  if (count >= survey.ids.length) return survey.keys
  const left = frequentIn(survey, span.to - span.from, least).filter(({ changing }) =>
    changing.some((bits) => bits !== 0),
  )
  const from = left.length > 0 ? [...left] : [...survey.ids]
  return new Set(
    Array.from({ length: Math.min(count, from.length) }, () => from.splice(chance.below(from.length), 1)[0]!.key),
  )
}

/**
 * The recorded frames of these ids, from a random start in the recording, moved into the span; a short recording is
 * repeated.
 */
function played({ recorded }: Survey, { from, to }: Span, chance: Chance, ids: ReadonlySet<number>): LabelledFrame[] {
  const begins = recorded[0]!.ts
  const lengthMs = recorded.at(-1)!.ts - begins
  const skipMs = lengthMs > to - from ? chance.between(0, lengthMs - (to - from)) : 0
  const kept = recorded.filter((frame) => ids.has(keyOfFrame(frame)))
  const frames: LabelledFrame[] = []
  for (let shift = from - begins - skipMs; shift < to - begins; shift += lengthMs + 1)
    frames.push(...shifted(kept, shift, { from, to }))
  return frames
}

function shifted(frames: readonly CanFrame[], shift: number, { from, to }: Span): LabelledFrame[] {
  return frames
    .filter(({ ts }) => ts + shift >= from && ts + shift < to)
    .map((frame) => forged(frame, frame.data, frame.ts + shift))
}
