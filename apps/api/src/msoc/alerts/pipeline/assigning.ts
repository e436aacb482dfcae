import type { Org } from '@carapace/shared/core/owned'
import { isOpen } from '@carapace/shared/msoc/alerts/alerts'
import { followingKinds, isInEffect, matches } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { stepsInEffect } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { dueAt } from '@carapace/shared/msoc/alerts/pipeline/escalation'
import type { Tx } from '../../../core/db.ts'
import { type AlertNews, applyPlans, lockAlerts, type LockedAlert, type Planned } from '../alerts.queries.ts'
import { changedAlerts, followedAlerts, type FollowedAlert, savePosition, takePosition } from './follower.queries.ts'
import { type Owners, ownersOf } from './owners.ts'
import type { StepRow } from './steps.queries.ts'
import { addTimers, type NewTimer } from './timers.queries.ts'

/** Maximum changes per transaction: ingest waits at most for the locks of these alerts. */
const changesAtOnce = 500

/** The actor of changes that a step of the pipeline made. */
export const pipelineActor = { uuid: null, name: 'Alert pipeline' }

/** Nobody, as far as locking alerts by their uuids is concerned. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Applies assignments and escalations to the alerts that changed last: each new alert gets an owner, and the timers of
 * the escalations that match it (rules ALERT-PIPELINE-11, ALERT-PIPELINE-15).
 */
export async function applyToChanged(tx: Tx, org: Org): Promise<{ news: AlertNews; isDone: boolean } | undefined> {
  const position = await takePosition(tx, org)
  if (!position) return undefined
  const { now } = position
  const changed = await changedAlerts(tx, org, position.seq, now.seq, changesAtOnce)
  const steps = changed.uuids.length === 0 ? [] : await stepsInEffect(tx, org, new Date(), followingKinds)
  const facts = steps.length === 0 ? [] : await concerned(tx, org, steps, changed.uuids)
  const locked = await lockedOf(tx, org, facts)
  const owners = await ownersOf(
    tx,
    org,
    steps.flatMap(({ assignment }) => assignment ?? []),
    position.turns,
  )
  const plans = facts.flatMap((alert) => {
    const current = locked.get(alert.uuid)
    return current && changed.fresh.has(alert.uuid) ? planAssignment(steps, alert, current, owners) : []
  })
  await addTimers(
    tx,
    org,
    facts.flatMap((alert) => {
      const current = locked.get(alert.uuid)
      return current ? timersFor(steps, alert, current) : []
    }),
  )
  await savePosition(tx, org, { epoch: now.epoch, seq: changed.seq }, ofSteps(steps, owners, position.turns))
  const news = plans.length === 0 ? noNews : await applyPlans(tx, org, pipelineActor, plans)
  return { news, isDone: changed.seq >= now.seq }
}

export const noNews: AlertNews = { health: [], seq: undefined }

/** The alerts that some step matches: only these are locked. */
async function concerned(tx: Tx, org: Org, steps: readonly StepRow[], uuids: readonly string[]) {
  const found = await followedAlerts(tx, org, uuids)
  return found.filter((alert) => steps.some((step) => appliesTo(step, alert)))
}

/** A step applies to alerts that were raised since its start. */
function appliesTo(step: StepRow, alert: FollowedAlert): boolean {
  return alert.raisedAt >= step.startsAt && matches(step.matchers, alert)
}

async function lockedOf(tx: Tx, org: Org, facts: readonly FollowedAlert[]): Promise<Map<string, LockedAlert>> {
  if (facts.length === 0) return new Map()
  const locked = await lockAlerts(tx, org, nobody, { uuids: facts.map(({ uuid }) => uuid) })
  return new Map(locked.filter((alert) => isOpen(alert)).map((alert) => [alert.uuid, alert]))
}

/** The first assignment that matches, and has somebody who can take the alert, gives it an owner. */
function planAssignment(
  steps: readonly StepRow[],
  alert: FollowedAlert,
  current: LockedAlert,
  owners: Owners,
): Planned[] {
  const isUntouched = current.status === 'NEW' && current.ownerUuid === null && current.acknowledgedAt === null
  if (!isUntouched || current.suppressedBy !== null || current.foldedInto !== null) return []
  const now = new Date()
  for (const step of steps) {
    if (step.assignment === null || !appliesTo(step, alert)) continue
    const owner = owners.choose(step.uuid, step.assignment, now)
    if (owner) return [{ alert: current, ...assignedTo(owner, step, current) }]
  }
  return []
}

/** Gives an alert an owner by a step. It is not acknowledged by that: nobody has looked at it yet. */
export function assignedTo(
  { uuid, name }: { uuid: string; name: string },
  { uuid: step, reason }: StepRow,
  { status }: LockedAlert,
): Pick<Planned, 'set' | 'changes'> {
  const becomes = status === 'NEW' ? ({ status: 'ASSIGNED' } as const) : {}
  return {
    set: { ownerUuid: uuid, ...becomes },
    changes: [{ kind: 'assign', detail: { owner: name, ...becomes, step, reason } }],
  }
}

function timersFor(steps: readonly StepRow[], alert: FollowedAlert, { acknowledgedAt }: LockedAlert): NewTimer[] {
  return steps.flatMap((step) => {
    const { escalation } = step
    if (escalation === null || !isInEffect(step, new Date()) || !appliesTo(step, alert)) return []
    if (escalation.unless === 'acknowledged' && acknowledgedAt !== null) return []
    return [{ alertUuid: alert.uuid, stepUuid: step.uuid, dueAt: dueAt(escalation, alert) }]
  })
}

/** The turns of steps that are in effect; without any, those known stay. */
function ofSteps(steps: readonly StepRow[], owners: Owners, before: Record<string, string>): Record<string, string> {
  if (steps.length === 0) return before
  const known = new Set(steps.map(({ uuid }) => uuid))
  return Object.fromEntries(Object.entries(owners.turns()).filter(([uuid]) => known.has(uuid)))
}
