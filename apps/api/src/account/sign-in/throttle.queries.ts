import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { sessions, signInFailures, users } from '@carapace/shared/account/account.table'
import type { Database, Tx } from '../../core/db.ts'

const mostAddresses = 1_000

/** How many failures a subject has had since its count began. */
interface Count {
  readonly failures: number
  readonly since: Date
}

/**
 * The count of each subject since its count began; counts older than `since` have lapsed. Across organisations: guesses
 * are counted before the caller is known.
 */
export async function countsOf(
  db: Database | Tx,
  subjects: readonly string[],
  since: Date,
): Promise<Map<string, Count>> {
  const rows = await db
    .select()
    .from(signInFailures)
    .where(and(inArray(signInFailures.subject, [...subjects]), gt(signInFailures.since, since)))
  return new Map(rows.map((row) => [row.subject, row]))
}

/** Across organisations: see `countsOf`. The addresses from which the account with this email signed in lately. */
export async function addressesOf(db: Database, email: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .innerJoin(users, eq(users.uuid, sessions.userUuid))
    .where(eq(users.email, email))
    .limit(mostAddresses)
  return rows.flatMap(({ address }) => address ?? [])
}

/**
 * Adds one to the count of each subject and returns the new counts; a lapsed count starts again. Subjects are locked in
 * the order of their names. Across organisations: see `countsOf`.
 */
export async function countOneMore(
  db: Database | Tx,
  subjects: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const now = new Date()
  const rows = await db
    .insert(signInFailures)
    .values([...subjects].sort().map((subject) => ({ subject, failures: 1, since: now })))
    .onConflictDoUpdate({
      target: signInFailures.subject,
      set: {
        failures: sql`CASE WHEN ${lt(signInFailures.since, since)} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        since: sql`CASE WHEN ${lt(signInFailures.since, since)} THEN ${now.toISOString()}::timestamptz
          ELSE ${signInFailures.since} END`,
      },
    })
    .returning()
  return new Map(rows.map((row) => [row.subject, row.failures]))
}

/** Across organisations: see `countsOf`. */
export async function countOneLess(tx: Tx, subject: string): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ failures: sql`${signInFailures.failures} - 1` })
    .where(and(eq(signInFailures.subject, subject), gt(signInFailures.failures, 0)))
}

/** Across organisations: see `countsOf`. */
export async function forgetCount(tx: Database | Tx, subject: string): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.subject, subject))
}

/** Deletes lapsed counts, except those that another transaction updates now. Across organisations: see `countsOf`. */
export async function forgetLapsed(db: Database, since: Date): Promise<void> {
  await db.execute(
    sql`DELETE
      FROM ${signInFailures}
      WHERE subject IN (SELECT subject
      FROM ${signInFailures}
      WHERE since < ${since.toISOString()}::timestamptz
      LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  )
}
