import { swept } from './queue.ts'
import type { AlertQueue } from './queue.store.ts'

/**
 * The end of a job and what it changed come by channels of their own, either first: so long after the end rows still
 * go, ms.
 */
const lateMs = 5_000

/**
 * A job of one's own has ended: rows that left go, those as well of which the list hears a little later (rule
 * QUEUE-70).
 */
export function sweepAfterJob(queue: AlertQueue): void {
  const sweep = () => queue.change(swept)
  const stop = queue.subscribe(sweep)
  setTimeout(stop, lateMs)
  sweep()
}
