import { asc, desc, eq, isNotNull, or } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { captures } from '@carapace/shared/msoc/can/can.table'
import { type VehicleId, vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Tx } from '../../core/db.ts'
import { isNamed } from '../vehicles/vehicles.queries.ts'

/** Of a capture what learning from it asks. */
export async function captureToLearn(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select({ name: captures.name, state: captures.state, buses: captures.buses })
    .from(captures)
    .where(ownedBy(org, captures, eq(captures.uuid, uuid)))
  return row
}

/** An empty model stands for every one. */
const isOfModel = (model: string) => (model === '' ? undefined : eq(vehicles.model, model))

/** Vehicles of the model that sent frames, those heard of most recently first; none that captures are played into. */
export async function vehiclesWithFrames(tx: Tx, org: Org, model: string, limit: number): Promise<{ id: VehicleId }[]> {
  return tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .innerJoin(vehicleState, eq(vehicleState.vehicleId, vehicles.id))
    .where(ownedBy(org, vehicles, isOfModel(model), eq(vehicles.isTest, false), isNotNull(vehicleState.canAt)))
    .orderBy(desc(vehicleState.canAt))
    .limit(limit)
}

/** Which of these names are vehicles of the model. */
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
