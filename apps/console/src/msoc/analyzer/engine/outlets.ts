import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { Answer } from './protocol.ts'

/** What the engine reaches for outside of itself: a worker's channels, or a test's. */
export interface Outlets {
  post(answer: Answer): void
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Runs later: after so many ms, or at 0 as soon as orders that wait were heard. */
  after(ms: number, run: () => void): void
  inflate(block: string): Promise<FrameColumns>
}
