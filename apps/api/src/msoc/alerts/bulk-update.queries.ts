import { and, asc, count, eq, inArray, lte, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { AlertFilter } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Tx } from '../../core/db.ts'
import { passing } from './filter.queries.ts'

/** The organisation's current change number: an alert that is raised later has a higher number. */
export async function numberNow(tx: Tx, org: Org): Promise<number> {
  const [row] = await tx.select({ seq: changeCounters.seq }).from(changeCounters).where(ownedBy(org, changeCounters))
  return row!.seq
}

/** The alerts that match a filter and were raised up to the change number `upTo`. */
export interface Frozen {
  readonly filter: AlertFilter
  readonly me: string
  readonly upTo: number
}

export async function countFrozen(tx: Tx, org: Org, frozen: Frozen): Promise<number> {
  const [row] = await tx
    .select({ alerts: count() })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(and(passing(org, frozen.filter, frozen.me), lte(alerts.number, frozen.upTo)))
  return row!.alerts
}

/** An alert's position in the order of raising, which no update changes; to the microsecond. */
export interface Place {
  readonly raised_at: string
  readonly uuid: string
}

/** The next of these alerts in the order of raising. */
export async function nextFrozen(
  tx: Tx,
  org: Org,
  frozen: Frozen,
  after: Place | undefined,
  limit: number,
): Promise<Place[]> {
  const rest =
    after && sql`(${alerts.raisedAt}, ${alerts.uuid}) > (${after.raised_at}::text::timestamptz, ${after.uuid}::uuid)`
  return tx
    .select({
      raised_at: sql<string>`to_char(${alerts.raisedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      uuid: alerts.uuid,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(and(passing(org, frozen.filter, frozen.me), lte(alerts.number, frozen.upTo), rest))
    .orderBy(asc(alerts.raisedAt), asc(alerts.uuid))
    .limit(limit)
}

/** Which of these still match after they were locked: another transaction may have changed one just before. */
export async function stillFrozen(tx: Tx, org: Org, frozen: Frozen, uuids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(and(passing(org, frozen.filter, frozen.me), inArray(alerts.uuid, [...uuids])))
  return new Set(rows.map(({ uuid }) => uuid))
}
