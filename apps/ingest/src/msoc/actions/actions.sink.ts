import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, type OrgUuid, ownedBy } from '@carapace/shared/core/owned'
import { playbookRuns } from '@carapace/shared/msoc/playbooks/playbooks.table'
import { mayBecome, type VehicleActionState } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import type { Confirmation } from '@carapace/shared/msoc/vehicle-actions/delivery'
import { vehicleActions } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.table'
import { type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'

/** An action as a vehicle gets it. */
export interface DeliveredAction {
  readonly uuid: string
  readonly kind: string
  readonly parameters: Readonly<Record<string, string>>
  readonly requested_at: string
  readonly expires_at: string
}

/** Actions of one vehicle that are handed out at once. */
const atOnce = 20

/** The id of a vehicle by its VIN, or else its device id; undefined if the organisation has none. */
export async function vehicleOf(db: Database, org: Org, name: string): Promise<VehicleId | undefined> {
  const [row] = await db
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(ownedBy(org, vehicles, or(eq(vehicles.vin, name), eq(vehicles.deviceId, name))))
    .orderBy(sql`${vehicles.vin} = ${name} DESC`)
    .limit(1)
  return row?.id
}

/**
 * Marks the approved actions of a vehicle as delivered, and returns all that it has not confirmed: what was lost on the
 * way is handed out again (rule VEHICLE-ACTION-4).
 */
export async function deliverActions(db: Database, org: Org, vehicle: VehicleId): Promise<DeliveredAction[]> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(vehicleActions)
      .where(
        ownedBy(
          org,
          vehicleActions,
          eq(vehicleActions.vehicleId, vehicle),
          inArray(vehicleActions.state, ['APPROVED', 'DELIVERED']),
          gt(vehicleActions.expiresAt, new Date()),
        ),
      )
      .orderBy(asc(vehicleActions.number))
      .limit(atOnce)
      .for('update')
    const fresh = rows.filter(({ state }) => state === 'APPROVED').map(({ uuid }) => uuid)
    if (fresh.length > 0)
      await tx
        .update(vehicleActions)
        .set({ state: 'DELIVERED', deliveredAt: new Date(), deliveredOver: 'http' })
        .where(ownedBy(org, vehicleActions, inArray(vehicleActions.uuid, fresh)))
    return rows.map(delivered)
  })
}

type Row = typeof vehicleActions.$inferSelect

function delivered({ uuid, kind, parameters, requestedAt, expiresAt }: Row): DeliveredAction {
  return { uuid, kind, parameters, requested_at: requestedAt.toISOString(), expires_at: expiresAt.toISOString() }
}

/** An action that is sent over MQTT, and to whom. */
export interface ToSend {
  readonly org: Org
  readonly vin: string
  readonly action: DeliveredAction
}

/** Actions that are sent over MQTT at once, and after which time one that is not confirmed is sent again. */
const sentAtOnce = 100
const sentAgainAfter = sql`interval '30 seconds'`

/**
 * Across organisations: one connection to the broker serves all. The approved actions that no vehicle has fetched over
 * HTTP or confirmed; no other process takes them within the next 30 s (rule VEHICLE-ACTION-7).
 */
export async function takeForMqtt(db: Database): Promise<ToSend[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ row: vehicleActions, vin: vehicles.vin, orgId: organisations.id })
      .from(vehicleActions)
      .innerJoin(vehicles, eq(vehicles.id, vehicleActions.vehicleId))
      .innerJoin(organisations, eq(organisations.uuid, vehicleActions.orgUuid))
      .where(
        and(
          inArray(vehicleActions.state, ['APPROVED', 'DELIVERED']),
          or(isNull(vehicleActions.deliveredOver), eq(vehicleActions.deliveredOver, 'mqtt')),
          gt(vehicleActions.expiresAt, new Date()),
          or(isNull(vehicleActions.mqttTriedAt), lt(vehicleActions.mqttTriedAt, sql`now() - ${sentAgainAfter}`)),
        ),
      )
      .orderBy(sql`${vehicleActions.mqttTriedAt} NULLS FIRST`, asc(vehicleActions.requestedAt))
      .limit(sentAtOnce)
      .for('update', { of: vehicleActions, skipLocked: true })
    const uuids = due.map(({ row }) => row.uuid)
    if (uuids.length > 0)
      await tx
        .update(vehicleActions)
        .set({ mqttTriedAt: sql`now()` })
        .where(inArray(vehicleActions.uuid, uuids))
    return due.map(({ row, vin, orgId }) => ({ org: { uuid: row.orgUuid, id: orgId }, vin, action: delivered(row) }))
  })
}

/** Marks an approved action as delivered: the broker has taken it for its vehicle. */
export async function markSentOverMqtt(db: Database, org: Org, uuid: string): Promise<void> {
  await db
    .update(vehicleActions)
    .set({ state: 'DELIVERED', deliveredAt: new Date(), deliveredOver: 'mqtt' })
    .where(ownedBy(org, vehicleActions, eq(vehicleActions.uuid, uuid), eq(vehicleActions.state, 'APPROVED')))
}

/** Across organisations: the broker's topic names one. Undefined: there is none with this uuid. */
export async function orgNamed(db: Database, uuid: string): Promise<Org | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return undefined
  const [row] = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .where(eq(organisations.uuid, uuid as OrgUuid))
  return row
}

/**
 * Records what a vehicle did with an action, and has the run that waits for it worked on. The same confirmation again
 * changes nothing (rule VEHICLE-ACTION-5). Returns the state that the action then has; undefined: there is none, or it
 * is another vehicle's.
 */
export async function confirmAction(
  db: Database,
  org: Org,
  vehicle: VehicleId | undefined,
  { uuid, state, detail }: Pick<Confirmation, 'uuid' | 'state' | 'detail'>,
): Promise<VehicleActionState | undefined> {
  return db.transaction(async (tx) => {
    const [action] = await tx
      .select()
      .from(vehicleActions)
      .where(
        ownedBy(
          org,
          vehicleActions,
          eq(vehicleActions.uuid, uuid),
          vehicle === undefined ? undefined : eq(vehicleActions.vehicleId, vehicle),
        ),
      )
      .for('update')
    if (!action) return undefined
    if (!mayBecome(action.state, state)) return action.state
    const now = new Date()
    await tx
      .update(vehicleActions)
      .set({ state, detail, endedAt: now })
      .where(ownedBy(org, vehicleActions, eq(vehicleActions.uuid, uuid)))
    if (action.runUuid !== null)
      await tx
        .update(playbookRuns)
        .set({ dueAt: now })
        .where(
          ownedBy(
            org,
            playbookRuns,
            and(eq(playbookRuns.uuid, action.runUuid), inArray(playbookRuns.state, ['RUNNING', 'WAITING'])),
          ),
        )
    return state
  })
}
