import { isEmail } from '@carapace/shared/account/rules'
import { Failure } from '@carapace/shared/core/failure'
import type { Database, Tx } from '../../core/db.ts'
import { countMails, type QueuedMail, queueMail } from './mails.queries.ts'
import { refuseMany, subjectOf } from '../sign-in/throttle.ts'

const hourMs = 3_600_000
/**
 * The maximum number of mail requests per hour from one network address, and of mails of each kind per hour to one
 * email address (rule MAIL-7).
 */
const requestsPerAddress = 20
const mailsOfKind = 3

const anHourAgo = () => new Date(Date.now() - hourMs)

/** Throws if the text is not an email address. */
export function refuseNoEmail(email: string): void {
  if (!isEmail(email) || email.length <= 5)
    throw new Failure('INVALID_INPUT', { errors: { email: 'Enter a valid email address.' } })
}

/** Throws if the caller requests too many mails. */
export async function refuseManyRequests(
  db: Database,
  what: 'register' | 'forgot-password',
  ip: string,
): Promise<void> {
  await refuseMany(db, { [`${what} ${subjectOf.address(ip)}`]: requestsPerAddress })
}

/**
 * Queues a mail that an unauthenticated caller requested. If its address has reached the limit, the mail is dropped
 * silently: the caller learns nothing.
 */
export async function queueRequestedMail(db: Database, mail: QueuedMail): Promise<void> {
  await db.transaction(async (tx) => {
    if (await isFew(tx, mail)) await queueMail(tx, mail)
  })
}

/** Whether the address may get another mail of this kind within the hour. */
export async function isFew(tx: Tx, mail: QueuedMail): Promise<boolean> {
  return (await countMails(tx, mail, anHourAgo())) < mailsOfKind
}
