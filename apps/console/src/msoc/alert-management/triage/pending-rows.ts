import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { nextAfter } from '../queue/moves.ts'
import { acting } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'

/** The alerts on which no action is pending. */
export function freeOf(queue: AlertQueue, targets: readonly Alert[]): readonly Alert[] {
  return targets.filter(({ uuid }) => !queue.getState().pending.has(uuid))
}

/** Shows on the rows that an action is pending. */
export function begin(queue: AlertQueue, targets: readonly Alert[], doing: string): void {
  const uuids = targets.map(({ uuid }) => uuid)
  queue.change((state) => acting(state, uuids))
  queue.setState((state) => ({ pending: new Map([...state.pending, ...uuids.map((uuid) => [uuid, doing] as const)]) }))
}

/** Shows that the action is over. */
export function end(queue: AlertQueue, targets: readonly Alert[]): void {
  const over = new Set(targets.map(({ uuid }) => uuid))
  queue.setState((state) => ({ pending: new Map([...state.pending].filter(([uuid]) => !over.has(uuid))) }))
}

/** Moves the cursor to the next alert after an action (rule QUEUE-31). */
export function moveOn(queue: AlertQueue, targets: readonly Alert[]): void {
  const { queue: rows, cursor } = queue.getState()
  const leaving = new Set(targets.map(({ uuid }) => uuid))
  if (cursor === null || !leaving.has(cursor)) return
  queue.pointAt(nextAfter(rows.order, cursor, leaving))
}

/** Deselects the processed alerts (rule QUEUE-43), and lets open details read them again. */
export function settle(queue: AlertQueue, uuids: readonly string[]): void {
  const dealtWith = new Set(uuids)
  queue.setState((state) => ({ selected: new Set([...state.selected].filter((uuid) => !dealtWith.has(uuid))) }))
  for (const uuid of uuids) queue.changes.next({ uuid, kind: 'status' })
}
