import { type Hotkey, useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { handsOf } from './actions.ts'
import { toggleGroups } from '../groups/grouping.ts'
import { stepRule } from '../groups/rule-list.tsx'
import { clearSelection, keyTargets, selectEverything, selectTo, toggleRow } from '../queue/choose.ts'
import { type AlertPageContext, useAlertPage } from '../page-context.tsx'
import { stepped } from '../queue/moves.ts'
import { isUnfinished, latestUpdate, undoJob } from './jobs.ts'
import { follow, notices, notify } from './notices.ts'

const group = 'Alerts'

/** The keyboard shortcuts for triage. Each key acts on the selection, otherwise on the row under the cursor. */
export function useAlertKeys(): void {
  useHotkeys(keysOf(useAlertPage()))
}

/** The same keys on an alert's own page; they act on that alert. */
export function useLoneAlertKeys(): void {
  const alertPage = useAlertPage()
  useHotkeys([
    { keys: 'z', title: 'Undo the last action', group, run: undo },
    { keys: 'Escape', title: 'Back to the list', group, run: alertPage.closeDrawer },
    ...(alertPage.readOnly === undefined ? actionKeys(alertPage) : []),
  ])
}

function keysOf(alertPage: AlertPageContext): Hotkey[] {
  const { queue } = alertPage
  if (alertPage.search.group === 'rule') return groupKeys(alertPage)
  return [
    { keys: 'j', title: 'Next alert', group, run: () => step(alertPage, 1) },
    { keys: 'k', title: 'Previous alert', group, run: () => step(alertPage, -1) },
    { keys: 'x', title: 'Select or deselect', group, run: () => toggleRow(queue, queue.getState().cursor) },
    { keys: 'X', title: 'Select up to here', group, run: () => selectTo(queue, queue.getState().cursor) },
    { keys: 'A', title: 'Select all that match', group, run: () => selectEverything(queue) },
    { keys: 'v', title: 'Group by rule, or list alerts', group, run: () => toggleGroups(alertPage) },
    { keys: 'o', title: "Open the alert's own page", group, run: () => openPage(alertPage) },
    { keys: '.', title: 'Show new alerts', group, run: queue.show },
    { keys: 'z', title: 'Undo the last action', group, run: undo },
    { keys: 'Escape', title: 'Clear, then close the alert', group, run: () => stepBack(alertPage) },
    ...(alertPage.readOnly === undefined ? actionKeys(alertPage) : []),
  ]
}

/** The keys while the rules are listed: no alert is visible that a key could act on. */
function groupKeys(alertPage: AlertPageContext): Hotkey[] {
  return [
    { keys: 'j', title: 'Next rule', group, run: () => stepRule(1) },
    { keys: 'k', title: 'Previous rule', group, run: () => stepRule(-1) },
    { keys: 'v', title: 'Group by rule, or list alerts', group, run: () => toggleGroups(alertPage) },
    { keys: 'z', title: 'Undo the last action', group, run: undo },
  ]
}

function actionKeys(alertPage: AlertPageContext): Hotkey[] {
  const hands = handsOf(alertPage, () => keyTargets(alertPage.queue, alertPage.address.getState().shown))
  return [
    { keys: 'a', title: 'Acknowledge', group, run: hands.acknowledge },
    { keys: 's', title: 'Assign to me', group, run: () => hands.assign('me') },
    { keys: 'e', title: 'Escalate to a case', group, run: hands.escalate },
    { keys: 'm', title: 'Merge into one alert', group, run: hands.merge },
    { keys: 'c', title: 'Close with a resolution', group, run: hands.close },
  ]
}

/** Moves the cursor by `by` rows. If the cursor is far from the visible rows, it moves to them first. */
export function step({ queue }: AlertPageContext, by: number): void {
  const {
    cursor,
    queue: { order },
  } = queue.getState()
  const isLoaded = cursor === null || order.includes(cursor)
  queue.pointAt(isLoaded ? stepped(order, cursor, by) : queue.rowInSight())
  focusList()
}

/** The id of the element that handles the list's own keys (Enter, arrows, Space). */
export const listId = 'alert-list'

/** Focuses the list if nothing else has the focus, so that Enter and the arrows work too. */
function focusList(): void {
  const nowhere = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'
  if (nowhere) document.getElementById(listId)?.focus({ preventScroll: true })
}

/** Moves the cursor to one end of the list. */
export function toEnd({ queue }: AlertPageContext, end: 'first' | 'last'): void {
  queue.goTo(end)
  focusList()
}

export function openCursor({ queue, openDrawer }: AlertPageContext): void {
  const { cursor } = queue.getState()
  if (cursor !== null) openDrawer(cursor)
}

/** Opens the page of the alert under the cursor, otherwise of the alert in the drawer. */
function openPage({ queue, address, openPage: open }: AlertPageContext): void {
  const uuid = queue.getState().cursor ?? address.getState().shown?.uuid
  if (uuid !== undefined) open(uuid)
}

/** Undoes the latest action, by a notice or by a job (rule QUEUE-82). */
function undo(): void {
  const last = notices.getState().list.findLast(({ action }) => action?.keys === 'z')
  const update = latestUpdate()
  if (update === undefined || update.number < (last?.id ?? 0)) return last && follow(last)
  if (isUnfinished(update.job))
    return notify({ tone: 'plain', text: 'The job still runs. Cancel it, or undo it when it has ended.' })
  void undoJob(update.job.uuid)
}

function stepBack({ queue, closeDrawer }: AlertPageContext): void {
  if (queue.getState().selected.size > 0) clearSelection(queue)
  else closeDrawer()
}
