import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { hardwareParts, variantUnits } from '@carapace/shared/component-configuration/configuration.table'
import type {
  deleteHardwarePart,
  HardwarePart,
  listHardwareParts,
  saveHardwarePart,
} from '@carapace/shared/component-configuration/configuration.contract'
import { limits } from '@carapace/shared/component-configuration/configuration'
import type { Endpoint } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { z } from 'zod'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import {
  lockConfigurations,
  mentions,
  nextAfter,
  refusedField,
  refuseOther,
  skippedBy,
} from './configuration.queries.ts'

/** The input of an endpoint, as its handler gets it. */
export type Read<E extends Endpoint> = z.output<E['input']>

const t = hardwareParts

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

/**
 * Adds or changes a hardware part (rule VARIANT-1).
 *
 * @throws {Failure} RULE_REFUSED for a part number that another part has, NOT_FOUND, ROW_CHANGED
 */
export async function writePart(tx: Tx, caller: Caller, input: Read<typeof saveHardwarePart>): Promise<string> {
  const { org, user } = caller
  await lockConfigurations(tx, org)
  const { uuid, revision, part_number: partNumber, has_hsm: hasHsm, name, ecu, supplier } = input
  const before = uuid === undefined ? undefined : await partOf(tx, org, uuid)
  if (before !== undefined) refuseOther(before.revision, revision)
  const isTaken = and(
    eq(sql`lower(${t.partNumber})`, partNumber.toLowerCase()),
    uuid === undefined ? undefined : ne(t.uuid, uuid),
  )
  if ((await tx.$count(t, ownedBy(org, t, isTaken))) > 0)
    throw refusedField('part_number', `There is a part ${partNumber} already.`)
  const values = { partNumber, hasHsm, name, ecu, supplier, updatedByUuid: user.uuid, updatedAt: new Date() }
  if (before === undefined && (await tx.$count(t, ownedBy(org, t))) >= limits.parts)
    throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.parts} hardware parts.` })
  const [row] =
    before === undefined
      ? await tx
          .insert(t)
          .values({ ...values, orgUuid: org.uuid })
          .returning({ uuid: t.uuid })
      : await tx
          .update(t)
          .set({ ...values, revision: before.revision + 1 })
          .where(ownedBy(org, t, eq(t.uuid, before.uuid)))
          .returning({ uuid: t.uuid })
  await audit(tx, org, byCaller(caller), {
    action: before === undefined ? 'add hardware part' : 'change hardware part',
    subject: 'hardware part',
    subjectUuid: row!.uuid,
    before: before && recorded(before),
    after: recorded(values),
  })
  return row!.uuid
}

/**
 * Removes a hardware part.
 *
 * @throws {Failure} RULE_REFUSED while a variant uses it, NOT_FOUND, ROW_CHANGED
 */
export async function dropPart(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: Read<typeof deleteHardwarePart>,
): Promise<void> {
  const { org } = caller
  await lockConfigurations(tx, org)
  const before = await partOf(tx, org, uuid)
  refuseOther(before.revision, revision)
  const [used] = await tx
    .select({ units: count() })
    .from(variantUnits)
    .where(ownedBy(org, variantUnits, eq(variantUnits.partUuid, uuid)))
  if (used!.units > 0)
    throw new Failure('RULE_REFUSED', {
      message: `${before.partNumber} is used by ${used!.units === 1 ? 'a variant' : `${used!.units} variants`}.`,
    })
  await tx.delete(t).where(ownedBy(org, t, eq(t.uuid, uuid)))
  await audit(tx, org, byCaller(caller), {
    action: 'remove hardware part',
    subject: 'hardware part',
    subjectUuid: uuid,
    before: recorded(before),
  })
}

async function partOf(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select()
    .from(t)
    .where(ownedBy(org, t, eq(t.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

function recorded({
  partNumber,
  name,
  ecu,
  supplier,
  hasHsm,
}: Pick<typeof t.$inferSelect, 'partNumber' | 'name' | 'ecu' | 'supplier' | 'hasHsm'>) {
  return { part_number: partNumber, name, ecu, supplier, has_hsm: hasHsm }
}
