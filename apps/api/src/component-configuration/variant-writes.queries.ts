import { eq, inArray, ne, sql } from 'drizzle-orm'
import type { saveVariant } from '@carapace/shared/component-configuration/configuration.contract'
import {
  hardwareParts,
  variants,
  variantUnits,
  vehicleVariants,
} from '@carapace/shared/component-configuration/configuration.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { releases } from '@carapace/shared/sbom/sbom.table'
import type { Tx } from '../core/db.ts'
import type { Read } from './read.ts'

type VariantRow = typeof variants.$inferSelect
type VariantValues = Omit<typeof variants.$inferInsert, 'uuid' | 'orgUuid' | 'revision'>

/** How many variants the organisation has. */
export async function countVariants(tx: Tx, org: Org): Promise<number> {
  return tx.$count(variants, ownedBy(org, variants))
}

/** Whether another variant than this one has the name, in whatever case. */
export async function isNameTaken(tx: Tx, org: Org, name: string, uuid: string | undefined): Promise<boolean> {
  const isSame = ownedBy(
    org,
    variants,
    eq(sql`lower(${variants.name})`, name.toLowerCase()),
    uuid === undefined ? undefined : ne(variants.uuid, uuid),
  )
  return (await tx.$count(variants, isSame)) > 0
}

/** How many of these hardware parts there are. */
export async function countFoundParts(tx: Tx, org: Org, uuids: string[]): Promise<number> {
  if (uuids.length === 0) return 0
  return tx.$count(hardwareParts, ownedBy(org, hardwareParts, inArray(hardwareParts.uuid, uuids)))
}

/** How many of these releases there are. */
export async function countFoundReleases(tx: Tx, org: Org, uuids: string[]): Promise<number> {
  if (uuids.length === 0) return 0
  return tx.$count(releases, ownedBy(org, releases, inArray(releases.uuid, uuids)))
}

/** How many vehicles are built as the variant. */
export async function countBuilt(tx: Tx, org: Org, uuid: string): Promise<number> {
  return tx.$count(vehicleVariants, ownedBy(org, vehicleVariants, eq(vehicleVariants.variantUuid, uuid)))
}

/** Adds a variant; returns its uuid. */
export async function insertVariant(tx: Tx, org: Org, values: VariantValues): Promise<string> {
  const [row] = await tx
    .insert(variants)
    .values({ ...values, orgUuid: org.uuid })
    .returning({ uuid: variants.uuid })
  return row!.uuid
}

/** Changes a variant, with its next revision; returns its uuid. */
export async function updateVariant(
  tx: Tx,
  org: Org,
  { uuid, revision }: Pick<VariantRow, 'uuid' | 'revision'>,
  values: VariantValues,
): Promise<string> {
  await tx
    .update(variants)
    .set({ ...values, revision: revision + 1 })
    .where(ownedBy(org, variants, eq(variants.uuid, uuid)))
  return uuid
}

/** Removes a variant; its units and combinations go with it. */
export async function deleteVariantRow(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(variants).where(ownedBy(org, variants, eq(variants.uuid, uuid)))
}

/** Replaces the units of a variant; returns those that were there before. */
export async function replaceUnits(tx: Tx, org: Org, variantUuid: string, units: Read<typeof saveVariant>['units']) {
  const before = await tx
    .delete(variantUnits)
    .where(ownedBy(org, variantUnits, eq(variantUnits.variantUuid, variantUuid)))
    .returning({
      ecu: variantUnits.ecu,
      part_uuid: variantUnits.partUuid,
      release_uuid: variantUnits.releaseUuid,
      calibration: variantUnits.calibration,
      features: variantUnits.features,
    })
  if (units.length > 0)
    await tx
      .insert(variantUnits)
      .values(
        units.map((unit, position) => ({
          variantUuid,
          orgUuid: org.uuid,
          position,
          ecu: unit.ecu,
          partUuid: unit.part_uuid,
          releaseUuid: unit.release_uuid,
          calibration: unit.calibration,
          features: unit.features,
        })),
      )
  return before
}
