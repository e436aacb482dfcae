import { and, asc, desc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { isOpen, openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert, getAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { dueAt } from '@carapace/shared/msoc/alerts/pipeline/escalation'
import { endsAfter } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { alertSteps } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.table'
import { alertTimers } from '@carapace/shared/msoc/alerts/pipeline/alert-timers.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { z } from 'zod'
import type { Database, Tx } from '../../../core/db.ts'
import { updatedAtOnce } from '../alerts.queries.ts'
import { isOver, matching, type StepRow } from './steps.queries.ts'

type WireTimer = z.output<typeof getAlert.output>['timers'][number]

/** The timers that run for an alert, the next one first; none that nothing waits for any more. */
export async function timersOf(db: Database, org: Org, alert: Alert): Promise<WireTimer[]> {
  if (!isOpen(alert) || alert.suppressed_by !== null || alert.folded_into !== null) return []
  const rows = await db
    .select({ step: alertSteps, due: alertTimers.dueAt })
    .from(alertTimers)
    .innerJoin(alertSteps, eq(alertSteps.uuid, alertTimers.stepUuid))
    .where(
      ownedBy(
        org,
        alertTimers,
        eq(alertTimers.alertUuid, alert.uuid),
        isNull(alertTimers.firedAt),
        eq(alertSteps.active, true),
        endsAfter(new Date()),
      ),
    )
    .orderBy(asc(alertTimers.dueAt), asc(alertTimers.stepUuid))
  return rows.flatMap(({ step, due }) => {
    const { escalation } = step
    if (!escalation || (escalation.unless === 'acknowledged' && alert.acknowledged_at !== null)) return []
    return [
      {
        step: step.uuid,
        reason: step.reason,
        author: step.author,
        due_at: due.toISOString(),
        unless: escalation.unless,
        hands_over: escalation.hand_over !== null,
      },
    ]
  })
}

export interface NewTimer {
  readonly alertUuid: string
  readonly stepUuid: string
  readonly dueAt: Date
}

/** Starts timers; one that runs, or has run out, stays as it is. */
export async function addTimers(tx: Tx, org: Org, timers: readonly NewTimer[]): Promise<void> {
  if (timers.length === 0) return
  await tx
    .insert(alertTimers)
    .values(timers.map((timer) => ({ ...timer, orgUuid: org.uuid })))
    .onConflictDoNothing()
}

/**
 * Sets the timers of a step after it was created, changed or ended: of the open alerts raised since its start, the
 * latest 10,000.
 */
export async function resetTimers(tx: Tx, org: Org, step: StepRow): Promise<void> {
  await tx
    .delete(alertTimers)
    .where(ownedBy(org, alertTimers, eq(alertTimers.stepUuid, step.uuid), isNull(alertTimers.firedAt)))
  const { escalation } = step
  if (!escalation || isOver(step, new Date())) return
  const rows = await tx
    .select({ uuid: alerts.uuid, raisedAt: alerts.raisedAt })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(
      ownedBy(
        org,
        alerts,
        inArray(alerts.status, [...openStatuses]),
        gte(alerts.raisedAt, step.startsAt),
        ...matching(step.matchers),
      ),
    )
    .orderBy(desc(alerts.raisedAt))
    .limit(updatedAtOnce)
  await addTimers(
    tx,
    org,
    rows.map(({ uuid, raisedAt }) => ({
      alertUuid: uuid,
      stepUuid: step.uuid,
      dueAt: dueAt(escalation, { raisedAt }),
    })),
  )
}

/** The organisations with timers that have run out. Across organisations: one process serves all of them. */
export async function orgsWithDueTimers(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT o.uuid, o.id
    FROM (SELECT DISTINCT org_uuid FROM alert_timers WHERE fired_at IS NULL AND due_at <= now()) t
    JOIN organisations o ON o.uuid = t.org_uuid
    ORDER BY o.id`,
  )
}

/** The timers that have run out, the earliest first. */
export async function dueTimers(tx: Tx, org: Org, now: Date, most: number) {
  return tx
    .select({ alertUuid: alertTimers.alertUuid, stepUuid: alertTimers.stepUuid })
    .from(alertTimers)
    .where(ownedBy(org, alertTimers, isNull(alertTimers.firedAt), lte(alertTimers.dueAt, now)))
    .orderBy(asc(alertTimers.dueAt))
    .limit(most)
}
export type DueTimer = Awaited<ReturnType<typeof dueTimers>>[number]

/** Stores that timers have run out; those with nothing to wait for are deleted. */
export async function settleTimers(
  tx: Tx,
  org: Org,
  now: Date,
  { fired, dropped }: { fired: readonly DueTimer[]; dropped: readonly DueTimer[] },
): Promise<void> {
  for (const [stepUuid, some] of Map.groupBy(fired, (timer) => timer.stepUuid))
    await tx
      .update(alertTimers)
      .set({ firedAt: now })
      .where(ownedBy(org, alertTimers, ofStep(stepUuid, some)))
  for (const [stepUuid, some] of Map.groupBy(dropped, (timer) => timer.stepUuid))
    await tx.delete(alertTimers).where(ownedBy(org, alertTimers, ofStep(stepUuid, some)))
}

function ofStep(stepUuid: string, some: readonly DueTimer[]) {
  const uuids = some.map(({ alertUuid }) => alertUuid)
  return and(eq(alertTimers.stepUuid, stepUuid), inArray(alertTimers.alertUuid, uuids))
}
