import { keyOfFrame, labelled, type Attack, type Span } from '../labelled.ts'
import { frequentIn } from '../survey.ts'
import type { MakeAttack } from './making.ts'

/** This many frames of an id must be missing before detection can be expected. */
const least = 20

/** Frames of `count` ids are suppressed, all of them or a share. */
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

/** All frames are suppressed. */
export const silence =
  (): MakeAttack =>
  (_survey, span: Span): Attack => ({ ...span, frames: [], alter: () => [] })
