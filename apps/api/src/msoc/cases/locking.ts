import { Failure } from '@carapace/shared/core/failure'
import { recordCaseChange } from '@carapace/shared/msoc/alerts/changes.queries'
import type { CaseChangeKind } from '@carapace/shared/msoc/cases/cases'
import type { HealthNews } from '@carapace/shared/msoc/topics'
import type { Tx } from '../../core/db.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import { type CaseRow, lockSeenCases } from './writes.queries.ts'

/**
 * The result of a write: its case, the vehicles whose health it changed, and the number of its last change; undefined
 * if nothing changed.
 */
export interface CaseWrite {
  readonly uuid: string
  readonly health: readonly HealthNews[]
  readonly seq: number | undefined
}

/**
 * Locks a case that the caller may see.
 *
 * @throws {Failure} NOT_FOUND if it is not there, or hidden from the caller (rule CASE-9)
 */
export async function lockKnownCase(tx: Tx, { org, user }: Caller, uuid: string): Promise<CaseRow> {
  const [found] = await lockSeenCases(tx, org, user, [uuid])
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

/** Locks a case to work on it: what is merged into another case is worked on there (rule CASE-13). */
export async function lockToWork(tx: Tx, caller: Caller, uuid: string): Promise<CaseRow> {
  const found = await lockKnownCase(tx, caller, uuid)
  refuseMerged(found)
  return found
}

export function refuseMerged({ number, mergedInto }: CaseRow): void {
  if (mergedInto !== null)
    throw new Failure('RULE_REFUSED', { message: `CAS-${number} is merged into another case. Work on that one.` })
}

export interface Recorded {
  readonly kind: CaseChangeKind
  readonly detail: Record<string, unknown>
}

/** Records changes in order; returns the number of the last one. */
export async function recordEach(
  tx: Tx,
  caller: Caller,
  caseUuid: string,
  changes: readonly Recorded[],
): Promise<number | undefined> {
  let seq: number | undefined
  for (const { kind, detail } of changes)
    seq = await recordCaseChange(tx, caller.org, { caseUuid, kind, actor: actorOf(caller), detail })
  return seq
}
