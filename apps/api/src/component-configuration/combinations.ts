import type {
  decideCombination,
  proposeCombination,
  Variant,
} from '@carapace/shared/component-configuration/configuration.contract'
import type { CombinationRow } from '@carapace/shared/component-configuration/configuration'
import { Failure } from '@carapace/shared/core/failure'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { combinationOf, hasProposal, insertProposal, updateDecision } from './combinations.queries.ts'
import { lockConfigurations, refuseOther } from './configuration.queries.ts'
import type { Read } from './read.ts'
import { variantOf } from './variants.queries.ts'

/**
 * Proposes a variant's configuration for approval, as it is now (rule VARIANT-7).
 *
 * @throws {Failure} RULE_REFUSED while it has faults or no control unit, or another proposal waits; NOT_FOUND,
 *   ROW_CHANGED
 */
export async function propose(tx: Tx, caller: Caller, input: Read<typeof proposeCombination>): Promise<void> {
  const { org, user } = caller
  await lockConfigurations(tx, org)
  const variant = await variantOf(tx, org, input.variant_uuid)
  refuseOther(variant.revision, input.revision)
  refuseUnfit(variant)
  if (await hasProposal(tx, org, variant.uuid))
    throw new Failure('RULE_REFUSED', { message: 'A combination of this variant waits for a decision already.' })
  const units = variant.units.map(snapshot)
  const number = await insertProposal(tx, org, {
    variantUuid: variant.uuid,
    units,
    rxswins: variant.rxswins,
    note: input.note,
    proposedByUuid: user.uuid,
  })
  await audit(tx, org, byCaller(caller), {
    action: 'propose combination',
    subject: 'variant',
    subjectUuid: variant.uuid,
    after: { name: variant.name, number, units },
  })
}

function refuseUnfit({ units, checks }: Variant): void {
  if (units.length === 0) throw new Failure('RULE_REFUSED', { message: 'The variant has no control unit.' })
  const fault = checks.find(({ kind }) => kind === 'fault')
  if (fault) throw new Failure('RULE_REFUSED', { message: `The variant has faults: ${fault.message}` })
}

function snapshot({ ecu, part, release, calibration, features }: Variant['units'][number]): CombinationRow {
  return {
    ecu,
    part_uuid: part?.uuid ?? null,
    part_number: part?.part_number ?? '',
    release_uuid: release?.uuid ?? null,
    software: release === null ? '' : release.reported_as || release.software,
    version: release?.version ?? '',
    rxswin: release?.rxswin ?? '',
    calibration,
    features,
  }
}

/**
 * Decides about a combination (rules VARIANT-8 and VARIANT-9); returns the uuid of its variant.
 *
 * @throws {Failure} RULE_REFUSED where its state does not allow it, or the author decides; NOT_FOUND
 */
export async function decide(tx: Tx, caller: Caller, input: Read<typeof decideCombination>): Promise<string> {
  const { org, user } = caller
  await lockConfigurations(tx, org)
  const { uuid, decision, note } = input
  const before = await combinationOf(tx, org, uuid)
  const from = decision === 'WITHDRAWN' ? 'APPROVED' : 'PROPOSED'
  if (before.state !== from)
    throw new Failure('RULE_REFUSED', { message: `The combination is ${before.state.toLowerCase()}.` })
  if (decision === 'APPROVED' && before.proposedByUuid === user.uuid)
    throw new Failure('RULE_REFUSED', { message: 'Another person than the author approves a combination.' })
  if (decision !== 'APPROVED' && note === '')
    throw new Failure('RULE_REFUSED', { message: 'State why.', errors: { note: 'State why.' } })
  await updateDecision(tx, org, uuid, { decision, note, userUuid: user.uuid })
  await audit(tx, org, byCaller(caller), {
    action: `combination ${decision.toLowerCase()}`,
    subject: 'variant',
    subjectUuid: before.variantUuid,
    before: { number: before.number, state: before.state },
    after: { number: before.number, state: decision, note },
  })
  return before.variantUuid
}
