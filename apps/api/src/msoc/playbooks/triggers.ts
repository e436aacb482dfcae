import type { Org } from '@carapace/shared/core/owned'
import { matches } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import type { Tx } from '../../core/db.ts'
import { alertByUuid } from '../alerts/alerts.queries.ts'
import { casesByUuid } from '../cases/cases.queries.ts'
import { actingViewer } from './acting.ts'
import { announceRuns, type PlaybookDeps } from './deps.ts'
import { enabledWith, type PlaybookRow } from './playbooks.queries.ts'
import { alertSubject, caseSubject, type Start, startRun } from './starting.ts'
import {
  type CaseEvent,
  type Change,
  changesBetween,
  orgsBehind,
  savePosition,
  takePosition,
} from './triggers.queries.ts'

/** Starts runs for the alerts and cases that changed, an organisation at a time. */
export async function followChanges(deps: PlaybookDeps, stopping: AbortSignal): Promise<void> {
  for (const org of await orgsBehind(deps.db))
    for (let isMore = true; isMore && !stopping.aborted;) {
      try {
        const { started, isDone } = await deps.db.transaction((tx) => follow(tx, org))
        announceRuns(deps.publisher, org.uuid, started)
        isMore = !isDone
      } catch (error) {
        deps.onError(error)
        isMore = false
      }
    }
}

/**
 * Applies the triggers to what changed since the stored position, which moves in the same transaction: each change
 * starts each playbook once (rule PLAYBOOK-21).
 */
async function follow(tx: Tx, org: Org): Promise<{ started: string[]; isDone: boolean }> {
  const position = await takePosition(tx, org)
  // another process works on it, or too many runs have started in this hour: the position stays until later
  if (!position || position.startsLeft <= 0) return { started: [], isDone: true }
  const playbooks = await enabledWith(tx, org, ['alert', 'case'])
  const { changes, seq } = await changesBetween(tx, org, position)
  const started: string[] = []
  for (const change of changes)
    for (const start of await startsFor(tx, org, playbooks, change)) {
      if (started.length === position.startsLeft) {
        // the rest of this change is for the next hour: what it has started, it does not start again
        await savePosition(tx, org, position, change.seq - 1, started.length)
        return { started, isDone: true }
      }
      const run = await startRun(tx, org, start)
      if (run !== undefined) started.push(run)
    }
  await savePosition(tx, org, position, seq, started.length)
  return { started, isDone: seq >= position.until }
}

function startsFor(tx: Tx, org: Org, playbooks: readonly PlaybookRow[], change: Change): Promise<Start[]> {
  return 'event' in change
    ? startsForCase(tx, org, playbooks, change)
    : startsForAlert(tx, org, playbooks, change.alert)
}

async function startsForAlert(tx: Tx, org: Org, playbooks: readonly PlaybookRow[], uuid: string): Promise<Start[]> {
  const concerned = playbooks.filter(({ trigger }) => trigger.kind === 'alert')
  const alert = concerned.length === 0 ? undefined : await alertByUuid(tx, org, uuid)
  // an alert that the pipeline keeps out of the queue starts nothing
  if (!alert || alert.suppressed_by !== null || alert.folded_into !== null) return []
  const matched = { ...alert, vin: alert.vehicle?.vin ?? null, model: alert.vehicle?.model ?? null }
  const subject = alertSubject(alert)
  return concerned.flatMap((playbook): Start[] => {
    const { trigger } = playbook
    if (trigger.kind !== 'alert' || (trigger.matchers && !matches(trigger.matchers, matched))) return []
    return [{ ...byItself(playbook), kind: 'alert', key: `alert:${uuid}`, subject, data: {} }]
  })
}

async function startsForCase(
  tx: Tx,
  org: Org,
  playbooks: readonly PlaybookRow[],
  { uuid, event, seq }: CaseEvent,
): Promise<Start[]> {
  const concerned = playbooks.filter(({ trigger }) => trigger.kind === 'case' && trigger.on.includes(event))
  const starts: Start[] = []
  for (const playbook of concerned) {
    const { trigger } = playbook
    const found = (await casesByUuid(tx, org, [uuid], actingViewer(playbook.enabledBy))).get(uuid)
    if (!found || trigger.kind !== 'case' || (trigger.severities && !trigger.severities.includes(found.severity)))
      continue
    const key = `case:${uuid}:${seq}`
    const subject = caseSubject(found, event)
    starts.push({ ...byItself(playbook), kind: 'case', key, subject, data: {} })
  }
  return starts
}

/** What all starts of a playbook by itself have in common. */
export function byItself(playbook: PlaybookRow) {
  return { playbook, version: playbook.enabledVersion!, person: null, actsFor: playbook.enabledBy }
}
