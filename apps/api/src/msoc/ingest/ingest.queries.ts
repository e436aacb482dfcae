import { desc, eq, isNull } from 'drizzle-orm'
import { ingestKeys, organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { deviceTokens, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'

type KeyRow = typeof ingestKeys.$inferSelect

/** The displayable fields of a key: never its secret, nor its hash. */
export function keyRow({ uuid, name, hint, eventsPerSecond, createdBy, createdAt, revokedAt }: KeyRow) {
  return {
    uuid,
    name,
    hint,
    events_per_second: eventsPerSecond,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  }
}

export async function keysOf(db: Database, org: Org) {
  return (
    await db.select().from(ingestKeys).where(ownedBy(org, ingestKeys)).orderBy(desc(ingestKeys.createdAt)).limit(500)
  ).map(keyRow)
}

export async function revokeKey(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  const rows = await tx
    .update(ingestKeys)
    .set({ revokedAt: new Date() })
    .where(ownedBy(org, ingestKeys, eq(ingestKeys.uuid, uuid), isNull(ingestKeys.revokedAt)))
    .returning({ uuid: ingestKeys.uuid })
  return rows.length > 0
}

/** Adds a token; returns its uuid, or undefined if the vehicle does not belong to the organisation. */
export async function insertDeviceToken(
  tx: Tx,
  org: Org,
  vehicleUuid: string,
  secret: { hash: Uint8Array; hint: string },
  createdBy: string,
): Promise<string | undefined> {
  const [vehicle] = await tx
    .select({ uuid: vehicles.uuid })
    .from(vehicles)
    .where(ownedBy(org, vehicles, eq(vehicles.uuid, vehicleUuid)))
  if (!vehicle) return undefined
  const [row] = await tx
    .insert(deviceTokens)
    .values({ orgUuid: org.uuid, vehicleUuid, tokenHash: secret.hash, hint: secret.hint, createdBy })
    .returning({ uuid: deviceTokens.uuid })
  return row!.uuid
}

/** The displayable fields of a vehicle's tokens, latest first; undefined if the organisation lacks the vehicle. */
export async function tokensOf(db: Database, org: Org, vehicleUuid: string) {
  const [vehicle] = await db
    .select({ uuid: vehicles.uuid })
    .from(vehicles)
    .where(ownedBy(org, vehicles, eq(vehicles.uuid, vehicleUuid)))
  if (!vehicle) return undefined
  const rows = await db
    .select()
    .from(deviceTokens)
    .where(ownedBy(org, deviceTokens, eq(deviceTokens.vehicleUuid, vehicleUuid)))
    .orderBy(desc(deviceTokens.createdAt))
    .limit(500)
  return rows.map(({ uuid, hint, createdBy, createdAt, revokedAt }) => ({
    uuid,
    hint,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  }))
}

export async function revokeToken(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  const rows = await tx
    .update(deviceTokens)
    .set({ revokedAt: new Date() })
    .where(ownedBy(org, deviceTokens, eq(deviceTokens.uuid, uuid), isNull(deviceTokens.revokedAt)))
    .returning({ uuid: deviceTokens.uuid })
  return rows.length > 0
}

export async function ingestSettingsOf(db: Database | Tx, org: Org) {
  const [row] = await db
    .select({
      unknown_vehicles: organisations.unknownVehicles,
      reports_every_seconds: organisations.reportsEverySeconds,
    })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))
  return row!
}

export async function saveSettings(
  tx: Tx,
  org: Org,
  {
    unknown_vehicles,
    reports_every_seconds,
  }: { unknown_vehicles: 'register' | 'reject'; reports_every_seconds: number | null },
): Promise<void> {
  await tx
    .update(organisations)
    .set({ unknownVehicles: unknown_vehicles, reportsEverySeconds: reports_every_seconds })
    .where(eq(organisations.uuid, org.uuid))
}
