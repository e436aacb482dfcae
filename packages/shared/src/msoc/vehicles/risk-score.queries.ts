import { and, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '../../core/owned.ts'
import type { AnyDatabase } from '../../core/time-series/time-series.queries.ts'
import { alerts } from '../alerts/alerts.table.ts'
import { isShown } from '../alerts/pipeline/shown.queries.ts'
import { RiskSettings, riskRule, shippedSteps, weightsByRank } from '../alerts/pipeline/standing-steps.ts'
import { standingSteps } from '../alerts/pipeline/standing-steps.table.ts'
import { halfLivesCounted, rounded, withoutRisk } from './risk-score.ts'
import { type VehicleId, vehicles } from './vehicles.table.ts'

/** How the organisation scores the risk of vehicles, and whether a score raises an alert. */
interface RiskStep {
  readonly active: boolean
  readonly settings: RiskSettings
}

export async function riskStepOf(db: AnyDatabase, org: Org): Promise<RiskStep> {
  const [row] = await db
    .select({ active: standingSteps.active, settings: standingSteps.settings })
    .from(standingSteps)
    .where(ownedBy(org, standingSteps, eq(standingSteps.builtIn, 'risk')))
  return row ? { active: row.active, settings: RiskSettings.parse(row.settings) } : shippedSteps.risk
}

/** Condition: the alert adds to the risk of its vehicle at this time (rules RISK-SCORE-2, RISK-SCORE-3). */
export function addsRisk({ half_life_hours: hours }: RiskSettings, now: Date): SQL {
  const oldest = new Date(now.getTime() - halfLivesCounted * hours * 3_600_000)
  return and(
    isNotNull(alerts.vehicleId),
    isShown(),
    ne(alerts.rule, riskRule),
    sql`(${alerts.resolution} IS NULL OR ${alerts.resolution} NOT IN ${withoutRisk})`,
    sql`greatest(${alerts.raisedAt}, ${alerts.lastSeen}) >= ${oldest.toISOString()}::timestamptz`,
  )!
}

/** `contributionAt` for PostgreSQL, of an alert that satisfies `addsRisk`. */
export function contributionNow({ weights, half_life_hours: hours }: RiskSettings, now: Date): SQL<number> {
  const ranked = sql.raw(`ARRAY[${weightsByRank(weights).map(Number).join(', ')}]::float8[]`)
  const seconds = sql`extract(epoch
    FROM ${now.toISOString()}::timestamptz - greatest(${alerts.raisedAt}, ${alerts.lastSeen}))::float8`
  return sql<number>`((${ranked})[${alerts.severity} + 1]
    * power(2::float8, -greatest(0, ${seconds}) / ${hours * 3_600}::float8))`
}

/** The current scores of these vehicles; one without a score is 0. */
export async function riskScoresOf(
  db: AnyDatabase,
  org: Org,
  ids: readonly VehicleId[],
): Promise<ReadonlyMap<VehicleId, number>> {
  if (ids.length === 0) return new Map()
  const { settings } = await riskStepOf(db, org)
  const now = new Date()
  const rows = await db
    .select({ id: alerts.vehicleId, score: sql<number>`sum(${contributionNow(settings, now)})`.mapWith(Number) })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.vehicleId, [...ids]), addsRisk(settings, now)))
    .groupBy(alerts.vehicleId)
  return new Map(rows.flatMap(({ id, score }) => (id === null ? [] : [[id, rounded(score)] as const])))
}

/** The current score of the row's vehicle, for sorting a list of vehicles. */
export async function riskScoreOrder(db: AnyDatabase, org: Org): Promise<SQL> {
  const { settings } = await riskStepOf(db, org)
  const now = new Date()
  return sql`coalesce((SELECT sum(${contributionNow(settings, now)}) FROM ${alerts}
    WHERE ${ownedBy(org, alerts, sql`${alerts.vehicleId} = ${vehicles.id}`, addsRisk(settings, now))}), 0)`
}
