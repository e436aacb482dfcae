import type { Org } from '@carapace/shared/core/owned'
import type { Assignment } from '@carapace/shared/msoc/alerts/pipeline/assignment'
import { dueAt, type Escalation, wasOverdue } from '@carapace/shared/msoc/alerts/pipeline/escalation'
import type { tryAlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import type { z } from 'zod'
import type { Database } from '../../../core/db.ts'
import { ownersOf } from './owners.ts'
import { alertsTried, timesTried, type Tried } from './try.queries.ts'

type Answer = z.output<typeof tryAlertStep.output>
type Outcome = Answer['outcomes'][number]

/**
 * What a step would have done with the alerts of the last day, had it been in effect then: to whom it would have
 * assigned each, and which would have been overdue (rules ALERT-PIPELINE-8, ALERT-PIPELINE-19).
 */
export async function tryStep(
  db: Database,
  org: Org,
  { assignment, escalation, ...tried }: z.output<typeof tryAlertStep.input>,
): Promise<Answer> {
  const found = await alertsTried(db, org, tried)
  const outcomes = assignment
    ? await assignedThen(db, org, tried, assignment)
    : escalation
      ? await overdueThen(db, org, tried, escalation)
      : []
  const shown = new Set(found.alerts.map(({ uuid }) => uuid))
  return {
    ...found,
    assigned: countsOf(outcomes),
    overdue: escalation ? outcomes.length : null,
    outcomes: outcomes.filter(({ uuid }) => shown.has(uuid)),
  }
}

/** Members take turns from the first one, with the open alerts that they have now. */
async function assignedThen(db: Database, org: Org, tried: Tried, assignment: Assignment): Promise<Outcome[]> {
  const owners = await ownersOf(db, org, [assignment], {})
  return (await timesTried(db, org, tried)).flatMap(({ uuid, raisedAt }) => {
    const owner = owners.choose('tried', assignment, raisedAt)
    return owner ? [{ uuid, member: owner.name, overdue_at: null }] : []
  })
}

async function overdueThen(db: Database, org: Org, tried: Tried, escalation: Escalation): Promise<Outcome[]> {
  const { hand_over: to } = escalation
  const owners = await ownersOf(db, org, to ? [to] : [], {})
  const now = new Date()
  return (await timesTried(db, org, tried)).flatMap((alert) => {
    if (!wasOverdue(escalation, alert, now)) return []
    const due = dueAt(escalation, alert)
    const owner = to ? owners.choose('tried', to, due) : undefined
    return [{ uuid: alert.uuid, member: owner?.name ?? null, overdue_at: due.toISOString() }]
  })
}

function countsOf(outcomes: readonly Outcome[]): Answer['assigned'] {
  const counts = new Map<string, number>()
  for (const { member } of outcomes) if (member !== null) counts.set(member, (counts.get(member) ?? 0) + 1)
  return [...counts].map(([member, alerts]) => ({ member, alerts })).sort((a, b) => b.alerts - a.alerts)
}
