import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import type { CompiledMessage } from '@carapace/shared/msoc/dbc/compile'

/** The expected cycle of an id, and its source. */
export interface Cycle {
  readonly ms: number
  /** The learned jitter; a database contains none. */
  readonly jitterMs: number
  readonly by: 'profile' | 'dbc'
}

/** The expected cycle: the learned one has priority over that of the database; undefined if neither is known. */
export function expectedCycle(learned: IdProfile | undefined, message: CompiledMessage | undefined): Cycle | undefined {
  if (learned?.cycle) return { ms: learned.cycle.ms, jitterMs: learned.cycle.jitterMs, by: 'profile' }
  const ms = message?.cycleMs ?? 0
  return ms > 0 ? { ms, jitterMs: 0, by: 'dbc' } : undefined
}

/**
 * The tolerance of the time between frames, as a share of the cycle: the minimum, and the default if no jitter was
 * learned.
 */
const leastShare = 0.05
const defaultShare = 0.2
const jitters = 4

/** The range of regular times between frames, ms (rule ANALYZER-23). */
export function bandOf({ ms, jitterMs, by }: Cycle): { readonly low: number; readonly high: number } {
  const width = by === 'dbc' ? ms * defaultShare : Math.max(jitters * jitterMs, ms * leastShare)
  return { low: Math.max(0, ms - width), high: ms + width }
}
