import { and, eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { SavedWatches } from '@carapace/shared/msoc/can/watch-state'
import { canFrames } from '@carapace/shared/msoc/events/events.series'
import { detectorMemory, type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { isNamed } from '../vehicles/vehicles.queries.ts'

/** Frames that are examined to find the buses of a vehicle, and maximum buses returned. */
const framesLookedAt = 5_000
export const mostBusesShown = 16

/** A vehicle, with the stored state of its bus detectors. */
export async function watchedVehicle(db: Database, org: Org, name: string) {
  const [row] = await db
    .select({
      id: vehicles.id,
      model: vehicles.model,
      generation: vehicles.canGeneration,
      saved: sql<SavedWatches | null>`${detectorMemory.memory}`,
    })
    .from(vehicles)
    .leftJoin(detectorMemory, and(eq(detectorMemory.vehicleId, vehicles.id), eq(detectorMemory.detector, 'can')))
    .where(ownedBy(org, vehicles, isNamed(name)))
    .limit(1)
  return row
}

/** The buses in a vehicle's latest frames of the last day. */
export async function busesWithFrames(db: Database, org: Org, vehicle: VehicleId): Promise<string[]> {
  const mine = ownedBy(
    org,
    canFrames,
    eq(canFrames.vehicleId, vehicle),
    sql`${canFrames.ts} > now() - interval '1 day'`,
  )
  const rows = await rowsOf<{ bus: string }>(
    db,
    sql`
   
      SELECT DISTINCT bus
      FROM (SELECT bus
      FROM ${canFrames}
      WHERE ${mine}
      ORDER BY ${canFrames.ts} DESC
      LIMIT ${framesLookedAt}) latest
      ORDER BY bus
      LIMIT ${mostBusesShown}`,
  )
  return rows.map(({ bus }) => bus)
}

/**
 * Makes the detectors forget what they learned of the vehicle's own buses; returns its uuid and the generation of the
 * learning that begins now.
 */
export async function relearn(
  tx: Tx,
  org: Org,
  name: string,
): Promise<{ uuid: string; generation: number } | undefined> {
  const [row] = await tx
    .update(vehicles)
    .set({
      canGeneration: sql`${vehicles.canGeneration} + 1`,
      revision: sql`${vehicles.revision} + 1`,
      updatedAt: new Date(),
    })
    .where(ownedBy(org, vehicles, isNamed(name)))
    .returning({ uuid: vehicles.uuid, generation: vehicles.canGeneration })
  return row
}
