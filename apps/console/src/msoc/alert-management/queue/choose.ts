import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { ranged, toggled } from './moves.ts'
import type { AlertQueue } from './queue.store.ts'

/**
 * Toggles the selection of a row; the next range selection begins there. A row that left the list cannot be selected.
 */
export function toggleRow(queue: AlertQueue, uuid: string | null): void {
  if (uuid === null || queue.getState().queue.entries.get(uuid)?.left !== false) return
  queue.setState(({ selected }) => ({ selected: toggled(selected, uuid), anchor: uuid, everything: false }))
}

/** Selects all rows from the last selected row to this one. */
export function selectTo(queue: AlertQueue, uuid: string | null): void {
  if (uuid === null) return
  queue.setState(({ selected, anchor, queue: { order, entries } }) => ({
    selected: ranged(
      selected,
      order.filter((each) => entries.get(each)?.left === false),
      anchor,
      uuid,
    ),
    anchor: uuid,
    everything: false,
  }))
}

/** Selects every loaded row, or none if all were selected. */
export function toggleAll(queue: AlertQueue): void {
  queue.setState(({ selected, queue: { order, entries } }) => {
    const all = order.filter((uuid) => entries.get(uuid)?.left === false)
    return { selected: selected.size >= all.length ? new Set() : new Set(all), everything: false }
  })
}

/**
 * Selects every alert that matches, loaded or not: the loaded rows are ticked, and actions apply to the query (rule
 * QUEUE-68).
 */
export function selectEverything(queue: AlertQueue): void {
  queue.setState(({ queue: { order, entries } }) => {
    const selected = order.filter((uuid) => entries.get(uuid)?.left === false)
    return { selected: new Set(selected), everything: selected.length > 0 }
  })
}

export function clearSelection(queue: AlertQueue): void {
  queue.setState({ selected: new Set(), anchor: null, everything: false })
}

/** The current state of the selected alerts in the order of the rows; alerts without a row come last. */
export function selectedAlerts(queue: AlertQueue): Alert[] {
  const {
    selected,
    queue: { order, entries },
  } = queue.getState()
  const inRows = order.filter((uuid) => selected.has(uuid))
  return [...new Set([...inRows, ...selected])].flatMap((uuid) => entries.get(uuid)?.alert ?? [])
}

/**
 * The alerts that a key acts on: the selection, otherwise the row under the cursor, otherwise the open alert, which
 * then has no row (rule QUEUE-40).
 */
export function keyTargets(queue: AlertQueue, open: Alert | undefined): Alert[] {
  const {
    selected,
    cursor,
    queue: { entries },
  } = queue.getState()
  if (selected.size > 0) return selectedAlerts(queue)
  const row = cursor === null ? undefined : entries.get(cursor)
  const target = row?.alert ?? open
  return target === undefined ? [] : [target]
}
