import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { readBits, writeBits } from '../bits.ts'
import { forged, labelled, type Attack, type Span } from '../labelled.ts'
import type { Survey } from '../survey.ts'
import { isOf, targetOf, type Target } from './spoof.ts'
import type { MakeAttack } from './making.ts'

/** The attacked id must occur at least this often, so that the attack is detectable. */
const least = 12

/** How the attacker treats the rest of the payload: with recomputed checksums, or unchanged. */
export type Care = 'careful' | 'careless'

/**
 * A masquerade: the attacker has silenced the genuine node and sends at the times of its frames. `say` makes the forged
 * payload from the genuine frame.
 */
function instead(
  survey: Survey,
  span: Span,
  target: Target,
  care: Care,
  say: (genuine: CanFrame, part: number) => Uint8Array,
): Attack {
  const alter = (frame: CanFrame) => {
    if (!isOf(target.observed, frame)) return [labelled(frame, 'genuine')]
    const data = say(frame, (frame.ts - span.from) / (span.to - span.from))
    if (care === 'careful') survey.protect(target.observed.key, data)
    return [forged(frame, data)]
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
    return instead(survey, span, target, care, ({ data }) =>
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
    return instead(survey, span, target, care, ({ data }, part) =>
      written(data, target.field, readBits(data, target.field) + sign * part * share * scale),
    )
  }

/** One field has the true value plus `share` of its scale, or minus if there is no room above. */
export const masqueradeOffset =
  (share: number, care: Care): MakeAttack =>
  (survey, span, chance) => {
    const target = targetOf(survey, span, chance, least)
    let shift: number | undefined
    return instead(survey, span, target, care, ({ data }) => {
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
    return instead(survey, span, target, care, ({ data }) => {
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
