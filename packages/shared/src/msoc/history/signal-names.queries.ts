import { eq, gt, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '../../core/owned.ts'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import { signals } from '../events/events.series.ts'
import { signalNames } from '../ingest/ingest.table.ts'
import type { VehicleId } from '../vehicles/vehicles.table.ts'

/** Names of the organisation, and those that all shared before names belonged to organisations. */
export function namedFor(org: Org): SQL {
  return or(ownedBy(org, signalNames), eq(signalNames.orgId, sharedNames))!
}

/** The organisation number of names that all organisations share; no organisation has it. */
const sharedNames = sql`0`

/**
 * The first `most` signals that a vehicle sent in a span: one index step a signal (a loose index scan), however many
 * names and rows there are (rule SHARE-12).
 */
export async function signalIdsOf(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId,
  { from, to }: { readonly from: Date; readonly to: Date },
  most: number,
): Promise<number[]> {
  const next = (after?: SQL): SQL => sql`(SELECT ${signals.signalId} FROM ${signals}
    WHERE ${ownedBy(
      org,
      signals,
      eq(signals.vehicleId, vehicle),
      gte(signals.ts, sql`${from.toISOString()}::timestamptz`),
      lte(signals.ts, sql`${to.toISOString()}::timestamptz`),
      after && gt(signals.signalId, after),
    )} ORDER BY ${signals.signalId} LIMIT 1)`
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`WITH RECURSIVE mine(id) AS (
      SELECT ${next()} UNION ALL SELECT ${next(sql`mine.id`)} FROM mine WHERE mine.id IS NOT NULL)
    SELECT id FROM mine WHERE id IS NOT NULL LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}
