import { limits } from '@carapace/shared/component-configuration/configuration'
import type { deleteVariant, saveVariant } from '@carapace/shared/component-configuration/configuration.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { lockConfigurations, refusedField, refuseOther } from './configuration.queries.ts'
import type { Read } from './read.ts'
import {
  countBuilt,
  countFoundParts,
  countFoundReleases,
  countVariants,
  deleteVariantRow,
  insertVariant,
  isNameTaken,
  replaceUnits,
  updateVariant,
} from './variant-writes.queries.ts'
import { variantRow } from './variants.queries.ts'

type Input = Read<typeof saveVariant>

/**
 * Adds or changes a variant with all its control units (rule VARIANT-2); returns its uuid.
 *
 * @throws {Failure} RULE_REFUSED for a name that another variant has or for unknown parts and releases, NOT_FOUND,
 *   ROW_CHANGED
 */
export async function writeVariant(tx: Tx, caller: Caller, input: Input): Promise<string> {
  const { org, user } = caller
  await lockConfigurations(tx, org)
  const { uuid, revision, units } = input
  const before = uuid === undefined ? undefined : await variantRow(tx, org, uuid)
  if (before !== undefined) refuseOther(before.revision, revision)
  else if ((await countVariants(tx, org)) >= limits.variants)
    throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.variants} variants.` })
  await refuseTaken(tx, org, input)
  await refuseUnknown(tx, org, units)
  const values = {
    name: input.name,
    model: input.model,
    market: input.market,
    builtFrom: input.built_from,
    builtTo: input.built_to,
    description: input.description,
    rxswins: input.rxswins,
    updatedAt: new Date(),
    updatedByUuid: user.uuid,
  }
  const variantUuid =
    before === undefined ? await insertVariant(tx, org, values) : await updateVariant(tx, org, before, values)
  const unitsBefore = await replaceUnits(tx, org, variantUuid, units)
  await audit(tx, org, byCaller(caller), {
    action: before === undefined ? 'add variant' : 'change variant',
    subject: 'variant',
    subjectUuid: variantUuid,
    before: before && { name: before.name, model: before.model, rxswins: before.rxswins, units: unitsBefore },
    after: { name: input.name, model: input.model, rxswins: input.rxswins, units },
  })
  return variantUuid
}

/**
 * Removes a variant with its combinations.
 *
 * @throws {Failure} RULE_REFUSED while vehicles are built as it, NOT_FOUND, ROW_CHANGED
 */
export async function dropVariant(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: Read<typeof deleteVariant>,
): Promise<void> {
  const { org } = caller
  await lockConfigurations(tx, org)
  const before = await variantRow(tx, org, uuid)
  refuseOther(before.revision, revision)
  const vehicles = await countBuilt(tx, org, uuid)
  if (vehicles > 0)
    throw new Failure('RULE_REFUSED', {
      message: `${vehicles === 1 ? 'A vehicle is' : `${vehicles} vehicles are`} built as ${before.name}.`,
    })
  await deleteVariantRow(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'remove variant',
    subject: 'variant',
    subjectUuid: uuid,
    before: { name: before.name },
  })
}

async function refuseTaken(tx: Tx, org: Org, { uuid, name }: Input): Promise<void> {
  if (await isNameTaken(tx, org, name, uuid)) throw refusedField('name', `There is a variant called ${name} already.`)
}

async function refuseUnknown(tx: Tx, org: Org, units: Input['units']): Promise<void> {
  const wantedParts = [...new Set(units.flatMap(({ part_uuid: part }) => part ?? []))]
  const wantedReleases = [...new Set(units.flatMap(({ release_uuid: release }) => release ?? []))]
  if ((await countFoundParts(tx, org, wantedParts)) < wantedParts.length)
    throw refusedField('units', 'A hardware part of this variant does not exist any more. Choose another one.')
  if ((await countFoundReleases(tx, org, wantedReleases)) < wantedReleases.length)
    throw refusedField('units', 'A release of this variant does not exist any more. Choose another one.')
}
