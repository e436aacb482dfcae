import { compareReleases } from '@carapace/shared/component-configuration/compatibility'
import { limits } from '@carapace/shared/component-configuration/configuration'
import type {
  deleteCompatibilityRule,
  saveCompatibilityRule,
} from '@carapace/shared/component-configuration/configuration.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { lockConfigurations, refusedField, refuseOther } from './configuration.queries.ts'
import type { Read } from './read.ts'
import { countRules, deleteRule, hasPart, hasSoftware, insertRule, lockedRule, softwareOf } from './rules.queries.ts'

/**
 * Adds a compatibility rule (rules VARIANT-4 to VARIANT-6); returns its uuid.
 *
 * @throws {Failure} RULE_REFUSED where a release, part or software is unknown, or the release is related to itself
 */
export async function writeRule(tx: Tx, caller: Caller, input: Read<typeof saveCompatibilityRule>): Promise<string> {
  const { org, user } = caller
  await lockConfigurations(tx, org)
  if ((await countRules(tx, org)) >= limits.rules)
    throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.rules} compatibility rules.` })
  await refuseSenseless(tx, org, input)
  const uuid = await insertRule(tx, org, input, user.uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'add compatibility rule',
    subject: 'compatibility rule',
    subjectUuid: uuid,
    after: input,
  })
  return uuid
}

async function refuseSenseless(tx: Tx, org: Org, input: Read<typeof saveCompatibilityRule>): Promise<void> {
  const ownSoftware = await knownSoftware(tx, org, input.release_uuid, 'release_uuid')
  if (input.kind === 'EXCLUDES') {
    await knownSoftware(tx, org, input.other_release_uuid, 'other_release_uuid')
    if (input.other_release_uuid === input.release_uuid)
      throw refusedField('other_release_uuid', 'A release does not exclude itself.')
    return
  }
  if (input.kind === 'NEEDS_PART') {
    if (!(await hasPart(tx, org, input.part_uuid))) throw refusedField('part_uuid', 'There is no such hardware part.')
    return
  }
  if (!(await hasSoftware(tx, org, input.other_software_uuid)))
    throw refusedField('other_software_uuid', 'There is no such software.')
  if (input.other_software_uuid === ownSoftware)
    throw refusedField('other_software_uuid', 'A release does not require its own software.')
  const { least_version: least } = input
  if (least !== '' && compareReleases(least, `${least}.1`) === undefined)
    throw refusedField('least_version', 'Give numbers with dots, such as 4.12.0: other versions have no order.')
}

/** The software of a release that the field names. */
async function knownSoftware(tx: Tx, org: Org, releaseUuid: string, field: string): Promise<string> {
  const found = await softwareOf(tx, org, releaseUuid)
  if (found === undefined) throw refusedField(field, 'There is no such release.')
  return found
}

/** Removes a compatibility rule. @throws {Failure} NOT_FOUND, ROW_CHANGED */
export async function dropRule(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: Read<typeof deleteCompatibilityRule>,
): Promise<void> {
  const { org } = caller
  const before = await lockedRule(tx, org, uuid)
  refuseOther(before.revision, revision)
  await deleteRule(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'remove compatibility rule',
    subject: 'compatibility rule',
    subjectUuid: uuid,
    before: { kind: before.kind, release_uuid: before.releaseUuid },
  })
}
