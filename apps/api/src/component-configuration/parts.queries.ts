import { asc, eq, ne, sql } from 'drizzle-orm'
import type { HardwarePart, listHardwareParts } from '@carapace/shared/component-configuration/configuration.contract'
import { hardwareParts, variantUnits } from '@carapace/shared/component-configuration/configuration.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../core/db.ts'
import { mentions, nextAfter, skippedBy } from './configuration.queries.ts'
import type { Read } from './read.ts'

const t = hardwareParts

/** A hardware part as it is stored. */
export type PartRow = typeof t.$inferSelect

type PartValues = Pick<PartRow, 'partNumber' | 'hasHsm' | 'name' | 'ecu' | 'supplier' | 'updatedByUuid' | 'updatedAt'>

/** A page of the hardware parts by part number. */
export async function partsPage(
  db: Database,
  org: Org,
  { q, ecu, cursor, limit }: Read<typeof listHardwareParts>,
): Promise<{ parts: HardwarePart[]; total: number; next_cursor: string | null }> {
  const isWanted = ownedBy(
    org,
    t,
    mentions(q, [sql`${t.partNumber}`, sql`${t.name}`, sql`${t.ecu}`, sql`${t.supplier}`]),
    ecu === undefined ? undefined : eq(sql`lower(${t.ecu})`, ecu.toLowerCase()),
  )
  const skip = skippedBy(cursor)
  const [total, rows] = await Promise.all([
    db.$count(t, isWanted),
    db
      .select({
        uuid: t.uuid,
        part_number: t.partNumber,
        name: t.name,
        ecu: t.ecu,
        supplier: t.supplier,
        has_hsm: t.hasHsm,
        variants: sql<number>`(SELECT count(*)::int FROM variant_units u WHERE u.part_uuid = ${t.uuid})`,
        updated_at: t.updatedAt,
        revision: t.revision,
      })
      .from(t)
      .where(isWanted)
      .orderBy(asc(sql`lower(${t.partNumber})`))
      .offset(skip)
      .limit(limit),
  ])
  const parts = rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }))
  return { parts, total, next_cursor: nextAfter(skip, parts.length, total) }
}

/** A hardware part. @throws {Failure} NOT_FOUND */
export async function partOf(tx: Tx, org: Org, uuid: string): Promise<PartRow> {
  const [row] = await tx
    .select()
    .from(t)
    .where(ownedBy(org, t, eq(t.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

/** How many hardware parts the organisation has. */
export async function countParts(tx: Tx, org: Org): Promise<number> {
  return tx.$count(t, ownedBy(org, t))
}

/** Whether another part than this one has the part number, in whatever case. */
export async function isNumberTaken(tx: Tx, org: Org, partNumber: string, uuid: string | undefined): Promise<boolean> {
  const isTaken = ownedBy(
    org,
    t,
    eq(sql`lower(${t.partNumber})`, partNumber.toLowerCase()),
    uuid === undefined ? undefined : ne(t.uuid, uuid),
  )
  return (await tx.$count(t, isTaken)) > 0
}

/** How many control units of variants are this part. */
export async function countUses(tx: Tx, org: Org, uuid: string): Promise<number> {
  return tx.$count(variantUnits, ownedBy(org, variantUnits, eq(variantUnits.partUuid, uuid)))
}

/** Adds a part; returns its uuid. */
export async function insertPart(tx: Tx, org: Org, values: PartValues): Promise<string> {
  const [row] = await tx
    .insert(t)
    .values({ ...values, orgUuid: org.uuid })
    .returning({ uuid: t.uuid })
  return row!.uuid
}

/** Changes a part, with its next revision; returns its uuid. */
export async function updatePart(
  tx: Tx,
  org: Org,
  { uuid, revision }: Pick<PartRow, 'uuid' | 'revision'>,
  values: PartValues,
): Promise<string> {
  await tx
    .update(t)
    .set({ ...values, revision: revision + 1 })
    .where(ownedBy(org, t, eq(t.uuid, uuid)))
  return uuid
}

/** Removes a part. */
export async function deletePart(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(t).where(ownedBy(org, t, eq(t.uuid, uuid)))
}
