import type { ReplayMark } from './replay-alerts.ts'

export const speeds = [1, 10, 60, 300] as const
export type Speed = (typeof speeds)[number]

/** The replay state for the bar below the map. */
export interface ReplayState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly from: number
  readonly to: number
  /** The time that the map shows. */
  readonly at: number
  readonly playing: boolean
  readonly speed: Speed
  /** The one vehicle that is replayed; undefined: the vehicles in view. */
  readonly of: string | undefined
  readonly stepMs: number
  readonly vehicles: number
  /** The number of vehicles that moved there; more than `vehicles` if the server's limits cut the result. */
  readonly total: number
  readonly marks: readonly ReplayMark[]
  /** The number of alerts; more than the marks if there are too many to mark. */
  readonly alerts: number
  readonly problem: string | undefined
}
