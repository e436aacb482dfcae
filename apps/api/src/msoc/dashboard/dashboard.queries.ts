import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, max, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { ruleName } from '@carapace/shared/msoc/alerts/rules'
import { healthRollups } from '@carapace/shared/msoc/ingest/ingest.table'
import { decayedRisk, halfLifeMs, type RiskyAlert, riskTrend } from '@carapace/shared/msoc/vehicles/risk'
import { type VehicleId, vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { Span } from '../span.ts'
import { healthAt } from '../vehicles/vehicles.queries.ts'

/** Condition: the alert is open, and no step of the pipeline suppresses or folds it. */
const areOpen = (): SQL => and(inArray(alerts.status, [...openStatuses]), isShown())!
const raisedIn = ({ from, to }: Span): SQL => and(gte(alerts.raisedAt, from), lt(alerts.raisedAt, to))!
const counted = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`

/** Open critical and high alerts without an owner. */
export async function unassignedWork(db: Database, org: Org) {
  const isCritical = eq(alerts.severity, 'critical')
  const [row] = await db
    .select({
      critical: counted(isCritical),
      high: counted(eq(alerts.severity, 'high')),
      oldest: sql<Date | null>`min(${alerts.raisedAt}) FILTER (WHERE ${isCritical})`.mapWith(alerts.raisedAt),
    })
    .from(alerts)
    .where(ownedBy(org, alerts, areOpen(), isNull(alerts.ownerUuid), inArray(alerts.severity, ['critical', 'high'])))
  return { critical: row!.critical, high: row!.high, oldest_critical: row!.oldest?.toISOString() ?? null }
}

export async function raisedSince(db: Database, org: Org, since: Date) {
  const [row] = await db
    .select({ critical: counted(eq(alerts.severity, 'critical')), high: counted(eq(alerts.severity, 'high')) })
    .from(alerts)
    .where(ownedBy(org, alerts, gte(alerts.raisedAt, since), isShown()))
  return row!
}

/** An event that arrived later than this was delayed by its vehicle: it is no measure of the detection time. */
const detectedWithin = sql`interval '5 minutes'`

/**
 * Durations between the stages of the alerts raised in the span. An alert whose first event is, by the vehicle's clock,
 * after its raising is not counted for detection.
 */
export async function timersOf(db: Database, org: Org, span: Span) {
  const lasted = (from: SQL, to: SQL, only: SQL) => {
    const ms = sql`extract(epoch FROM ${to} - ${from})::float8 * 1000`
    const at = (share: number) =>
      sql<
        number | null
      >`percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${ms}) FILTER (WHERE ${only})`
    return { p50: at(0.5), p95: at(0.95), alerts: counted(only) }
  }
  const { firstSeen, raisedAt, acknowledgedAt, closedAt } = {
    firstSeen: sql`${alerts.firstSeen}`,
    raisedAt: sql`${alerts.raisedAt}`,
    acknowledgedAt: sql`${alerts.acknowledgedAt}`,
    closedAt: sql`${alerts.closedAt}`,
  }
  const detect = lasted(
    firstSeen,
    raisedAt,
    sql`${raisedAt} >= ${firstSeen} AND ${raisedAt} - ${firstSeen} < ${detectedWithin}`,
  )
  const acknowledge = lasted(raisedAt, acknowledgedAt, sql`${acknowledgedAt} IS NOT NULL`)
  const resolve = lasted(raisedAt, closedAt, sql`${closedAt} IS NOT NULL`)
  const [row] = await db
    .select({
      d: detect.p50,
      d95: detect.p95,
      dn: detect.alerts,
      a: acknowledge.p50,
      a95: acknowledge.p95,
      an: acknowledge.alerts,
      r: resolve.p50,
      r95: resolve.p95,
      rn: resolve.alerts,
    })
    .from(alerts)
    .where(ownedBy(org, alerts, raisedIn(span)))
  const { d, d95, dn, a, a95, an, r, r95, rn } = row!
  const timer = (p50: number | null, p95: number | null, some: number) => ({ p50_ms: p50, p95_ms: p95, alerts: some })
  return { detect: timer(d, d95, dn), acknowledge: timer(a, a95, an), resolve: timer(r, r95, rn) }
}

/** The rules that raised most alerts, with their names and worst severity. */
export async function topRules(db: Database, org: Org, span: Span, limit: number) {
  const rows = await db
    .select({
      rule: alerts.rule,
      title: sql<string>`min(${alerts.title})`,
      severity: max(alerts.severity),
      alerts: count(),
    })
    .from(alerts)
    .where(ownedBy(org, alerts, raisedIn(span)))
    .groupBy(alerts.rule)
    .orderBy(desc(count()), asc(alerts.rule))
    .limit(limit)
  return rows.map((row) => ({ ...row, title: ruleName(row.rule, row.title), severity: row.severity! }))
}

export async function openTactics(db: Database, org: Org) {
  const tactic = sql<string>`unnest(${alerts.tactics})`
  return db
    .select({ tactic, alerts: count() })
    .from(alerts)
    .where(ownedBy(org, alerts, areOpen()))
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`)
    .limit(50)
}

/**
 * The number of compromised vehicles at the latest count before the span began; undefined if there was no count.
 */
export async function compromisedThen(db: Database, org: Org, { from }: Span): Promise<number | undefined> {
  const [row] = await db
    .select({ compromised: healthRollups.compromised })
    .from(healthRollups)
    .where(
      ownedBy(org, healthRollups, inArray(healthRollups.step, ['minute', 'hour']), lte(healthRollups.bucket, from)),
    )
    .orderBy(desc(healthRollups.bucket))
    .limit(1)
  return row?.compromised
}

/** An alert that has been over for longer than this has a thousandth of its weight. */
const weighsMs = 10 * halfLifeMs
const trendPoints = 24
/** The exact risk is computed only for this many vehicles: those with the most severe open or latest alerts. */
const candidates = 50
/** Further alerts do not change the risk (rule ALERT-7). */
const alertsWeighed = 512

/** The vehicles with the highest risk at the end of the span, and their risk trend. */
export async function vehiclesAtRisk(db: Database, org: Org, { from, to }: Span, limit: number) {
  const weighed = await weighedAlerts(db, org, { from, to })
  const ranked = [...weighed]
    .map(([id, mine]) => ({ id, mine, risk: decayedRisk(mine, to.getTime()) }))
    .filter(({ risk }) => risk > 0)
    .sort((a, b) => b.risk - a.risk)
    .slice(0, limit)
  const named = await namesOf(
    db,
    org,
    ranked.map(({ id }) => id),
  )
  const now = Date.now()
  return ranked.flatMap(({ id, mine, risk }) => {
    const vehicle = named.get(id)
    if (!vehicle) return []
    const { lastSeen, worst, ...names } = vehicle
    return [
      {
        ...names,
        health: healthAt(now, lastSeen, worst),
        risk,
        trend: riskTrend(mine, from.getTime(), to.getTime(), trendPoints),
      },
    ]
  })
}

/**
 * The heaviest alerts of the vehicles that may have the highest risk; suppressed ones weigh nothing. PostgreSQL ranks
 * the vehicles by their most severe alert, which decides.
 */
async function weighedAlerts(db: Database, org: Org, { from, to }: Span): Promise<Map<VehicleId, RiskyAlert[]>> {
  const over = sql`least(${alerts.closedAt}, ${alerts.clearedAt})`
  const weight = sql`${alerts.risk} * CASE WHEN ${over} < ${to.toISOString()}::timestamptz
    THEN power(0.5::float8, extract(epoch
    FROM ${to.toISOString()}::timestamptz - ${over})::float8 * 1000 / ${halfLifeMs}::float8) ELSE 1 END`
  const since = new Date(from.getTime() - weighsMs)
  const mine = ownedBy(
    org,
    alerts,
    lt(alerts.raisedAt, to),
    isShown(),
    or(isNull(alerts.closedAt), gt(alerts.closedAt, since)),
    or(isNull(alerts.clearedAt), gt(alerts.clearedAt, since)),
    sql`${alerts.vehicleId} IS NOT NULL`,
  )
  const mostSevere = db
    .select({ id: alerts.vehicleId })
    .from(alerts)
    .where(mine)
    .groupBy(alerts.vehicleId)
    .orderBy(desc(sql`max(${weight})`), alerts.vehicleId)
    .limit(candidates)
  const ranked = db
    .select({
      id: alerts.vehicleId,
      severity: alerts.severity,
      raisedAt: alerts.raisedAt,
      closedAt: alerts.closedAt,
      clearedAt: alerts.clearedAt,
      place: sql<number>`row_number() OVER (PARTITION BY ${alerts.vehicleId} ORDER BY ${weight} DESC)`.as('place'),
    })
    .from(alerts)
    .where(and(mine, inArray(alerts.vehicleId, mostSevere)))
    .as('ranked')
  const rows = await db.select().from(ranked).where(lte(ranked.place, alertsWeighed))
  const byVehicle = Map.groupBy(rows, (row) => row.id!)
  return new Map(
    [...byVehicle].map(([id, some]) => [
      id,
      some.map(({ severity, raisedAt, closedAt, clearedAt }) => ({
        severity,
        raisedAt: raisedAt.getTime(),
        overAt: earlier(closedAt, clearedAt),
      })),
    ]),
  )
}

function earlier(a: Date | null, b: Date | null): number | null {
  return a === null && b === null
    ? null
    : Math.min(a?.getTime() ?? Number.POSITIVE_INFINITY, b?.getTime() ?? Number.POSITIVE_INFINITY)
}

async function namesOf(db: Database, org: Org, ids: readonly VehicleId[]) {
  const rows = await db
    .select({
      id: vehicles.id,
      uuid: vehicles.uuid,
      vin: vehicles.vin,
      model: vehicles.model,
      lastSeen: vehicleState.lastSeen,
      worst: vehicleState.worstSeverity,
    })
    .from(vehicles)
    .leftJoin(vehicleState, eq(vehicleState.vehicleId, vehicles.id))
    .where(ownedBy(org, vehicles, inArray(vehicles.id, [...ids])))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
