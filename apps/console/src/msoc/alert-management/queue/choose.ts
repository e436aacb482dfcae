import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { ranged, toggled } from './moves.ts'
import type { AlertQueue } from './queue.store.ts'

/** Turns one row over; the next range begins there. A row that left the list can't be chosen any more. */
export function toggleRow(queue: AlertQueue, uuid: string | null): void {
  if (uuid === null || queue.getState().queue.entries.get(uuid)?.left !== false) return
  queue.setState(({ selected }) => ({ selected: toggled(selected, uuid), anchor: uuid, everything: false }))
}

/** Selects from the row that was selected last to this one. */
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

/** Every row that is loaded, or none where all of them were. */
export function toggleAll(queue: AlertQueue): void {
  queue.setState(({ selected, queue: { order, entries } }) => {
    const all = order.filter((uuid) => entries.get(uuid)?.left === false)
    return { selected: selected.size >= all.length ? new Set() : new Set(all), everything: false }
  })
}

/**
 * Every alert that matches, loaded or not: the rows that are here are ticked, and what is done is done to the query
 * (rule QUEUE-68).
 */
export function selectEverything(queue: AlertQueue): void {
  queue.setState(({ queue: { order, entries } }) => ({
    selected: new Set(order.filter((uuid) => entries.get(uuid)?.left === false)),
    everything: true,
  }))
}

export function clearSelection(queue: AlertQueue): void {
  queue.setState({ selected: new Set(), anchor: null, everything: false })
}

/** The selected alerts as they are now, in the order of the rows; those in no row come last. */
export function selectedAlerts(queue: AlertQueue): Alert[] {
  const {
    selected,
    queue: { order, entries },
  } = queue.getState()
  const inRows = order.filter((uuid) => selected.has(uuid))
  return [...new Set([...inRows, ...selected])].flatMap((uuid) => entries.get(uuid)?.alert ?? [])
}

/**
 * What a key acts on: the selection, else the row under the cursor, else the open alert, which then is in no row (rule
 * QUEUE-40).
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
