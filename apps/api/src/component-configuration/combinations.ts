import { and, desc, eq, sql } from 'drizzle-orm'
import type {
  decideCombination,
  proposeCombination,
  Variant,
} from '@carapace/shared/component-configuration/configuration.contract'
import { combinations } from '@carapace/shared/component-configuration/configuration.table'
import type { CombinationRow } from '@carapace/shared/component-configuration/configuration'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { lockConfigurations, refuseOther } from './configuration.queries.ts'
import type { Read } from './parts.ts'
import { variantOf } from './variants.queries.ts'

const c = combinations

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
  const isOfVariant = ownedBy(org, c, eq(c.variantUuid, variant.uuid))
  if ((await tx.$count(c, and(isOfVariant, eq(c.state, 'PROPOSED')))) > 0)
    throw new Failure('RULE_REFUSED', { message: 'A combination of this variant waits for a decision already.' })
  const [last] = await tx.select({ number: c.number }).from(c).where(isOfVariant).orderBy(desc(c.number)).limit(1)
  const units = variant.units.map(snapshot)
  const [row] = await tx
    .insert(c)
    .values({
      orgUuid: org.uuid,
      variantUuid: variant.uuid,
      number: (last?.number ?? 0) + 1,
      units,
      rxswins: variant.rxswins,
      note: input.note,
      proposedByUuid: user.uuid,
    })
    .returning({ uuid: c.uuid, number: c.number })
  await audit(tx, org, byCaller(caller), {
    action: 'propose combination',
    subject: 'variant',
    subjectUuid: variant.uuid,
    after: { name: variant.name, number: row!.number, units },
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
  const [before] = await tx
    .select()
    .from(c)
    .where(ownedBy(org, c, eq(c.uuid, uuid)))
  if (!before) throw new Failure('NOT_FOUND')
  const from = decision === 'WITHDRAWN' ? 'APPROVED' : 'PROPOSED'
  if (before.state !== from)
    throw new Failure('RULE_REFUSED', { message: `The combination is ${before.state.toLowerCase()}.` })
  if (decision === 'APPROVED' && before.proposedByUuid === user.uuid)
    throw new Failure('RULE_REFUSED', { message: 'Another person than the author approves a combination.' })
  if (decision !== 'APPROVED' && note === '')
    throw new Failure('RULE_REFUSED', { message: 'State why.', errors: { note: 'State why.' } })
  const now = new Date()
  await tx
    .update(c)
    .set(
      decision === 'WITHDRAWN'
        ? { state: decision, withdrawnByUuid: user.uuid, withdrawnAt: now, decisionNote: note }
        : { state: decision, decidedByUuid: user.uuid, decidedAt: now, decisionNote: note },
    )
    .where(ownedBy(org, c, eq(c.uuid, uuid)))
  await audit(tx, org, byCaller(caller), {
    action: `combination ${decision.toLowerCase()}`,
    subject: 'variant',
    subjectUuid: before.variantUuid,
    before: { number: before.number, state: before.state },
    after: { number: before.number, state: decision, note },
  })
  return before.variantUuid
}

/** The control units of the approved combination with the highest number; empty if there is none. */
export async function approvedUnits(tx: Tx, org: Org, variantUuid: string): Promise<readonly CombinationRow[]> {
  const [row] = await tx
    .select({ units: c.units })
    .from(c)
    .where(ownedBy(org, c, eq(c.variantUuid, variantUuid), sql`${c.state} = 'APPROVED'`))
    .orderBy(desc(c.number))
    .limit(1)
  return row?.units ?? []
}
