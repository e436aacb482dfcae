import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { mails, organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { createSeal } from '@carapace/shared/core/sealed'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import type { Database, Tx } from '../../core/db.ts'

export type MailTemplate =
  | 'verify-organization'
  | 'has-account'
  | 'activate'
  | 'reset-password'
  | 'accept-invitation'
  | 'agreement-invitation'
  | 'password-changed'
  | 'two-factor-changed'
  | 'notification'
  | 'notification-digest'

export interface QueuedMail {
  /** Null if the recipient belongs to no known organisation. */
  readonly org: Org | null
  readonly recipient: string
  readonly template: MailTemplate
  /** The data that the template needs; no secrets. */
  readonly facts?: Record<string, string>
}

/**
 * Queues a mail in the transaction of the change that it reports. Links and temporary passwords are created when the
 * mail is written (rule MAIL-1). Returns the uuid of the mail.
 */
export async function queueMail(
  tx: Tx | Database,
  { org, recipient, template, facts = {} }: QueuedMail,
): Promise<string> {
  const [row] = await tx
    .insert(mails)
    .values({ orgUuid: org?.uuid, recipient, template, facts })
    .returning({ uuid: mails.uuid })
  return row!.uuid
}

/**
 * The number of mails of a kind that were queued for an address since a time, by this organisation (or by none). Until
 * this transaction ends, nobody else queues such a mail for the address.
 */
export async function countMails(tx: Tx, { org, recipient, template }: QueuedMail, since: Date): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`mail ${template} ${recipient}`}))`)
  const alike = [eq(mails.recipient, recipient), eq(mails.template, template), gt(mails.createdAt, since)]
  const [row] = await tx
    .select({ mails: count() })
    .from(mails)
    .where(org ? ownedBy(org, mails, ...alike) : and(isNull(mails.orgUuid), ...alike))
  return row!.mails
}

/** A mail that is due, as the mailer reads it. */
export interface DueMail {
  readonly uuid: string
  readonly org: Org | null
  readonly recipient: string
  readonly template: MailTemplate
  readonly facts: Record<string, string>
  /** The number of earlier attempts. */
  readonly attempts: number
  readonly createdAt: Date
}

/**
 * Takes the mails that have waited longest. No other process takes them before `until`; by then they are sent, or the
 * process that took them has died. Across organisations: the mailer serves all of them.
 */
export async function takeMails(db: Database, most: number, until: Date): Promise<DueMail[]> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ mail: mails, org: { uuid: organisations.uuid, id: organisations.id } })
      .from(mails)
      .leftJoin(organisations, eq(organisations.uuid, mails.orgUuid))
      .where(and(eq(mails.status, 'WAITING'), lte(mails.nextAttemptAt, sql`now()`)))
      .orderBy(asc(mails.createdAt))
      .limit(most)
      .for('update', { of: mails, skipLocked: true })
    for (const { mail } of rows)
      await tx
        .update(mails)
        .set({ attempts: mail.attempts + 1, nextAttemptAt: until })
        .where(eq(mails.uuid, mail.uuid))
    return rows.map(({ mail: { uuid, recipient, template, facts, attempts, createdAt }, org }) => ({
      uuid,
      org,
      recipient,
      template: template as MailTemplate,
      facts,
      attempts,
      createdAt,
    }))
  })
}

/** Stores the result of sending a mail. Across organisations: the mailer serves all of them. */
export async function noteMail(
  tx: Tx | Database,
  uuid: string,
  fields: Partial<Pick<typeof mails.$inferInsert, 'status' | 'error' | 'written' | 'sentAt' | 'nextAttemptAt'>>,
): Promise<void> {
  await tx.update(mails).set(fields).where(eq(mails.uuid, uuid))
}

/** Deletes finished mails that are older than `before`. Across organisations: mails expire alike in all of them. */
export async function forgetMails(db: Database, before: Date): Promise<void> {
  await db.delete(mails).where(and(ne(mails.status, 'WAITING'), lt(mails.createdAt, before)))
}

/** The content of a mail. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

export interface KeptMail extends Letter {
  readonly to: string
  readonly createdAt: Date
}

/**
 * The mails that no SMTP server accepted, the latest first. Across organisations: only the operator, who has the key,
 * reads them.
 */
export async function keptMails(db: AnyDatabase, secretKey: string, limit: number): Promise<KeptMail[]> {
  const seal = createSeal(secretKey, 'mail')
  const rows = await db
    .select({ to: mails.recipient, createdAt: mails.createdAt, written: mails.written })
    .from(mails)
    .where(and(eq(mails.status, 'KEPT'), isNotNull(mails.written)))
    .orderBy(desc(mails.createdAt), desc(mails.uuid))
    .limit(limit)
  return rows.map(({ to, createdAt, written }) => ({ to, createdAt, ...(JSON.parse(seal.open(written!)) as Letter) }))
}
