import { isEmail } from '@carapace/shared/account/rules'
import { Failure } from '@carapace/shared/core/failure'
import type { Database, Tx } from '../../core/db.ts'
import { countMails, type QueuedMail, queueMail } from './mails.queries.ts'
import { refuseMany, subjectOf } from '../sign-in/throttle.ts'

const hourMs = 3_600_000
/**
 * How often an hour one address of the network may have mails sent, and how many of a kind an email address gets (rule
 * MAIL-7).
 */
const requestsPerAddress = 20
const mailsOfKind = 3

const anHourAgo = () => new Date(Date.now() - hourMs)

/** Refuses what is no email address. */
export function refuseNoEmail(email: string): void {
  if (!isEmail(email) || email.length <= 5)
    throw new Failure('INVALID_INPUT', { errors: { email: 'Enter a valid email address.' } })
}

/** Refuses somebody who has many mails sent. */
export async function refuseManyRequests(
  db: Database,
  what: 'register' | 'forgot-password',
  ip: string,
): Promise<void> {
  await refuseMany(db, { [`${what} ${subjectOf.address(ip)}`]: requestsPerAddress })
}

/**
 * Queues a mail that a stranger asks for. One too many for its address is left out, silently: who asks learns nothing.
 */
export async function queueRequestedMail(db: Database, mail: QueuedMail): Promise<void> {
  await db.transaction(async (tx) => {
    if (await isFew(tx, mail)) await queueMail(tx, mail)
  })
}

/** Whether the address may get one more mail of the kind within the hour. */
export async function isFew(tx: Tx, mail: QueuedMail): Promise<boolean> {
  return (await countMails(tx, mail, anHourAgo())) < mailsOfKind
}
