import { limits } from '@carapace/shared/component-configuration/configuration'
import type {
  deleteHardwarePart,
  saveHardwarePart,
} from '@carapace/shared/component-configuration/configuration.contract'
import { Failure } from '@carapace/shared/core/failure'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { lockConfigurations, refusedField, refuseOther } from './configuration.queries.ts'
import {
  countParts,
  countUses,
  deletePart,
  insertPart,
  isNumberTaken,
  partOf,
  type PartRow,
  updatePart,
} from './parts.queries.ts'
import type { Read } from './read.ts'

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
  if (await isNumberTaken(tx, org, partNumber, uuid))
    throw refusedField('part_number', `There is a part ${partNumber} already.`)
  const values = { partNumber, hasHsm, name, ecu, supplier, updatedByUuid: user.uuid, updatedAt: new Date() }
  if (before === undefined && (await countParts(tx, org)) >= limits.parts)
    throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.parts} hardware parts.` })
  const partUuid = before === undefined ? await insertPart(tx, org, values) : await updatePart(tx, org, before, values)
  await audit(tx, org, byCaller(caller), {
    action: before === undefined ? 'add hardware part' : 'change hardware part',
    subject: 'hardware part',
    subjectUuid: partUuid,
    before: before && recorded(before),
    after: recorded(values),
  })
  return partUuid
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
  const uses = await countUses(tx, org, uuid)
  if (uses > 0)
    throw new Failure('RULE_REFUSED', {
      message: `${before.partNumber} is used by ${uses === 1 ? 'a variant' : `${uses} variants`}.`,
    })
  await deletePart(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'remove hardware part',
    subject: 'hardware part',
    subjectUuid: uuid,
    before: recorded(before),
  })
}

function recorded({
  partNumber,
  name,
  ecu,
  supplier,
  hasHsm,
}: Pick<PartRow, 'partNumber' | 'name' | 'ecu' | 'supplier' | 'hasHsm'>) {
  return { part_number: partNumber, name, ecu, supplier, has_hsm: hasHsm }
}
