import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import type { Party } from './party.ts'

/** Writes an action in an agreement to the audit log of the caller's organisation. */
export async function audited(
  { tx, caller, party }: { readonly tx: Tx; readonly caller: Caller; readonly party: Party },
  action: string,
  after: Record<string, unknown>,
): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'agreement',
    subjectUuid: party.agreementUuid,
    after,
  })
}
