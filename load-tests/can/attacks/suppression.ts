import { keyOfFrame, labelled, type Attack, type Span } from '../labelled.ts'
import { frequentIn } from '../survey.ts'
import type { MakeAttack } from './making.ts'

/** An id must be missed so many times before anyone can be expected to notice. */
const least = 20

/** Frames of so many ids do not come, or this share of them does not. */
export const suppress =
  (count: number, share = 1): MakeAttack =>
  (survey, span, chance) => {
    const left = [...frequentIn(survey, span.to - span.from, least)]
    const ids = new Set(
      Array.from({ length: Math.min(count, left.length) }, () => left.splice(chance.below(left.length), 1)[0]!.key),
    )
    const lost = chance.fork(1)
    return {
      ...span,
      frames: [],
      alter: (frame) => (ids.has(keyOfFrame(frame)) && lost.happens(share) ? [] : [labelled(frame, 'genuine')]),
    }
  }

/** Nothing comes at all. */
export const silence =
  (): MakeAttack =>
  (_survey, span: Span): Attack => ({ ...span, frames: [], alter: () => [] })
