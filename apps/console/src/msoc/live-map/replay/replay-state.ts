import type { ReplayMark } from './replay-alerts.ts'

export const speeds = [1, 10, 60, 300] as const
export type Speed = (typeof speeds)[number]

/** What the bar below the map shows of a replay. */
export interface ReplayState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly from: number
  readonly to: number
  /** The moment that the map shows. */
  readonly at: number
  readonly playing: boolean
  readonly speed: Speed
  /** The one vehicle that is replayed; undefined: those in view. */
  readonly of: string | undefined
  readonly stepMs: number
  readonly vehicles: number
  /** How many moved there; more than `vehicles` where the server's bounds cut. */
  readonly total: number
  readonly marks: readonly ReplayMark[]
  /** How many alerts there were; more than marks where there are too many to mark. */
  readonly alerts: number
  readonly problem: string | undefined
}
