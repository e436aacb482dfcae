import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import type { CompiledMessage } from '@carapace/shared/msoc/dbc/compile'

/** The cycle that an id should keep, and who says so. */
export interface Cycle {
  readonly ms: number
  /** As learned; a database says nothing of it. */
  readonly jitterMs: number
  readonly by: 'profile' | 'dbc'
}

/** What was learned goes before what the database says; undefined: nobody knows of a cycle. */
export function expectedCycle(learned: IdProfile | undefined, message: CompiledMessage | undefined): Cycle | undefined {
  if (learned?.cycle) return { ms: learned.cycle.ms, jitterMs: learned.cycle.jitterMs, by: 'profile' }
  const ms = message?.cycleMs ?? 0
  return ms > 0 ? { ms, jitterMs: 0, by: 'dbc' } : undefined
}

/**
 * How far a time between frames may be off, as a share of the cycle: at the least, and where nobody learned how far it
 * strays.
 */
const leastShare = 0.05
const defaultShare = 0.2
const jitters = 4

/** Times between frames that are as they should be, ms (rule ANALYZER-23). */
export function bandOf({ ms, jitterMs, by }: Cycle): { readonly low: number; readonly high: number } {
  const width = by === 'dbc' ? ms * defaultShare : Math.max(jitters * jitterMs, ms * leastShare)
  return { low: Math.max(0, ms - width), high: ms + width }
}
