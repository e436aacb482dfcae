import { sql } from 'drizzle-orm'
import type { assignVariant } from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../core/db.ts'
import { escaped } from './configuration.queries.ts'
import type { Read } from './read.ts'

type Input = Read<typeof assignVariant>
const unknownShown = 100

/** A pattern for LIKE: * stands for any characters, ? for one. */
function likeOf(pattern: string): string {
  return escaped(pattern.toUpperCase()).replaceAll('*', '%').replaceAll('?', '_')
}

function isMeant({ vins, model, vin_pattern: pattern }: Input) {
  if (vins !== undefined) return sql`${vehicles.vin} = ANY(${sql.param(vins)}::text[])`
  if (model !== undefined) return sql`${vehicles.model} = ${model}`
  return sql`upper(${vehicles.vin}) LIKE ${likeOf(pattern!)}`
}

/** How many vehicles are meant, how many would change, and which VINs no vehicle has. */
export async function countMeant(
  db: Database | Tx,
  org: Org,
  input: Input,
): Promise<{ vehicles: number; changed: number; unknown: string[] }> {
  const [counts] = await rowsOf<{ vehicles: number; changed: number }>(
    db,
    sql`SELECT count(*)::int AS vehicles,
        count(*) FILTER (WHERE a.variant_uuid IS DISTINCT FROM ${input.variant_uuid}::uuid)::int AS changed
      FROM vehicles LEFT JOIN vehicle_variants a ON a.vehicle_uuid = vehicles.uuid
      WHERE ${ownedBy(org, vehicles, isMeant(input))}`,
  )
  return { ...counts!, unknown: await unknownVins(db, org, input.vins ?? []) }
}

async function unknownVins(db: Database | Tx, org: Org, vins: readonly string[]): Promise<string[]> {
  if (vins.length === 0) return []
  const rows = await rowsOf<{ vin: string }>(
    db,
    sql`SELECT DISTINCT vin FROM unnest(${sql.param([...vins])}::text[]) AS given(vin)
      WHERE NOT EXISTS (SELECT FROM vehicles WHERE ${ownedBy(org, vehicles)} AND vehicles.vin = given.vin)
      ORDER BY vin LIMIT ${unknownShown}`,
  )
  return rows.map(({ vin }) => vin)
}

/**
 * Assigns the variant to the vehicles that are meant; `again`: also to those that have it. Returns since when the
 * assigned ones have it, as PostgreSQL writes it.
 */
export async function assignVehicles(
  tx: Tx,
  org: Org,
  variantUuid: string,
  { again, ...input }: Input & { readonly again: boolean },
): Promise<string> {
  await tx.execute(sql`
    INSERT INTO vehicle_variants AS a (vehicle_uuid, org_uuid, variant_uuid)
    SELECT vehicles.uuid, vehicles.org_uuid, ${variantUuid}::uuid FROM vehicles
    WHERE ${ownedBy(org, vehicles, isMeant(input))} ORDER BY vehicles.uuid
    ON CONFLICT (vehicle_uuid) DO UPDATE SET variant_uuid = excluded.variant_uuid, assigned_at = now()
    WHERE a.variant_uuid <> excluded.variant_uuid OR ${again}`)
  const [row] = await rowsOf<{ now: string }>(tx, sql`SELECT now()::text AS now`)
  return row!.now
}

/** Takes their variants from the vehicles that are meant. */
export async function unassignVehicles(tx: Tx, org: Org, input: Input): Promise<undefined> {
  await tx.execute(sql`
    DELETE FROM vehicle_variants a USING vehicles
    WHERE a.org_uuid = ${org.uuid} AND a.vehicle_uuid = vehicles.uuid AND ${ownedBy(org, vehicles, isMeant(input))}`)
}
