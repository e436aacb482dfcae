import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { AgreementPart } from '@carapace/shared/interface-agreement/topics'
import type { Database, Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { announceAgreement } from './agreement.live.ts'
import { type Party, refuseThirdParties } from './party.ts'
import { type AgreementRecord, lockAgreement, partyOf } from './party.queries.ts'

/**
 * Changes a part of an agreement in one transaction, after its other writers, and announces it to both sides after the
 * commit.
 *
 * @throws {Failure} NOT_FOUND when the caller takes no part in it, ROLE_REQUIRED when they only read
 */
export async function changeAgreement<T>(
  { db, publisher }: { readonly db: Database; readonly publisher: Publisher },
  caller: Caller,
  agreementUuid: string,
  part: AgreementPart,
  change: (tx: Tx, party: Party, locked: AgreementRecord) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(async (tx) => {
    const party = await partyOf(tx, caller, agreementUuid)
    refuseThirdParties(party)
    return change(tx, party, await lockAgreement(tx, party))
  })
  announceAgreement(publisher, agreementUuid, part)
  return result
}
