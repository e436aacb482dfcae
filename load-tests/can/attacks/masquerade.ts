import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import type { Chance } from '../chance.ts'
import { readBits, writeBits } from '../bits.ts'
import { forged, labelled, type Attack, type Span } from '../labelled.ts'
import type { Survey } from '../survey.ts'
import { isOf, targetOf, type Target } from './spoof.ts'
import type { MakeAttack } from './making.ts'

/** The attacked id must occur at least this often, so that the attack is detectable. */
const least = 12

/**
 * How the attacker treats the rest of the payload, and time: with recomputed checksums and from when the next frame is
 * due, or unchanged and from any time on.
 */
export type Care = 'careful' | 'careless'

/** Quartzes differ by up to this. */
const skewMost = 200e-6
/** A careful attacker, who starts a timer at a frame, is late by this: receiving, waking up, sending. */
const reactionMs = 0.6
const wakeUpMs = 0.15

/** Returns when another control unit, by its own clock, sends instead of the genuine one. */
function ownClock(span: Span, { observed }: Target, care: Care, chance: Chance): (genuineAt: number) => number {
  const skew = chance.between(-skewMost, skewMost)
  const begins =
    care === 'careful' ? chance.between(0.5, 1.5) * reactionMs : chance.unit() * Math.min(observed.cycleMs, 100)
  // it is never ahead of the frame whose payload it alters
  const least = Math.max(0, -skew * (span.to - span.from))
  return (at) => at + least + begins + skew * (at - span.from) + Math.abs(chance.normal()) * wakeUpMs
}

/**
 * A masquerade: the attacker has silenced the genuine node and sends as often, by the clock of another control unit.
 * `say` makes the forged payload from the genuine frame.
 */
function instead(
  survey: Survey,
  span: Span,
  target: Target,
  care: Care,
  chance: Chance,
  say: (genuine: CanFrame, part: number) => Uint8Array,
): Attack {
  const timeOf = ownClock(span, target, care, chance.fork(7))
  const alter = (frame: CanFrame) => {
    if (!isOf(target.observed, frame)) return [labelled(frame, 'genuine')]
    const data = say(frame, (frame.ts - span.from) / (span.to - span.from))
    if (care === 'careful') survey.protect(target.observed.key, data)
    const ts = timeOf(frame.ts)
    return ts < span.to ? [forged(frame, data, ts)] : []
  }
  return { ...span, frames: [], alter }
}

function written(data: Uint8Array, field: readonly number[], raw: number): Uint8Array {
  const changed = Uint8Array.from(data)
  writeBits(changed, field, Math.max(0, Math.min(2 ** field.length - 1, Math.round(raw))))
  return changed
}

/** One field stays at a value that differs from its original value by `share` of its scale. */
export const masqueradeConstant =
  (share: number, care: Care): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance, least)
    let raw: number | undefined
    return instead(survey, span, target, care, chance, ({ data }) =>
      written(data, target.field, (raw ??= away(data, target.field, share))),
    )
  }

/** One field drifts slowly away from the true value, until it differs by `share` of its scale. */
export const masqueradeDrift =
  (share: number, care: Care): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance, least)
    const scale = 2 ** target.field.length - 1
    const sign = chance.pick([-1, 1])
    return instead(survey, span, target, care, chance, ({ data }, part) =>
      written(data, target.field, readBits(data, target.field) + sign * part * share * scale),
    )
  }

/** One field has the true value plus `share` of its scale, or minus if there is no room above. */
export const masqueradeOffset =
  (share: number, care: Care): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance, least)
    let shift: number | undefined
    return instead(survey, span, target, care, chance, ({ data }) => {
      const raw = readBits(data, target.field)
      shift ??= away(data, target.field, share) - raw
      return written(data, target.field, raw + shift)
    })
  }

/** The whole payload, or only one field of it, keeps its value from the start of the attack. */
export const masqueradeFrozen =
  (what: 'field' | 'payload', care: Care): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance, least)
    let held: Uint8Array | undefined
    return instead(survey, span, target, care, chance, ({ data }) => {
      held ??= Uint8Array.from(data)
      return what === 'payload' ? Uint8Array.from(held) : written(data, target.field, readBits(held, target.field))
    })
  }

/** A raw value that differs by `share` of the scale from the one in the payload, on the side with more room. */
function away(data: Uint8Array, field: readonly number[], share: number): number {
  const raw = readBits(data, field)
  const most = 2 ** field.length - 1
  return raw * 2 > most ? raw - share * most : raw + share * most
}
