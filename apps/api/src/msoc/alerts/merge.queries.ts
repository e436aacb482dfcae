import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { Tx } from '../../core/db.ts'

/** The alerts that are merged into any of those that a condition selects. */
export async function partsAmong(tx: Tx, org: Org, which: SQL): Promise<string[]> {
  const wholes = tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, which))
  const rows = await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, isNotNull(alerts.mergedIntoUuid), inArray(alerts.mergedIntoUuid, wholes)))
  return rows.map(({ uuid }) => uuid)
}

/** The alerts into which these are merged, by the uuid of each that is merged. */
export async function wholesOf(tx: Tx, org: Org, uuids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ uuid: alerts.uuid, into: alerts.mergedIntoUuid })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.uuid, [...uuids]), isNotNull(alerts.mergedIntoUuid)))
  return new Map(rows.flatMap(({ uuid, into }) => (into === null ? [] : [[uuid, into] as const])))
}

/** Of these alerts, those into which others are merged. */
export async function withPartsAmong(tx: Tx, org: Org, uuids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ uuid: alerts.mergedIntoUuid })
    .from(alerts)
    .where(ownedBy(org, alerts, isNotNull(alerts.mergedIntoUuid), inArray(alerts.mergedIntoUuid, [...uuids])))
  return new Set(rows.flatMap(({ uuid }) => uuid ?? []))
}

/** The condition that an alert is merged into this one. */
export const partOf = (org: Org, uuid: string): SQL => ownedBy(org, alerts, eq(alerts.mergedIntoUuid, uuid))

export async function countParts(tx: Tx, org: Org, uuid: string): Promise<number> {
  return tx.$count(alerts, ownedBy(org, alerts, eq(alerts.mergedIntoUuid, uuid)))
}

/** The alerts are closed: a repeat of one that is merged into them raises a new alert from now on (rule ALERT-14). */
export async function closeParts(tx: Tx, org: Org, wholes: readonly string[]): Promise<void> {
  if (wholes.length === 0) return
  await tx
    .update(alerts)
    .set({ mergeOpen: false })
    .where(ownedBy(org, alerts, isNotNull(alerts.mergedIntoUuid), inArray(alerts.mergedIntoUuid, [...wholes])))
}

/**
 * The alerts are open again: repeats of those merged into them count on, unless the same condition has raised another
 * alert meanwhile. Of several of one identity the latest counts on.
 */
export async function reopenParts(tx: Tx, org: Org, wholes: readonly string[]): Promise<void> {
  if (wholes.length === 0) return
  const mine = ownedBy(org, alerts, isNotNull(alerts.mergedIntoUuid), inArray(alerts.mergedIntoUuid, [...wholes]))
  const latest = tx
    .selectDistinctOn([alerts.dedupKey, alerts.severity], { uuid: alerts.uuid })
    .from(alerts)
    .where(mine)
    .orderBy(alerts.dedupKey, alerts.severity, desc(alerts.number))
  await tx
    .update(alerts)
    .set({ mergeOpen: true })
    .where(
      and(
        mine,
        inArray(alerts.uuid, latest),
        sql`NOT EXISTS (
          SELECT FROM alerts twin
          WHERE twin.org_uuid = ${alerts.orgUuid}
          AND twin.dedup_key = ${alerts.dedupKey}
          AND twin.severity = ${alerts.severity}
          AND (twin.status NOT IN ('CLOSED', 'MERGED') OR twin.merge_open)
          AND twin.uuid <> ${alerts.uuid})`,
      ),
    )
}

/** Maximum number of parts that are returned with an alert. */
export const partsShown = 100
