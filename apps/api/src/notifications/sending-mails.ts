import type { Org } from '@carapace/shared/core/owned'
import { queueMail } from '../account/mail/mails.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import { countMailsSince, type DueMail, dueMails, lockDeliveries, writeDeliveries } from './deliveries.queries.ts'
import { beyondLimit, deactivated } from './not-sent.ts'

/** The most mails that an organisation's notifications cause within an hour; critical ones count apart. */
const mailsAnHour = 500
const mailsAtOnce = 200
const hourMs = 3_600_000
/** The most notifications that a digest lists; of the others it states the number. */
const listed = 50

const tooMany = `The organisation had sent ${mailsAnHour} mails within an hour, which is the most.`

/**
 * Hands due mails to the queue of mails, in the transaction that marks them as sent: a crash neither loses one nor
 * sends it twice (rule NOTIFICATION-11). Returns whether more is left to do.
 */
export async function sendMails({ db }: { readonly db: Database }, org: Org): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockDeliveries(tx, org))) return false
    const now = new Date()
    const found = await dueMails(tx, org, now, mailsAtOnce)
    if (found.length === 0) return false
    const due = withWholeDigests(found)
    const gone = due.filter(({ active }) => !active)
    await writeDeliveries(tx, org, uuidsOf(gone), { state: 'SKIPPED', error: deactivated })
    const sent = await countMailsSince(tx, org, new Date(now.getTime() - hourMs))
    for (const mail of inMails(due.filter(({ active }) => active))) {
      const kind = mail[0]!.notification.urgency === 'critical' ? 'critical' : 'others'
      if (sent[kind] < mailsAnHour) {
        await send(tx, org, mail, now)
        sent[kind] += 1
      } else await writeDeliveries(tx, org, uuidsOf(mail), beyondLimit(kind === 'critical', tooMany, now))
    }
    return found.length === mailsAtOnce
  })
}

/** The list without the digest that it may have cut off at its end: the next part has all of it. */
function withWholeDigests(found: readonly DueMail[]): readonly DueMail[] {
  const last = found.at(-1)!.delivery.recipientUuid
  const others = found.filter(({ delivery }) => !delivery.isDigest || delivery.recipientUuid !== last)
  return found.length === mailsAtOnce && others.length > 0 ? others : found
}

/** Each mail with the deliveries that it contains: those of a digest are one mail for each member. */
function inMails(due: readonly DueMail[]): DueMail[][] {
  const single = due.filter(({ delivery }) => !delivery.isDigest).map((one) => [one])
  const digests = Map.groupBy(
    due.filter(({ delivery }) => delivery.isDigest),
    ({ delivery }) => delivery.recipientUuid,
  )
  return [...single, ...digests.values()]
}

const uuidsOf = (some: readonly DueMail[]) => some.map(({ delivery }) => delivery.uuid)

async function send(tx: Tx, org: Org, mail: readonly DueMail[], now: Date): Promise<void> {
  const [first] = mail
  const mailUuid = await queueMail(tx, {
    org,
    recipient: first!.email,
    ...(mail.length === 1 ? single(first!) : digest(mail)),
  })
  await writeDeliveries(tx, org, uuidsOf(mail), {
    state: 'SENT',
    attempts: 1,
    triedAt: now,
    sentAt: now,
    mailUuid,
    error: null,
  })
}

function single({ notification: { title, text, href, urgency } }: DueMail) {
  return { template: 'notification' as const, facts: { title, text, href, urgency } }
}

function digest(mail: readonly DueMail[]) {
  const items = mail
    .slice(0, listed)
    .map(({ notification: { title, href, urgency, count, category } }) => ({ title, href, urgency, count, category }))
  return {
    template: 'notification-digest' as const,
    facts: { items: JSON.stringify(items), total: String(mail.length) },
  }
}
