import { canFlags, keyOf, type CanFrame } from '@carapace/shared/msoc/can/frame'

/**
 * The true origin of a frame: a node, the attacker, or a consequence of the attack (for example an ECU's response to
 * the attacker), which does not count when it is detected or missed.
 */
export type Truth = 'genuine' | 'attack' | 'consequence'

export interface LabelledFrame extends CanFrame {
  readonly truth: Truth
}

/** A span in the frames' own time, ms; it includes `from`, but not `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** An attack on a bus during a span. */
export interface Attack extends Span {
  /** Frames that are added to the genuine frames, oldest first. */
  readonly frames: readonly LabelledFrame[]
  /**
   * The result for a genuine frame: unchanged, replaced, followed by more frames (oldest first), or removed.
   */
  readonly alter?: (frame: CanFrame) => readonly LabelledFrame[]
}

export function labelled(frame: CanFrame, truth: Truth): LabelledFrame {
  const { ts, bus, id, flags, dlc, data } = frame
  return { ts, bus, id, flags, dlc, data, truth }
}

/** The frame with a different payload of the same length, labelled as the attacker's. */
export function forged(frame: CanFrame, data: Uint8Array, ts = frame.ts): LabelledFrame {
  return { ts, bus: frame.bus, id: frame.id, flags: frame.flags, dlc: frame.dlc, data, truth: 'attack' }
}

/** The id with its format, as one number. */
export const keyOfFrame = ({ id, flags }: CanFrame): number => keyOf(id, (flags & canFlags.ext) !== 0)
