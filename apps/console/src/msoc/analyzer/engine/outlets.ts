import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { Answer } from './protocol.ts'

/** The environment of the engine: a worker's channels, or a test's. */
export interface Outlets {
  post(answer: Answer): void
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Runs a function after this number of ms; with 0, as soon as waiting orders are handled. */
  after(ms: number, run: () => void): void
  inflate(block: string): Promise<FrameColumns>
}
