import { swept } from './queue.ts'
import type { AlertQueue } from './queue.store.ts'

/**
 * The end of a job and its changes arrive by different channels, in either order: rows are still removed for this time
 * after the end, in ms.
 */
const lateMs = 5_000

/**
 * Removes rows that left when the user's own job has ended, including those that the list receives a little later (rule
 * QUEUE-70).
 */
export function sweepAfterJob(queue: AlertQueue): void {
  const sweep = () => queue.change(swept)
  const stop = queue.subscribe(sweep)
  setTimeout(stop, lateMs)
  sweep()
}
