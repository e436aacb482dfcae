import type { Org } from '@carapace/shared/core/owned'
import { isOpen } from '@carapace/shared/msoc/alerts/alerts'
import { followingKinds, matches } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { stepsInEffect } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { isStopped } from '@carapace/shared/msoc/alerts/pipeline/escalation'
import type { Tx } from '../../../core/db.ts'
import { type AlertNews, applyPlans, lockAlerts, type LockedAlert, type Planned } from '../alerts.queries.ts'
import { assignedTo, nobody, noNews, pipelineActor } from './assigning.ts'
import { followedAlerts, type FollowedAlert, savePosition, takePosition } from './follower.queries.ts'
import { type Owners, ownersOf } from './owners.ts'
import type { StepRow } from './steps.queries.ts'
import { dueTimers, type DueTimer, settleTimers } from './timers.queries.ts'

/** Maximum timers per transaction: ingest waits at most for the locks of these alerts. */
const timersAtOnce = 500

/**
 * Handles the timers of an organisation that have run out: an alert that still waits is overdue, and is handed over if
 * the step states to whom. A timer with nothing to wait for ends silently (rule ALERT-PIPELINE-16).
 */
export async function escalateDue(tx: Tx, org: Org): Promise<{ news: AlertNews; isDone: boolean } | undefined> {
  const position = await takePosition(tx, org)
  if (!position) return undefined
  const now = new Date()
  const due = await dueTimers(tx, org, now, timersAtOnce)
  if (due.length === 0) return { news: noNews, isDone: true }
  const steps = new Map((await stepsInEffect(tx, org, now, followingKinds)).map((step) => [step.uuid, step]))
  const uuids = [...new Set(due.map(({ alertUuid }) => alertUuid))]
  const locked = new Map((await lockAlerts(tx, org, nobody, { uuids })).map((alert) => [alert.uuid, alert]))
  const facts = new Map((await followedAlerts(tx, org, uuids)).map((alert) => [alert.uuid, alert]))
  const owners = await ownersOf(
    tx,
    org,
    [...steps.values()].flatMap(({ escalation }) => escalation?.hand_over ?? []),
    position.turns,
  )

  const plans = new Map<string, Planned>()
  const fired: DueTimer[] = []
  for (const timer of due) {
    const step = steps.get(timer.stepUuid)
    const current = plans.get(timer.alertUuid)?.alert ?? locked.get(timer.alertUuid)
    const alert = facts.get(timer.alertUuid)
    if (!step || !current || !alert || !stillWaits(step, alert, current)) continue
    fired.push(timer)
    plans.set(timer.alertUuid, joined(plans.get(timer.alertUuid), overdue(step, current, owners, now)))
  }
  await settleTimers(tx, org, now, { fired, dropped: due.filter((timer) => !fired.includes(timer)) })
  await savePosition(tx, org, { epoch: position.now.epoch, seq: position.seq }, owners.turns())
  const news = plans.size === 0 ? noNews : await applyPlans(tx, org, pipelineActor, [...plans.values()])
  return { news, isDone: due.length < timersAtOnce }
}

function stillWaits(step: StepRow, alert: FollowedAlert, current: LockedAlert): boolean {
  return (
    step.escalation !== null &&
    isOpen(current) &&
    current.suppressedBy === null &&
    current.foldedInto === null &&
    !isStopped(step.escalation, current) &&
    matches(step.matchers, alert)
  )
}

/** Marks an alert as overdue by a step, and hands it over. */
function overdue(step: StepRow, alert: LockedAlert, owners: Owners, now: Date): Planned {
  const { after_minutes: minutes, unless, hand_over: to } = step.escalation!
  const owner = to && owners.choose(step.uuid, to, now, alert.ownerUuid)
  const handed = owner ? assignedTo(owner, step, alert) : undefined
  const detail = { step: step.uuid, reason: step.reason, by: step.author, minutes, unless }
  return {
    alert,
    set: { overdueAt: now, ...handed?.set },
    changes: [{ kind: 'overdue', detail }, ...(handed?.changes ?? [])],
  }
}

/** Two escalations of one alert that are due at once: the alert is handed over to the one chosen last. */
function joined(before: Planned | undefined, next: Planned): Planned {
  if (!before) return next
  return { alert: next.alert, set: { ...before.set, ...next.set }, changes: [...before.changes, ...next.changes] }
}
