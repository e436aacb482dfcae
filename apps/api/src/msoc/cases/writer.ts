import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { announceChanges, topics } from '@carapace/shared/msoc/topics'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Services } from '../../module.ts'
import { casesByUuid } from './cases.queries.ts'
import type { CaseWrite } from './locking.ts'

export interface CaseDeps {
  readonly db: Database
  readonly publisher: Publisher
  readonly services: Services
}

/** A case, if it is there and the caller may see it. */
export async function seenCase(db: Database | Tx, { org, user }: Caller, uuid: string): Promise<Case> {
  const found = (await casesByUuid(db, org, [uuid], user)).get(uuid)
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

/**
 * Runs a write in one transaction and announces its result; `of` reads what the call returns, in the same transaction.
 */
export function writing({ db, publisher, services }: CaseDeps) {
  return async <W extends CaseWrite, T>(
    { org }: Caller,
    work: (tx: Tx) => Promise<W>,
    of: (tx: Tx, done: W) => Promise<T>,
  ): Promise<T> => {
    const { done, result } = await db.transaction(async (tx) => {
      const written = await work(tx)
      return { done: written, result: await of(tx, written) }
    })
    publisher.publish(topics.health(org.uuid), done.health)
    if (done.seq !== undefined) announceChanges(publisher, org.uuid, done.seq)
    services.notifications?.wake(org)
    return result
  }
}

/** Runs a write and returns the changed case. */
export function writer(deps: CaseDeps) {
  const run = writing(deps)
  return async (caller: Caller, work: (tx: Tx) => Promise<CaseWrite>): Promise<{ success: true; case: Case }> =>
    run(caller, work, async (tx, { uuid }) => ({ success: true as const, case: await seenCase(tx, caller, uuid) }))
}
