import { canFlags, keyOf, type CanFrame } from '@carapace/shared/msoc/can/frame'

/**
 * What a frame is in truth: a node's own, the attacker's, or a consequence (an ECU that answers the attacker, say),
 * which nobody is praised or blamed for naming.
 */
export type Truth = 'genuine' | 'attack' | 'consequence'

export interface LabelledFrame extends CanFrame {
  readonly truth: Truth
}

/** A span of the frames' own time, ms; `from` belongs to it, `to` does not. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What an attacker does to a bus for a while. */
export interface Attack extends Span {
  /** What comes onto the bus beside the genuine frames, oldest first. */
  readonly frames: readonly LabelledFrame[]
  /**
   * What becomes of a genuine frame: it passes, another takes its place, more follow it (oldest first), or it never
   * comes.
   */
  readonly alter?: (frame: CanFrame) => readonly LabelledFrame[]
}

export function labelled(frame: CanFrame, truth: Truth): LabelledFrame {
  const { ts, bus, id, flags, dlc, data } = frame
  return { ts, bus, id, flags, dlc, data, truth }
}

/** The frame with another payload of the same length, as the attacker's. */
export function forged(frame: CanFrame, data: Uint8Array, ts = frame.ts): LabelledFrame {
  return { ts, bus: frame.bus, id: frame.id, flags: frame.flags, dlc: frame.dlc, data, truth: 'attack' }
}

/** The id with its format, as one number. */
export const keyOfFrame = ({ id, flags }: CanFrame): number => keyOf(id, (flags & canFlags.ext) !== 0)
