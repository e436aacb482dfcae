import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { type Org, type OrgId, type OrgUuid, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { Explanation } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { RiskSettings, riskRule } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import { addsRisk, contributionNow } from '@carapace/shared/msoc/vehicles/risk-score.queries'
import { rounded } from '@carapace/shared/msoc/vehicles/risk-score'
import { riskPositions } from '@carapace/shared/msoc/vehicles/risk-position.table'
import { type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../core/database.ts'
import type { Raise } from './detect/detect.ts'
import { announceNews, type News, recordChanges } from './folding/news.ts'
import type { Tx } from './folding/parts.queries.ts'
import { detection, recordAlerts, upsertAlerts } from './storing/alerts.sink.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
}

export const riskEveryMs = 5_000
/** Changes of alerts that are looked at in one round of an organisation. */
const changesAtOnce = 5_000
const raisedAtOnce = 500
/** Contributions that an alert lists; the others are added up. */
const contributionsListed = 10

interface Watched {
  readonly org: Org
  readonly settings: RiskSettings
  readonly revision: number
}

/** Raises an alert for each vehicle whose risk passed the threshold, and clears those below the lower one. */
export async function watchRisk({ db, publisher }: Deps): Promise<void> {
  for (const watched of await watchedOrgs(db)) {
    // one transaction for each: alerts and vehicles are locked before the counter of changes, never after it
    for (const step of [clearBelow, raisePassed])
      announceNews(
        publisher,
        await db.transaction(async (tx) => ((await isMine(tx, watched.org)) ? step(tx, watched) : [])),
      )
  }
}

/** Across organisations: one job serves all of them. Those whose risk step is active. */
async function watchedOrgs(db: Database): Promise<Watched[]> {
  const rows = await rowsOf<{ uuid: OrgUuid; id: OrgId; settings: unknown; revision: number }>(
    db,
    sql`SELECT o.uuid, o.id, s.settings, s.revision FROM standing_steps s JOIN organisations o ON o.uuid = s.org_uuid
      WHERE s.built_in = 'risk' AND s.active ORDER BY o.uuid`,
  )
  return rows.map(({ uuid, id, settings, revision }) => ({
    org: { uuid, id },
    settings: RiskSettings.parse(settings),
    revision,
  }))
}

/** Across organisations: no row is read. Whether this process runs this round; the lock ends with the transaction. */
async function isMine(tx: Tx, org: Org): Promise<boolean> {
  const [row] = await rowsOf<{ mine: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`carapace risk ${org.uuid}`}, 0)) AS mine`,
  )
  return row!.mine
}

/** Raises the alerts of the vehicles that passed the threshold with what changed since the last round. */
async function raisePassed(tx: Tx, watched: Watched): Promise<News[]> {
  const { org, settings } = watched
  const now = new Date()
  const changed = await changedVehicles(tx, watched)
  const raises: Raise[] = []
  for (const one of await passedBy(tx, org, settings, now, changed))
    raises.push(raiseOf(org, settings, now, one, await contributionsOf(tx, org, settings, now, one.id)))
  return raises.length === 0 ? [] : recordAlerts({ db: tx }, await upsertAlerts({ db: tx }, raises))
}

/** The vehicles whose alerts changed since the last round; undefined: all may have (rule RISK-SCORE-5). */
async function changedVehicles(tx: Tx, { org, revision }: Watched): Promise<VehicleId[] | undefined> {
  const [position] = await tx.select().from(riskPositions).where(ownedBy(org, riskPositions))
  const isNew = position?.revision !== revision
  const rows = isNew
    ? await rowsOf<{ seq: string | number; vehicle: VehicleId | null }>(
        tx,
        sql`SELECT seq, NULL AS vehicle FROM change_counters WHERE org_uuid = ${org.uuid}`,
      )
    : await rowsOf<{ seq: string | number; vehicle: VehicleId | null }>(
        tx,
        sql`SELECT c.seq, a.vehicle_id AS vehicle
          FROM (SELECT seq, alert_uuid FROM alert_changes WHERE org_uuid = ${org.uuid} AND seq > ${position.seq}
                ORDER BY seq LIMIT ${changesAtOnce}) c
          LEFT JOIN alerts a ON a.uuid = c.alert_uuid`,
      )
  const seq = rows.reduce((most, row) => Math.max(most, Number(row.seq)), position?.seq ?? 0)
  if (isNew || rows.length > 0)
    await tx
      .insert(riskPositions)
      .values({ orgUuid: org.uuid, seq, revision })
      .onConflictDoUpdate({ target: riskPositions.orgUuid, set: { seq, revision } })
  return isNew ? undefined : [...new Set(rows.flatMap(({ vehicle }) => (vehicle === null ? [] : [vehicle])))]
}

interface Passed {
  readonly id: VehicleId
  readonly vin: string
  readonly score: number
}

/** Vehicles at or above the threshold without an alert about it that is not cleared (rule RISK-SCORE-4). */
async function passedBy(
  tx: Tx,
  org: Org,
  settings: RiskSettings,
  now: Date,
  changed: readonly VehicleId[] | undefined,
): Promise<Passed[]> {
  if (changed?.length === 0) return []
  const score = sql<number>`sum(${contributionNow(settings, now)})`
  const isReported = sql`EXISTS (SELECT 1 FROM alerts r WHERE r.vehicle_id = ${vehicles.id} AND r.rule = ${riskRule}
    AND r.cleared_at IS NULL AND r.org_uuid = ${org.uuid})`
  return tx
    .select({ id: vehicles.id, vin: vehicles.vin, score: score.mapWith(Number) })
    .from(alerts)
    .innerJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(
      ownedBy(
        org,
        alerts,
        addsRisk(settings, now),
        changed && inArray(alerts.vehicleId, [...changed]),
        sql`NOT ${isReported}`,
      ),
    )
    .groupBy(vehicles.id, vehicles.vin)
    .having(sql`${score} >= ${settings.raise_at}::float8`)
    .orderBy(vehicles.id)
    .limit(raisedAtOnce)
}

/** What adds most to the risk of a vehicle now. */
async function contributionsOf(tx: Tx, org: Org, settings: RiskSettings, now: Date, vehicle: VehicleId) {
  const left = contributionNow(settings, now)
  return tx
    .select({
      number: alerts.number,
      title: alerts.title,
      severity: alerts.severity,
      left: left.mapWith(Number),
      of: sql<number>`(count(*) OVER ())::int`,
    })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.vehicleId, vehicle), addsRisk(settings, now)))
    .orderBy(desc(left), alerts.number)
    .limit(contributionsListed)
}

type Contribution = Awaited<ReturnType<typeof contributionsOf>>[number]

function raiseOf(
  org: Org,
  { weights, raise_at: raiseAt, half_life_hours: hours, severity }: RiskSettings,
  now: Date,
  { id, vin, score }: Passed,
  contributions: readonly Contribution[],
): Raise {
  const listed = contributions.reduce((sum, { left }) => sum + left, 0)
  const others = (contributions[0]?.of ?? 0) - contributions.length
  const explanation: Explanation[] = [
    { field: 'risk score', observed: String(rounded(score)), expected: `below ${raiseAt}` },
    ...contributions.map(({ number, title, severity: of, left }) => ({
      field: `ALR-${number} ${title} (${of})`,
      observed: `+${rounded(left)}`,
      expected: `${weights[of]} when it was last seen, half of it after ${hours} h`,
    })),
    ...(others > 0 ? [{ field: `${others} more alerts`, observed: `+${rounded(score - listed)}`, expected: '' }] : []),
  ]
  return {
    org,
    vehicle: { id } as Raise['vehicle'],
    count: 1,
    firstTs: now.getTime(),
    lastTs: now.getTime(),
    finding: {
      source: 'detector',
      rule: riskRule,
      key: riskRule,
      severity,
      title: `Risk of ${vin} passed ${raiseAt}`,
      ts: now.getTime(),
      count: 1,
      evidence: 'none',
      explanation,
      observables: [{ kind: 'vin', value: vin }],
    },
  }
}

/** Clears the alerts about risk of vehicles below the lower threshold; closed ones, too: they may be raised again. */
async function clearBelow(tx: Tx, { org, settings }: Watched): Promise<News[]> {
  const now = new Date()
  const reported = await tx
    .select({ uuid: alerts.uuid, vehicle: alerts.vehicleId })
    .from(alerts)
    .where(ownedBy(org, alerts, isUncleared()))
    .orderBy(alerts.dedupKey, alerts.severity, alerts.uuid)
    .for('no key update')
  const ids = reported.flatMap(({ vehicle }) => (vehicle === null ? [] : [vehicle]))
  if (ids.length === 0) return []
  const score = sql`sum(${contributionNow(settings, now)})`
  const still = await tx
    .select({ vehicle: alerts.vehicleId })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.vehicleId, ids), addsRisk(settings, now)))
    .groupBy(alerts.vehicleId)
    .having(sql`${score} >= ${settings.clear_below}::float8`)
  const above = new Set(still.map(({ vehicle }) => vehicle))
  const over = reported.filter(({ vehicle }) => !above.has(vehicle))
  if (over.length === 0) return []
  await tx
    .update(alerts)
    .set({ clearedAt: now })
    .where(
      ownedBy(
        org,
        alerts,
        inArray(
          alerts.uuid,
          over.map(({ uuid }) => uuid),
        ),
      ),
    )
  return recordChanges(
    tx,
    org,
    over.map(({ uuid, vehicle }) => ({
      vehicle,
      change: { alertUuid: uuid, kind: 'clear', actor: detection, detail: {} },
    })),
  )
}

const isUncleared = (): SQL => and(eq(alerts.rule, riskRule), isNull(alerts.clearedAt))!
