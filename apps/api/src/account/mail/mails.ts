import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import { createSeal } from '@carapace/shared/core/sealed'
import type { Database } from '../../core/db.ts'
import type { Settings } from '../../core/settings.ts'
import { createPost, troubleOf } from '../../core/outgoing/smtp.ts'
import { forgetInvitations } from '../team/invitations.queries.ts'
import { forgetLinks } from './links.queries.ts'
import type { Written } from './mail-texts.ts'
import { type DueMail, forgetMails, noteMail, takeMails } from './mails.queries.ts'
import { writeMail } from './mails-written.ts'

/** How often the queue is polled, ms. */
const pollMs = 1_000
/** How many mails are sent at the same time. */
const atOnce = 5
/** If a process dies while it sends a mail, the mail is retried after this, ms: longer than the server's timeout. */
const takenMs = 120_000
/** The first retry delay and the maximum retry delay, ms. Each delay is twice the previous delay. */
const firstRetryMs = 5_000
const longestRetryMs = 3_600_000
/** A mail is given up this long after it was requested, ms. */
const givenUpMs = 86_400_000
/** Finished mails are deleted after `keptMs`; the check runs every `forgetMs`, ms. */
const keptMs = 30 * 86_400_000
const forgetMs = 3_600_000

interface Deps {
  readonly db: Database
  readonly settings: Pick<Settings, 'smtp' | 'secretKey' | 'publicUrl'>
  readonly onError: (error: unknown) => void
}

/**
 * Sends the queued mails; any number of processes may do so. A mail is written, and its link created, right before it
 * is sent. If it is uncertain whether a mail was sent, it is written again, and only the link in the latest mail works.
 * Without an SMTP server the written mails are stored, sealed (rules MAIL-1 to MAIL-4).
 */
export function createMailer({ db, settings: { smtp, secretKey, publicUrl }, onError }: Deps): Rounds {
  const post = smtp && createPost(smtp, new URL(publicUrl).hostname)
  const seal = createSeal(secretKey, 'mail')
  let forgottenAt = 0

  async function work(stopping: AbortSignal): Promise<void> {
    if (Date.now() - forgottenAt > forgetMs) await forget()
    while (!stopping.aborted && (await sendSome()) === atOnce);
  }

  async function sendSome(): Promise<number> {
    const due = await takeMails(db, atOnce, new Date(Date.now() + takenMs))
    const sending: Promise<void>[] = []
    // written in the order of the requests: of two mails to one address, the link in the later mail works
    for (const mail of due) {
      const written = await write(mail).catch((error: unknown) => {
        onError(error)
        return postpone(mail, 'It could not be written.')
      })
      if (written && post) sending.push(send(mail, written))
    }
    await Promise.all(sending)
    return due.length
  }

  function write(mail: DueMail): Promise<Written | undefined> {
    return db.transaction(async (tx) => {
      const written = await writeMail(tx, mail, publicUrl)
      if (!written) await noteMail(tx, mail.uuid, { status: 'DROPPED', error: null })
      else if (!post)
        await noteMail(tx, mail.uuid, {
          status: 'KEPT',
          written: seal.seal(JSON.stringify({ subject: written.subject, text: written.text })),
        })
      return written
    })
  }

  // a stop does not break off the conversation: the server may have the mail already, and would get it again
  async function send(mail: DueMail, written: Written): Promise<void> {
    try {
      await post!.send({ uuid: mail.uuid, to: mail.recipient, ...written })
    } catch (error) {
      const trouble = troubleOf(error)
      onError(new Error(`A mail could not be sent: ${trouble}`))
      return postpone(mail, trouble)
    }
    await noteMail(db, mail.uuid, { status: 'SENT', sentAt: new Date(), error: null })
  }

  async function postpone({ uuid, attempts, createdAt }: DueMail, error: string): Promise<undefined> {
    const now = Date.now()
    const nextAttemptAt = new Date(now + Math.min(longestRetryMs, firstRetryMs * 2 ** attempts))
    await noteMail(
      db,
      uuid,
      now - createdAt.getTime() > givenUpMs ? { status: 'FAILED', error } : { error, nextAttemptAt },
    )
  }

  async function forget(): Promise<void> {
    const before = new Date(Date.now() - keptMs)
    await forgetMails(db, before)
    await forgetInvitations(db, before)
    await forgetLinks(db)
    forgottenAt = Date.now()
  }

  return inRounds(pollMs, work, onError)
}
