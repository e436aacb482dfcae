import { mostRows, type Queue } from './queue.ts'

/** How many matching alerts are in no row yet and do not wait above: the list has room for them (rules AQ71, AQ72). */
export function rowsToCome(queue: Queue): number {
  if (queue.rest === null) return 0
  let waiting = 0
  for (const { repeated } of queue.held.values()) if (!repeated) waiting += 1
  const inRows = queue.order.length - queue.left
  return Math.max(0, Math.min(queue.total - waiting - inRows, mostRows - queue.order.length))
}
