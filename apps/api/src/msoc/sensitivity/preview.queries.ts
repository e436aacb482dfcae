import { and, count, desc, eq, gt, gte, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { type DifferentAlert, differencesListed } from '@carapace/shared/msoc/sensitivity/sensitivity.contract'
import { heldBackFindings } from '@carapace/shared/msoc/sensitivity/sensitivity.table'
import { vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'

/** What a setting is tried on: the days before now, and the false alerts that it accepts; null: all. */
interface Trial {
  readonly since: Date
  readonly atMost: number | null
}

const counted = (condition: SQL | undefined) =>
  condition === undefined ? sql<number>`count(*)::int` : sql<number>`count(*) FILTER (WHERE ${condition})::int`

/** Condition: the setting raises it. */
function isRaised(column: typeof alerts.falseAlerts | typeof heldBackFindings.falseAlerts, atMost: number | null) {
  return atMost === null ? sql`true` : lte(column, atMost)
}

const dayOf = (column: typeof alerts.raisedAt) => sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/** Condition: alerts of the detectors that the setting concerns. */
const areScored = ({ since }: Trial): SQL => and(gte(alerts.raisedAt, since), isNotNull(alerts.falseAlerts))!

/** Condition: held back, and not raised after all when more of the attack was seen: one without a pause of 30 s. */
function isHeldBack(db: Database, org: Org, { since }: Trial): SQL {
  const raisedAfterAll = db
    .select({ one: sql`1` })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        eq(alerts.dedupKey, heldBackFindings.dedupKey),
        eq(alerts.severity, heldBackFindings.severity),
        gte(alerts.lastSeen, heldBackFindings.firstSeen),
        lte(alerts.firstSeen, sql`${heldBackFindings.lastSeen} + interval '30 seconds'`),
      ),
    )
  return and(gte(heldBackFindings.day, since.toISOString().slice(0, 10)), notExists(raisedAfterAll))!
}

export interface Group {
  readonly rule: string
  readonly day: string
  readonly raised: number
  readonly raisedFalse: number
  readonly tried: number
  readonly triedFalse: number
}

/** The alerts that were raised, by detector and day, and how many of them the setting raises. */
export async function raisedGroups(db: Database, org: Org, trial: Trial): Promise<Group[]> {
  const isFalse = eq(alerts.resolution, 'FALSE_POSITIVE')
  const stays = isRaised(alerts.falseAlerts, trial.atMost)
  const day = dayOf(alerts.raisedAt)
  return db
    .select({
      rule: alerts.rule,
      day,
      raised: counted(undefined),
      raisedFalse: counted(isFalse),
      tried: counted(stays),
      triedFalse: counted(and(stays, isFalse)),
    })
    .from(alerts)
    .where(ownedBy(org, alerts, areScored(trial)))
    .groupBy(alerts.rule, day)
}

/** The findings that were held back and that the setting raises, by detector and day. */
export async function heldGroups(db: Database, org: Org, trial: Trial): Promise<Group[]> {
  const rows = await db
    .select({ rule: heldBackFindings.rule, day: heldBackFindings.day, tried: count() })
    .from(heldBackFindings)
    .where(
      ownedBy(org, heldBackFindings, isHeldBack(db, org, trial), isRaised(heldBackFindings.falseAlerts, trial.atMost)),
    )
    .groupBy(heldBackFindings.rule, heldBackFindings.day)
  return rows.map((row) => ({ ...row, raised: 0, raisedFalse: 0, triedFalse: 0 }))
}

/** The alerts that the setting would not have raised, the latest first. */
export async function goneAlerts(db: Database, org: Org, trial: Trial): Promise<DifferentAlert[]> {
  if (trial.atMost === null) return []
  const rows = await db
    .select({ alert: alerts, vin: vehicles.vin })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, areScored(trial), gt(alerts.falseAlerts, trial.atMost)))
    .orderBy(desc(alerts.lastSeen), desc(alerts.uuid))
    .limit(differencesListed)
  return rows.map(({ alert, vin }) => ({
    alert: { uuid: alert.uuid, number: alert.number, resolution: alert.resolution },
    title: alert.title,
    severity: alert.severity,
    rule: alert.rule,
    vin,
    last_seen: alert.lastSeen.toISOString(),
    expected_false_alerts: alert.falseAlerts!,
  }))
}

/** The findings held back that the setting would have raised, the latest first. */
export async function moreAlerts(db: Database, org: Org, trial: Trial): Promise<DifferentAlert[]> {
  const rows = await db
    .select({ found: heldBackFindings, vin: vehicles.vin })
    .from(heldBackFindings)
    .leftJoin(vehicles, eq(vehicles.id, heldBackFindings.vehicleId))
    .where(
      ownedBy(org, heldBackFindings, isHeldBack(db, org, trial), isRaised(heldBackFindings.falseAlerts, trial.atMost)),
    )
    .orderBy(desc(heldBackFindings.lastSeen), desc(heldBackFindings.dedupKey))
    .limit(differencesListed)
  return rows.map(({ found, vin }) => ({
    alert: null,
    title: found.title,
    severity: found.severity,
    rule: found.rule,
    vin,
    last_seen: found.lastSeen.toISOString(),
    expected_false_alerts: found.falseAlerts,
  }))
}

/** Alerts that the setting does not concern. */
export async function otherAlerts(db: Database, org: Org, { since }: Trial): Promise<number> {
  const [row] = await db
    .select({ alerts: count() })
    .from(alerts)
    .where(ownedBy(org, alerts, gte(alerts.raisedAt, since), isNull(alerts.falseAlerts)))
  return row!.alerts
}

/** The vehicles that sent anything since then. */
export async function activeVehicles(db: Database, org: Org, { since }: Trial): Promise<number> {
  const [row] = await db
    .select({ vehicles: count() })
    .from(vehicleState)
    .where(ownedBy(org, vehicleState, gte(vehicleState.lastSeen, since)))
  return row!.vehicles
}
