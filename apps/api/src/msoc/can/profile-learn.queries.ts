import { asc, desc, eq, isNotNull, or } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { captures } from '@carapace/shared/msoc/can/can.table'
import { type VehicleId, vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Tx } from '../../core/db.ts'
import { isNamed } from '../vehicles/vehicles.queries.ts'

/** The fields of a capture that learning needs. */
export async function captureToLearn(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select({ name: captures.name, state: captures.state, buses: captures.buses })
    .from(captures)
    .where(ownedBy(org, captures, eq(captures.uuid, uuid)))
  return row
}

/** An empty model means every model. */
const isOfModel = (model: string) => (model === '' ? undefined : eq(vehicles.model, model))

/** Vehicles of the model that sent frames, the most recent first, without those that captures are played into. */
export async function vehiclesWithFrames(tx: Tx, org: Org, model: string, limit: number): Promise<{ id: VehicleId }[]> {
  return tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .innerJoin(vehicleState, eq(vehicleState.vehicleId, vehicles.id))
    .where(ownedBy(org, vehicles, isOfModel(model), eq(vehicles.isTest, false), isNotNull(vehicleState.canAt)))
    .orderBy(desc(vehicleState.canAt))
    .limit(limit)
}

/** The vehicles of the model with these names. */
export async function vehiclesCalled(
  tx: Tx,
  org: Org,
  model: string,
  names: readonly string[],
): Promise<{ id: VehicleId }[]> {
  return tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(ownedBy(org, vehicles, isOfModel(model), or(...names.map(isNamed))))
    .orderBy(asc(vehicles.id))
    .limit(names.length)
}
