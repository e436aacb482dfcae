import { type Hotkey, useHotkeys } from '../../core/hotkeys.ts'
import { clearSelection, keyTargets, selectTo, toggleRow } from './choose.ts'
import { type Desk, useDesk } from './desk.tsx'
import { stepped } from './moves.ts'
import { follow, notices } from './notices.ts'

const group = 'Alerts'

/** Triage by keyboard. Each key acts on the selection, else on the row under the cursor. */
export function useAlertKeys(): void {
  useHotkeys(keysOf(useDesk()))
}

function keysOf(desk: Desk): Hotkey[] {
  const { queue } = desk
  return [
    { keys: 'j', title: 'Next alert', group, run: () => step(desk, 1) },
    { keys: 'k', title: 'Previous alert', group, run: () => step(desk, -1) },
    { keys: 'x', title: 'Select or deselect', group, run: () => toggleRow(queue, queue.getState().cursor) },
    { keys: 'X', title: 'Select up to here', group, run: () => selectTo(queue, queue.getState().cursor) },
    { keys: 'o', title: 'Open the alert', group, run: () => openCursor(desk) },
    { keys: '.', title: 'Show what is new', group, run: queue.show },
    { keys: 'z', title: 'Undo the last closing', group, run: undo },
    { keys: 'Escape', title: 'Clear, then close the alert', group, run: () => stepBack(desk) },
    ...(desk.readOnly === undefined ? actionKeys(desk) : []),
  ]
}

function actionKeys({ queue, triage, askToClose, address }: Desk): Hotkey[] {
  const targets = () => keyTargets(queue, address.getState().shown)
  return [
    { keys: 'a', title: 'Acknowledge', group, run: () => void triage.acknowledge(targets()) },
    { keys: 's', title: 'Assign to me', group, run: () => void triage.assign(targets(), 'me') },
    { keys: 'c', title: 'Close with a resolution', group, run: () => askToClose(targets()) },
  ]
}

/** Moves the cursor by so many rows. */
export function step({ queue }: Desk, by: number): void {
  const { cursor, queue: { order } } = queue.getState()
  queue.pointAt(stepped(order, cursor, by))
  focusList()
}

/** The element that the list's own keys (Enter, arrows, Space) are heard by. */
export const listId = 'alert-list'

/** Who moves by keys from nowhere in particular means the list: Enter and the arrows then work too. */
function focusList(): void {
  const nowhere = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'
  if (nowhere) document.getElementById(listId)?.focus({ preventScroll: true })
}

export function openCursor({ queue, openDrawer }: Desk): void {
  const { cursor } = queue.getState()
  if (cursor !== null) openDrawer(cursor)
}

function undo(): void {
  const last = notices.getState().list.findLast(({ action }) => action?.keys === 'z')
  if (last !== undefined) follow(last)
}

function stepBack({ queue, closeDrawer }: Desk): void {
  if (queue.getState().selected.size > 0) clearSelection(queue)
  else closeDrawer()
}
