import { canFlags, dlcOf } from '@carapace/shared/msoc/can/frame'
import type { Chance } from '../chance.ts'
import type { Attack, LabelledFrame, Span, Truth } from '../labelled.ts'
import type { Survey } from '../survey.ts'

/** Makes one attack on a bus that was recorded before. Pure: the same chance gives the same attack. */
export type MakeAttack = (survey: Survey, span: Span, chance: Chance) => Attack

/** `perSecond` times a second in the span, each with a small jitter. */
export function beats({ from, to }: Span, perSecond: number, chance: Chance): number[] {
  const everyMs = 1000 / perSecond
  const count = Math.max(1, Math.floor((to - from) / everyMs))
  return Array.from({ length: count }, (_, i) => from + (i + chance.between(0.3, 0.7)) * everyMs)
}

/** A frame of the attacker; it has the extended format if `id` exceeds 11 bits or `isExtended` is set. */
export function frameOf(
  bus: string,
  ts: number,
  id: number,
  data: Uint8Array,
  isExtended = id > 0x7ff,
  truth: Truth = 'attack',
): LabelledFrame {
  return { ts, bus, id, flags: isExtended ? canFlags.ext : 0, dlc: dlcOf(data.length), data, truth }
}

export const inOrder = (frames: LabelledFrame[]): LabelledFrame[] => frames.sort((a, b) => a.ts - b.ts)

/** Whether the bus mostly uses extended ids. */
export const isExtendedBus = ({ ids }: Survey): boolean => (ids[0]!.flags & canFlags.ext) !== 0
