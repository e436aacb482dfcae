import { type SQL, sql } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../core/db.ts'

/**
 * Across organisations: no row is read. Locks the organisation's configurations until the transaction ends: writers run
 * one after the other, so that what one has checked (a name that is free, a limit) still holds when it writes.
 */
export async function lockConfigurations(tx: Tx, org: Org): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`configurations ${org.uuid}`}, 0))`)
}

/** How many rows the pages before this one had; a cursor that is not ours begins at the first page. */
export function skippedBy(cursor: string | undefined): number {
  return /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0
}

/** The cursor of the next page; null if this one is the last. */
export function nextAfter(skip: number, shown: number, total: number): string | null {
  return shown > 0 && skip + shown < total ? String(skip + shown) : null
}

/** A pattern for LIKE that matches texts with these words in them; `lower` both sides. */
function containing(words: string): string {
  return `%${escaped(words.toLowerCase())}%`
}

/** Text in which no character has a meaning for LIKE. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Whether any of the columns contains the words. */
export function mentions(words: string | undefined, columns: readonly SQL[]): SQL | undefined {
  if (words === undefined || words === '') return undefined
  const pattern = containing(words)
  return sql`(${sql.join(
    columns.map((column) => sql`lower(${column}) LIKE ${pattern}`),
    sql` OR `,
  )})`
}

/** @throws {Failure} ROW_CHANGED if the row has another revision than the caller saw, or the caller saw none */
export function refuseOther(found: number, seen: number | undefined): void {
  if (found !== seen) throw new Failure('ROW_CHANGED')
}

/** A refusal of one field, in the words that a form shows. */
export function refusedField(field: string, message: string): Failure {
  return new Failure('RULE_REFUSED', { message, errors: { [field]: message } })
}
