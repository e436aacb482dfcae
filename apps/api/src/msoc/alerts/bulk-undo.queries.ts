import { and, asc, count, eq, inArray, lt } from 'drizzle-orm'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertUndos } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AlertState } from '@carapace/shared/msoc/alerts/undo'
import type { Database, Tx } from '../../core/db.ts'
import { isUnfinished } from '../../core/jobs/jobs.queries.ts'
import type { LockedAlert, Planned } from './alerts.queries.ts'

/** How long a bulk update can be undone, ms. */
const keptMs = 86_400_000

export function stateOf(alert: LockedAlert): AlertState {
  return {
    status: alert.status,
    resolution: alert.resolution,
    ownerUuid: alert.ownerUuid,
    isAcknowledged: alert.acknowledgedAt !== null,
    isInCase: alert.caseUuid !== null,
    tags: alert.tags,
  }
}

/** Stores the state before the update of each alert that a part of a job has changed. */
export async function keepUndos(tx: Tx, org: Org, jobUuid: string, plans: readonly Planned[]): Promise<void> {
  if (plans.length === 0) return
  await tx
    .insert(alertUndos)
    .values(
      plans.map(({ alert }) => ({
        orgUuid: org.uuid,
        jobUuid,
        alertUuid: alert.uuid,
        before: stateOf(alert),
        revision: alert.revision + 1,
      })),
    )
}

/** The title of a job, and whether it goes on; undefined if the organisation has no such job of this kind. */
export async function jobToUndo(tx: Tx, org: Org, uuid: string, kind: string) {
  const [job] = await tx
    .select({ title: jobs.title, isUnfinished })
    .from(jobs)
    .where(ownedBy(org, jobs, eq(jobs.uuid, uuid), eq(jobs.kind, kind)))
  return job
}

export async function countUndos(tx: Tx, org: Org, jobUuid: string): Promise<number> {
  const [row] = await tx
    .select({ alerts: count() })
    .from(alertUndos)
    .where(ownedBy(org, alertUndos, eq(alertUndos.jobUuid, jobUuid)))
  return row!.alerts
}

/** Removes and returns the next alerts to restore: each is restored once. */
export async function takeUndos(tx: Tx, org: Org, jobUuid: string, limit: number) {
  const next = tx
    .select({ uuid: alertUndos.alertUuid })
    .from(alertUndos)
    .where(ownedBy(org, alertUndos, eq(alertUndos.jobUuid, jobUuid)))
    .orderBy(asc(alertUndos.alertUuid))
    .limit(limit)
  return tx
    .delete(alertUndos)
    .where(ownedBy(org, alertUndos, and(eq(alertUndos.jobUuid, jobUuid), inArray(alertUndos.alertUuid, next))))
    .returning({ alertUuid: alertUndos.alertUuid, before: alertUndos.before, revision: alertUndos.revision })
}

/** Deletes what can no longer be undone. Across organisations: retention is the same for each. */
export async function clearUndos(db: Database): Promise<void> {
  await db.delete(alertUndos).where(lt(alertUndos.createdAt, new Date(Date.now() - keptMs)))
}
