import { and, count, countDistinct, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { linkKinds } from '@carapace/shared/artefact-kinds'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import { sightings } from '@carapace/shared/lifecycle/sightings/sightings.table'
import { fieldDays } from '@carapace/shared/lifecycle/sightings/contradiction'
import type { SeenAlert } from '@carapace/shared/lifecycle/sightings/indicators'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { notRemoved } from '../../graph/artefacts/artefacts.queries.ts'

const since = sql`now() - make_interval(days => ${fieldDays})`
const lately = (threatUuid: string) => [eq(sightings.threatUuid, threatUuid), gt(sightings.at, since)] as const

/** A scenario's latest sightings, with the current state of the alerts. */
export async function latestSightings(db: Database, org: Org, threatUuid: string, limit: number) {
  const { number, title, rule, severity, status, resolution } = alerts
  return db
    .select({
      alert_uuid: sightings.alertUuid,
      number,
      title,
      rule,
      severity,
      status,
      resolution,
      vehicle: vehicles.vin,
      vehicle_uuid: sightings.vehicleUuid,
      at: sightings.at,
    })
    .from(sightings)
    .innerJoin(alerts, eq(alerts.uuid, sightings.alertUuid))
    .leftJoin(vehicles, eq(vehicles.uuid, sightings.vehicleUuid))
    .where(ownedBy(org, sightings, ...lately(threatUuid)))
    .orderBy(desc(sightings.at), desc(sightings.alertUuid))
    .limit(limit)
}

/** The alerts that matched a scenario, counted for each of the last days, the oldest first, and their vehicles. */
export async function countSightings(
  db: Database,
  org: Org,
  threatUuid: string,
): Promise<{ total: number; vehicles: number; days: number[] }> {
  const where = ownedBy(org, sightings, ...lately(threatUuid))
  const ago = sql<number>`floor(extract(epoch FROM now() - ${sightings.at}) / 86400)::int`
  const rows = await db
    .select({ ago, alerts: count() })
    .from(sightings)
    .where(where)
    .groupBy(sql`1`)
  const [all] = await db
    .select({ vehicles: countDistinct(sightings.vehicleUuid) })
    .from(sightings)
    .where(where)
  const days = Array.from({ length: fieldDays }, () => 0)
  for (const row of rows) days[fieldDays - 1 - Math.min(fieldDays - 1, Math.max(0, row.ago))]! += row.alerts
  return { total: rows.reduce((sum, row) => sum + row.alerts, 0), vehicles: all!.vehicles, days }
}

/** The tree that refines a threat scenario, null if there is none; undefined: it is not a threat scenario. */
export async function treeOfThreat(db: Database, org: Org, threatUuid: string): Promise<Tree | null | undefined> {
  const tree = alias(artefacts, 'tree')
  const [row] = await db
    .select({ tree: sql<Tree | null>`${tree.fields} -> 'tree'` })
    .from(artefacts)
    .leftJoin(
      artefactLinks,
      and(eq(artefactLinks.fromUuid, artefacts.uuid), eq(artefactLinks.kind, 'refined-in'), notRemoved),
    )
    .leftJoin(tree, eq(tree.uuid, artefactLinks.toUuid))
    .where(ownedBy(org, artefacts, eq(artefacts.uuid, threatUuid), eq(artefacts.kind, 'threat-scenario')))
  return row && row.tree
}

/** A scenario's latest sightings, with the data that indicators check, and their total. */
export async function alertsMatched(
  db: Database,
  org: Org,
  threatUuid: string,
  most: number,
): Promise<{ alerts: SeenAlert[]; total: number }> {
  const where = ownedBy(org, sightings, ...lately(threatUuid))
  const { rule, ruleUuid, ecu, bus, observables, explanation } = alerts
  const rows = await db
    .select({ rule, ruleUuid, ecu, bus, observables, explanation })
    .from(sightings)
    .innerJoin(alerts, eq(alerts.uuid, sightings.alertUuid))
    .where(where)
    .orderBy(desc(sightings.at), desc(sightings.alertUuid))
    .limit(most)
  const [all] = await db.select({ total: count() }).from(sightings).where(where)
  return { alerts: rows, total: all!.total }
}

/** A threat scenario with its assessment; undefined: it is not a threat scenario. */
export async function ratedThreat(db: Database, org: Org, threatUuid: string) {
  const [row] = await db
    .select({
      kind: artefacts.kind,
      fields: artefacts.fields,
      revision: artefacts.revision,
      result: assessments.result,
    })
    .from(artefacts)
    .leftJoin(assessments, eq(assessments.threatUuid, artefacts.uuid))
    .where(ownedBy(org, artefacts, eq(artefacts.uuid, threatUuid), eq(artefacts.kind, 'threat-scenario')))
  return row
}

const carrying = linkKinds.filter(({ propagatesSuspect }) => propagatesSuspect).map(({ kind }) => kind)

/** Marks the links into a scenario as suspect, at the graph version of that finding (rule SIGHTING-9). */
export async function suspectOrigins(tx: Tx, org: Org, threatUuid: string, seq: number, reason: string): Promise<void> {
  await tx
    .update(artefactLinks)
    .set({ suspect: reason, suspectAt: sql`now()`, seq })
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.toUuid, threatUuid),
        isNull(artefactLinks.removedSeq),
        sql`${artefactLinks.kind} = ANY(${`{${carrying.join(',')}}`}::text[])`,
      ),
    )
}
