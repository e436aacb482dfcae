import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import { isInEffect, isSuppressing, titleWords } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import type { AlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { endsAfter } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { alertSteps } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.table'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../../core/db.ts'
import { updatedAtOnce } from '../alerts.queries.ts'
import { observableOf, shares } from '../filter.queries.ts'

export type StepRow = typeof alertSteps.$inferSelect

/** Whether a step is over: ended by somebody, or its time has passed. */
export function isOver({ active, endsAt }: Pick<StepRow, 'active' | 'endsAt'>, now: Date): boolean {
  return !active || (endsAt !== null && endsAt <= now)
}

/** Steps not over yet in the order of their evaluation, then those over, the latest created first. */
export async function stepsOf(db: Database, org: Org, limit: number): Promise<AlertStep[]> {
  const now = new Date()
  const goesOn = and(eq(alertSteps.active, true), endsAfter(now))!
  const rows = await db
    .select()
    .from(alertSteps)
    .where(ownedBy(org, alertSteps))
    .orderBy(
      desc(goesOn),
      sql`CASE WHEN ${goesOn} THEN ${alertSteps.position} END`,
      sql`CASE WHEN ${goesOn} THEN ${alertSteps.createdAt} END`,
      desc(alertSteps.createdAt),
      asc(alertSteps.uuid),
    )
    .limit(limit)
  return wireSteps(db, org, rows)
}

/** Steps as they are returned, with how many open alerts each suppresses. */
export async function wireSteps(db: Database, org: Org, rows: readonly StepRow[]): Promise<AlertStep[]> {
  const counts = await db
    .select({ uuid: alerts.suppressedBy, alerts: count() })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        inArray(alerts.status, [...openStatuses]),
        inArray(
          alerts.suppressedBy,
          rows.map(({ uuid }) => uuid),
        ),
      ),
    )
    .groupBy(alerts.suppressedBy)
  const countOf = new Map(counts.map((row) => [row.uuid, row.alerts]))
  const now = new Date()
  return rows.map((row) => ({
    uuid: row.uuid,
    kind: row.kind,
    order: row.position,
    matchers: row.matchers,
    inhibitors: row.inhibitors,
    assignment: row.assignment,
    escalation: row.escalation,
    from: row.startsAt.toISOString(),
    until: row.endsAt?.toISOString() ?? null,
    reason: row.reason,
    author: row.author,
    active: row.active,
    in_effect: isInEffect(row, now),
    suppressed: countOf.get(row.uuid) ?? 0,
    created_at: row.createdAt.toISOString(),
    revision: row.revision,
  }))
}

/** Locks a step. Not against alerts that ingest makes refer to it: ingest would wait, with those alerts locked. */
export async function lockStep(tx: Tx, org: Org, uuid: string): Promise<StepRow | undefined> {
  const [row] = await tx
    .select()
    .from(alertSteps)
    .where(ownedBy(org, alertSteps, eq(alertSteps.uuid, uuid)))
    .for('no key update')
  return row
}

/** The number of steps not over yet; no other transaction can add one until this one ends. */
export async function countSteps(tx: Tx, org: Org, now: Date): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`alert steps ${org.uuid}`}, 0))`)
  return tx.$count(alertSteps, ownedBy(org, alertSteps, eq(alertSteps.active, true), endsAfter(now)))
}

/** How many of these steps the organisation has. */
export async function countNamed(tx: Tx, org: Org, uuids: readonly string[]): Promise<number> {
  return tx.$count(alertSteps, ownedBy(org, alertSteps, inArray(alertSteps.uuid, [...uuids])))
}

/** Numbers steps that are not over in this order; those not named come behind them, in the order that they had. */
export async function reorderSteps(tx: Tx, org: Org, uuids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE alert_steps s
    SET position = o.position, revision = s.revision + 1
    FROM (
      SELECT e.uuid, row_number() OVER (ORDER BY n.place NULLS LAST, e.position, e.created_at, e.uuid) - 1 AS position
      FROM alert_steps e
      LEFT JOIN (
        SELECT value::uuid AS uuid, min(place) AS place
        FROM jsonb_array_elements_text(${JSON.stringify(uuids)}::jsonb) WITH ORDINALITY AS named(value, place)
        GROUP BY value) n ON n.uuid = e.uuid
      WHERE e.org_uuid = ${org.uuid} AND e.active AND (e.ends_at IS NULL OR e.ends_at > now())) o
    WHERE s.uuid = o.uuid AND s.org_uuid = ${org.uuid} AND s.position <> o.position`)
}

/** The number behind those of all steps. */
export async function lastPosition(tx: Tx, org: Org): Promise<number> {
  const [row] = await tx
    .select({ next: sql<number>`coalesce(max(${alertSteps.position}) + 1, 0)` })
    .from(alertSteps)
    .where(ownedBy(org, alertSteps))
  return row!.next
}

export async function insertStep(
  tx: Tx,
  org: Org,
  step: Omit<typeof alertSteps.$inferInsert, 'orgUuid' | 'uuid' | 'revision' | 'createdAt' | 'active'>,
): Promise<StepRow> {
  const [row] = await tx
    .insert(alertSteps)
    .values({ ...step, orgUuid: org.uuid })
    .returning()
  return row!
}

export async function updateStep(tx: Tx, org: Org, uuid: string, set: Partial<StepRow>): Promise<StepRow> {
  const [row] = await tx
    .update(alertSteps)
    .set({ ...set, revision: sql`${alertSteps.revision} + 1` })
    .where(ownedBy(org, alertSteps, eq(alertSteps.uuid, uuid)))
    .returning()
  return row!
}

export async function removeStep(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(alertSteps).where(ownedBy(org, alertSteps, eq(alertSteps.uuid, uuid)))
}

/**
 * The open alerts that a step suppresses, and those without a suppressor that it would; at most as many as are changed
 * at once, those seen last.
 */
export async function alertsAround(tx: Tx, org: Org, step: StepRow): Promise<string[]> {
  const rows = await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(
      ownedBy(
        org,
        alerts,
        inArray(alerts.status, [...openStatuses]),
        or(
          eq(alerts.suppressedBy, step.uuid),
          isSuppressing(step.kind) && isInEffect(step, new Date())
            ? and(
                isNull(alerts.suppressedBy),
                ...matching(step.matchers),
                ...(step.inhibitors ? inhibitedBy(tx, org, step.inhibitors) : []),
              )
            : undefined,
        ),
      ),
    )
    .orderBy(desc(alerts.lastSeen))
    .limit(updatedAtOnce)
  return rows.map(({ uuid }) => uuid)
}

/** The conditions of an inhibition, in PostgreSQL: such an alert is open on the same vehicle, and this one is none. */
export function inhibitedBy(db: Database | Tx, org: Org, inhibitors: AlertMatchers): SQL[] {
  const withOpen = db
    .select({ vehicle: alerts.vehicleId })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, inArray(alerts.status, [...openStatuses]), ...matching(inhibitors)))
  return [inArray(alerts.vehicleId, withOpen), sql`(${and(...matching(inhibitors))}) IS NOT TRUE`]
}

/** The conditions of matchers, over `alerts` left-joined with `vehicles`: those of `matches`, for PostgreSQL. */
export function matching({
  rules,
  severities,
  sources,
  vehicles: vins,
  models,
  observables,
  title,
}: AlertMatchers): SQL[] {
  return [
    rules && inArray(alerts.rule, [...rules]),
    severities && inArray(alerts.severity, [...severities]),
    sources && inArray(alerts.source, [...sources]),
    vins && inArray(vehicles.vin, [...vins]),
    models && inArray(vehicles.model, [...models]),
    observables && or(...observables.map((text) => shares(observableOf(text)))),
    ...titleWords(title ?? '').map((word) => sql`lower(${alerts.title}) LIKE ${`%${likeText(word)}%`}`),
  ].filter((condition) => condition !== undefined)
}
