import type { ContentDifference } from '@carapace/shared/interface-agreement/content-differences'
import type { Tx } from '../../core/db.ts'
import { insertLogEntry } from '../agreements.queries.ts'
import type { Party } from '../party.ts'
import { endSignatures } from '../party.queries.ts'

/** Entries have at most this many differences with their values, so that a new glossary does not fill the log. */
const mostLogged = 50

/** Writes to the log what changed, and ends the signatures under what was there before (rule AGREEMENT-18). */
export async function recordChange(
  tx: Tx,
  party: Party,
  action: string,
  differences: readonly ContentDifference[],
): Promise<void> {
  await insertLogEntry(tx, party, {
    action,
    detail: { note: noteOf(differences), differences: differences.slice(0, mostLogged) },
  })
  await endSignatures(tx, party)
}

const mostNamed = 5

/** What changed, in a line: `Item, Scope and 3 more`. */
function noteOf(differences: readonly ContentDifference[]): string {
  const names = differences.slice(0, mostNamed).map(({ where }) => where)
  const more = differences.length - names.length
  return more > 0 ? `${names.join('; ')}; and ${more} more` : names.join('; ')
}
