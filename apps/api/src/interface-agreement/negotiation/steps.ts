import { Failure } from '@carapace/shared/core/failure'
import {
  afterStep,
  figuresOf,
  type Negotiation,
  restored,
  type Step,
  stored,
} from '@carapace/shared/interface-agreement/negotiation'
import type { Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { type AgreementRecord, endSignatures, insertSteps, writeAgreement } from '../party.queries.ts'

export interface Stepped {
  readonly negotiation: Negotiation
  /** The number of steps now. */
  readonly seq: number
}

/**
 * Takes steps in a locked agreement, all or none (rule AGREEMENT-12); signatures under what was there before end.
 *
 * @throws {Failure} RULE_REFUSED with the reason of the first step that is not possible
 */
export async function takeSteps(
  tx: Tx,
  party: Party,
  locked: AgreementRecord,
  steps: readonly Step[],
): Promise<Stepped> {
  let negotiation = restored(locked.negotiation)
  for (const step of steps) {
    const after = afterStep(negotiation, step)
    if (!after.ok) throw new Failure('RULE_REFUSED', { message: after.reason })
    negotiation = after.value
  }
  const seq = locked.seq + steps.length
  if (steps.length === 0) return { negotiation, seq }
  await insertSteps(tx, party, locked.seq, steps)
  await writeAgreement(tx, party, { negotiation: stored(negotiation), figures: figuresOf(negotiation), seq })
  await endSignatures(tx, party)
  return { negotiation, seq }
}
