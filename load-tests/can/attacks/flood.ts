import { forged } from '../labelled.ts'
import { beats, frameOf, type MakeAttack } from './making.ts'

/** Only 0x000: it wins every arbitration. */
export const floodZero =
  (perSecond: number): MakeAttack =>
  ({ bus }, span, chance) => ({
    ...span,
    frames: beats(span, perSecond, chance).map((ts) => frameOf(bus, ts, 0, new Uint8Array(8))),
  })

/** Ids with priority over all ids of the bus, a random one for each frame. */
export const floodUrgent =
  (perSecond: number): MakeAttack =>
  ({ bus, ids }, span, chance) => {
    const lowest = Math.min(0x100, ...ids.map(({ id }) => id))
    return {
      ...span,
      frames: beats(span, perSecond, chance).map((ts) =>
        frameOf(bus, ts, chance.below(Math.max(4, lowest)), chance.bytes(8)),
      ),
    }
  }

/** The bus's own id with the highest priority, with its last payload. */
export const floodKnown =
  (perSecond: number): MakeAttack =>
  ({ ids }, span, chance) => {
    const first = ids.toSorted((a, b) => a.id - b.id)[0]!
    return { ...span, frames: beats(span, perSecond, chance).map((ts) => forged(first.last, first.last.data, ts)) }
  }
