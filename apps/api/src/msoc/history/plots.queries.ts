import { eq, gte, lt, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { signals } from '@carapace/shared/msoc/events/events.series'
import { namedFor } from '@carapace/shared/msoc/history/signal-names.queries'
import { signalNames } from '@carapace/shared/msoc/ingest/ingest.table'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { Span } from '../span.ts'

/**
 * Numeric signals, reduced to the minimum, the mean and the maximum of each step; steps without a value are left
 * out.
 */
export async function plotOf(
  db: Database,
  org: Org,
  vehicle: VehicleId,
  paths: readonly string[],
  { from, to }: Span,
  stepMs: number,
) {
  const mine = ownedBy(
    org,
    signals,
    eq(signals.vehicleId, vehicle),
    gte(signals.ts, sql`${from.toISOString()}::timestamptz`),
    lt(signals.ts, sql`${to.toISOString()}::timestamptz`),
  )
  const rows = await rowsOf<{ path: string; step: number; least: number; mean: number; greatest: number }>(
    db,
    sql`
   
      SELECT path, floor(extract(epoch
      FROM ts - ${from.toISOString()}::timestamptz) * 1000 / ${stepMs}::float8)::int AS step,
      min(value) AS least, avg(value) AS mean, max(value) AS greatest
    FROM ${signals} JOIN ${signalNames} ON ${signalNames.id} = signal_id
   
      WHERE ${mine}
      AND ${namedFor(org)}
      AND path IN (SELECT jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))
      AND value IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2`,
  )
  const found = Map.groupBy(rows, (row) => row.path)
  return [...new Set(paths)].map((path) => ({
    path,
    points: (found.get(path) ?? []).map(({ step, least, mean, greatest }): [number, number, number, number] => [
      step * stepMs,
      least,
      mean,
      greatest,
    ]),
  }))
}
