import { and, asc, count, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AnalyzerResult, LinkedAlert, LinkedCase } from '@carapace/shared/msoc/observables/observables.contract'
import {
  observableAlerts,
  observableResults,
  observables,
  observableSightings,
} from '@carapace/shared/msoc/observables/observables.table'
import { caseLinks } from '@carapace/shared/msoc/cases/cases.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { seenBy, type Viewer } from '../cases/seen.queries.ts'
import { withLists } from './observables.queries.ts'

const mostAlerts = 100
const mostCases = 50
const mostRelated = 20
const daysShown = 90
/** Related observables are those of this many of its latest alerts: a bus is in every alert of a fleet. */
const alertsCompared = 500

/** The latest alerts with the observable, and how many have it. */
export async function alertsOf(db: Database, org: Org, uuid: string, most = mostAlerts) {
  const [rows, total] = await Promise.all([
    db
      .select({
        uuid: alerts.uuid,
        number: alerts.number,
        title: alerts.title,
        severity: alerts.severity,
        status: alerts.status,
        vin: vehicles.vin,
        lastSeen: alerts.lastSeen,
        caseUuid: alerts.caseUuid,
      })
      .from(observableAlerts)
      .innerJoin(alerts, eq(alerts.uuid, observableAlerts.alertUuid))
      .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
      .where(and(ownedBy(org, observableAlerts, eq(observableAlerts.observableUuid, uuid)), ownedBy(org, alerts)))
      .orderBy(desc(observableAlerts.lastSeen), desc(alerts.uuid))
      .limit(most),
    db.$count(observableAlerts, ownedBy(org, observableAlerts, eq(observableAlerts.observableUuid, uuid))),
  ])
  return {
    alerts: rows.map(({ lastSeen, caseUuid: _case, ...row }): LinkedAlert => ({
      ...row,
      last_seen: lastSeen.toISOString(),
    })),
    caseUuids: new Map(rows.map((row) => [row.uuid, row.caseUuid])),
    alerts_total: total,
  }
}

/**
 * The cases that the viewer may see with the observable: those of its alerts, those with the most of them first, and
 * those that are linked with it.
 */
export async function casesOf(db: Database, org: Org, viewer: Viewer, uuid: string): Promise<LinkedCase[]> {
  const ofAlerts = db
    .select({ uuid: alerts.caseUuid, count: sql<number>`1`.as('count') })
    .from(observableAlerts)
    .innerJoin(alerts, eq(alerts.uuid, observableAlerts.alertUuid))
    .where(ownedBy(org, observableAlerts, eq(observableAlerts.observableUuid, uuid)))
  const linked = db
    .select({ uuid: caseLinks.caseUuid, count: sql<number>`0`.as('count') })
    .from(caseLinks)
    .where(ownedBy(org, caseLinks, eq(caseLinks.kind, 'observable'), eq(caseLinks.targetUuid, uuid)))
  const found = ofAlerts.unionAll(linked).as('found')
  const shared = sql<number>`sum(${found.count})::int`
  return db
    .select({ uuid: cases.uuid, number: cases.number, title: cases.title, stage: cases.stage, alerts: shared })
    .from(found)
    .innerJoin(cases, eq(cases.uuid, found.uuid))
    .where(ownedBy(org, cases, seenBy(viewer)))
    .groupBy(cases.uuid)
    .orderBy(desc(shared), desc(cases.number))
    .limit(mostCases)
}

/** The sightings of the last days, the oldest first. */
export async function daysOf(db: Database, org: Org, uuid: string) {
  return db
    .select({ day: observableSightings.day, kind: observableSightings.kind, count: observableSightings.count })
    .from(observableSightings)
    .where(
      ownedBy(
        org,
        observableSightings,
        eq(observableSightings.observableUuid, uuid),
        gte(observableSightings.day, sql`(now() - make_interval(days => ${daysShown}))::date`),
      ),
    )
    .orderBy(asc(observableSightings.day))
}

/** The observables that share the most of its latest alerts. */
export async function relatedTo(db: Database, org: Org, uuid: string, most = mostRelated) {
  const mine = db
    .select({ alertUuid: observableAlerts.alertUuid })
    .from(observableAlerts)
    .where(ownedBy(org, observableAlerts, eq(observableAlerts.observableUuid, uuid)))
    .orderBy(desc(observableAlerts.lastSeen))
    .limit(alertsCompared)
    .as('mine')
  const shared = count()
  const found = await db
    .select({ uuid: observableAlerts.observableUuid, alerts: shared })
    .from(observableAlerts)
    .innerJoin(mine, eq(mine.alertUuid, observableAlerts.alertUuid))
    .where(ownedBy(org, observableAlerts, ne(observableAlerts.observableUuid, uuid)))
    .groupBy(observableAlerts.observableUuid)
    .orderBy(desc(shared), observableAlerts.observableUuid)
    .limit(most)
  const rows = await db
    .select()
    .from(observables)
    .where(
      ownedBy(
        org,
        observables,
        inArray(
          observables.uuid,
          found.map((one) => one.uuid),
        ),
      ),
    )
  const byUuid = new Map((await withLists(db, org, rows)).map((row) => [row.uuid, row]))
  return found.flatMap(({ uuid: one, alerts: shares }) => {
    const observable = byUuid.get(one)
    return observable === undefined ? [] : [{ observable, alerts: shares }]
  })
}

/** Which of these observables these alerts have. */
export async function linksBetween(db: Database, org: Org, uuids: readonly string[], alertUuids: readonly string[]) {
  if (uuids.length === 0 || alertUuids.length === 0) return []
  return db
    .select({ from: observableAlerts.observableUuid, to: observableAlerts.alertUuid })
    .from(observableAlerts)
    .where(
      ownedBy(
        org,
        observableAlerts,
        inArray(observableAlerts.observableUuid, [...uuids]),
        inArray(observableAlerts.alertUuid, [...alertUuids]),
      ),
    )
}

/** Those of these cases that the viewer may see. */
export async function casesNamed(db: Database, org: Org, viewer: Viewer, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return db
    .select({ uuid: cases.uuid, number: cases.number, title: cases.title, stage: cases.stage })
    .from(cases)
    .where(ownedBy(org, cases, seenBy(viewer), inArray(cases.uuid, [...uuids])))
}

/** The latest results of analyzers, by name. */
export async function resultsOf(db: Database | Tx, org: Org, uuid: string): Promise<AnalyzerResult[]> {
  const rows = await db
    .select()
    .from(observableResults)
    .where(ownedBy(org, observableResults, eq(observableResults.observableUuid, uuid)))
    .orderBy(asc(observableResults.name))
  return rows.map((row) => ({
    analyzer: row.analyzer,
    name: row.name,
    at: row.at.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    verdict: row.verdict,
    summary: row.summary,
    facts: row.facts,
  }))
}
