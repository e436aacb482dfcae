import { asc, desc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { programGraphs } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessmentKind } from '@carapace/shared/lifecycle/rating/assessments.table'
import { touchComputed } from '../../graph/artefacts/computed.queries.ts'
import { sightingLooks, sightingPositions, sightings } from '@carapace/shared/lifecycle/sightings/sightings.table'
import { fieldDays } from '@carapace/shared/lifecycle/sightings/contradiction'
import type { ChangeKind } from '@carapace/shared/msoc/alerts/alerts'
import { alertChanges, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

/**
 * The organisations whose alerts or scenarios have changed since the follower last compared them. Across
 * organisations: the follower serves all of them.
 */
export async function unfollowed(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT o.uuid, o.id FROM organisations o JOIN change_counters c ON c.org_uuid = o.uuid
      JOIN (SELECT m.org_uuid, sum(m.seq) AS versions
      FROM program_graphs m
      JOIN programs w ON w.uuid = m.program_uuid
      AND w.import_uuid IS NULL
      GROUP BY m.org_uuid) g ON g.org_uuid = o.uuid
      AND g.versions > 0
    LEFT JOIN (SELECT org_uuid, sum(seq) AS versions FROM sighting_looks GROUP BY org_uuid) l ON l.org_uuid = o.uuid
    LEFT JOIN sighting_positions p ON p.org_uuid = o.uuid
      WHERE p.org_uuid IS NULL OR p.epoch <> c.epoch::text OR p.seq::bigint < c.seq OR l.versions IS DISTINCT
      FROM g.versions
    ORDER BY o.id`,
  )
}

interface Position {
  readonly epoch: string
  /** The last processed change. */
  readonly seq: number
  /** The current position of the organisation's alert changes. */
  readonly now: { readonly epoch: string; readonly seq: number }
}

/** Locks an organisation's position until the transaction ends; undefined: another process has it. */
export async function takePosition(tx: Tx, org: Org): Promise<Position | undefined> {
  await tx.insert(sightingPositions).values({ orgUuid: org.uuid, epoch: '', seq: '0' }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(sightingPositions)
    .where(ownedBy(org, sightingPositions))
    .for('update', { skipLocked: true })
  const [now] = await tx
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  return row && { epoch: row.epoch, seq: Number(row.seq), now: now! }
}

export async function savePosition(tx: Tx, org: Org, { epoch, seq }: { epoch: string; seq: number }): Promise<void> {
  await tx
    .update(sightingPositions)
    .set({ epoch, seq: String(seq) })
    .where(ownedBy(org, sightingPositions))
}

/** The kinds of changes that may alter whether an alert matches or counts. */
const relevantKinds: readonly ChangeKind[] = ['raise', 'count', 'status', 'close', 'reopen']

/** Alerts that changed after one position and up to another, in the order of their changes; `seq`: the last one. */
export async function changedAlerts(
  tx: Tx,
  org: Org,
  after: number,
  until: number,
  most: number,
): Promise<{ uuids: string[]; seq: number }> {
  const rows = await tx
    .select({ seq: alertChanges.seq, uuid: alertChanges.alertUuid })
    .from(alertChanges)
    .where(
      ownedBy(
        org,
        alertChanges,
        gt(alertChanges.seq, after),
        lte(alertChanges.seq, until),
        inArray(alertChanges.kind, [...relevantKinds]),
      ),
    )
    .orderBy(asc(alertChanges.seq))
    .limit(most)
  return { uuids: [...new Set(rows.map(({ uuid }) => uuid))], seq: rows.length < most ? until : rows.at(-1)!.seq }
}

const daysAgo = sql`now() - make_interval(days => ${fieldDays})`

/** The alerts of the last days, the latest first. */
export async function lateAlerts(tx: Tx, org: Org, most: number): Promise<string[]> {
  const rows = await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, gte(alerts.raisedAt, daysAgo)))
    .orderBy(desc(alerts.raisedAt))
    .limit(most)
  return rows.map(({ uuid }) => uuid)
}

/** Alerts with the data that indicators check, and the vehicle of each. */
export async function alertsSeen(tx: Tx, org: Org, uuids: readonly string[]) {
  const { uuid, rule, ruleUuid, ecu, bus, observables, explanation, status, resolution, raisedAt } = alerts
  return tx
    .select({
      uuid,
      rule,
      ruleUuid,
      ecu,
      bus,
      observables,
      explanation,
      status,
      resolution,
      raisedAt,
      vehicle: { uuid: vehicles.uuid, model: vehicles.model, platform: vehicles.platform },
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, anyOf(alerts.uuid, uuids)))
}
export type AlertSeen = Awaited<ReturnType<typeof alertsSeen>>[number]

export interface Pair {
  readonly threatUuid: string
  readonly alertUuid: string
  readonly programUuid: string
}

/** The sightings of alerts, of all scenarios or only of these. */
export async function sightingsOf(
  tx: Tx,
  org: Org,
  alertUuids: readonly string[],
  threats?: readonly string[],
): Promise<Pair[]> {
  const { threatUuid, alertUuid, programUuid } = sightings
  return tx
    .select({ threatUuid, alertUuid, programUuid })
    .from(sightings)
    .where(ownedBy(org, sightings, anyOf(alertUuid, alertUuids), threats && anyOf(threatUuid, threats)))
}

export interface NewSighting extends Pair {
  readonly vehicleUuid: string | null
  readonly at: Date
}

/** Stores sightings; sightings of scenarios that were removed since are left out. */
export async function addSightings(tx: Tx, org: Org, rows: readonly NewSighting[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    INSERT INTO sightings (threat_uuid, alert_uuid, org_uuid, program_uuid, vehicle_uuid, at)
    SELECT a.uuid, r."alertUuid", a.org_uuid, a.program_uuid, r."vehicleUuid", r.at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r("threatUuid" uuid, "alertUuid" uuid, "vehicleUuid" uuid, at timestamptz)
    JOIN artefacts a ON a.uuid = r."threatUuid" AND a.org_uuid = ${org.uuid} ON CONFLICT DO NOTHING`)
}

export async function dropSightings(tx: Tx, org: Org, rows: readonly Pair[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    DELETE
    FROM sightings s USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("threatUuid" uuid, "alertUuid" uuid)
    WHERE s.org_uuid = ${org.uuid} AND s.threat_uuid = r."threatUuid" AND s.alert_uuid = r."alertUuid"`)
}

/** Locks a program's graph and returns the next graph version, as other writers do; undefined: the program is gone. */
export async function lockGraphVersion(tx: Tx, org: Org, programUuid: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ seq: programGraphs.seq })
    .from(programGraphs)
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, programUuid)))
    .for('update')
  return row && row.seq + 1
}

/**
 * Completes that graph version: live pages read these scenarios' counts again (rule GRAPH-15 of
 * packages/shared/src/graph/SPEC.md). Nobody changed anything in the program.
 */
export async function notifyCounts(
  tx: Tx,
  org: Org,
  programUuid: string,
  seq: number,
  threats: readonly string[],
): Promise<void> {
  await touchComputed(tx, org, { kind: assessmentKind, programUuid, graphVersion: seq }, threats)
  await tx
    .update(programGraphs)
    .set({ seq })
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, programUuid)))
}

/** The graph version of each program up to which its scenarios were compared with recent alerts. */
export async function looksOf(tx: Tx, org: Org): Promise<Map<string, number>> {
  const rows = await tx
    .select({ program: sightingLooks.programUuid, seq: sightingLooks.seq })
    .from(sightingLooks)
    .where(ownedBy(org, sightingLooks))
  return new Map(rows.map(({ program, seq }) => [program, seq]))
}

export async function saveLooks(
  tx: Tx,
  org: Org,
  looks: readonly { programUuid: string; seq: number }[],
): Promise<void> {
  if (looks.length === 0) return
  await tx
    .insert(sightingLooks)
    .values(looks.map((look) => ({ ...look, orgUuid: org.uuid })))
    .onConflictDoUpdate({
      target: sightingLooks.programUuid,
      set: { seq: sql`excluded.seq` },
      setWhere: ownedBy(org, sightingLooks),
    })
}

/** Resets these versions, so that every program of the organisation is compared again. */
export async function forgetLooks(tx: Tx, org: Org): Promise<void> {
  await tx.delete(sightingLooks).where(ownedBy(org, sightingLooks))
}
