import { keptMails } from '@carapace/api/src/account/mail/mails.queries.ts'
import type { Command } from './command.ts'

/** The number of latest mails that are shown. */
const mostMails = 50

export const mailCommands: Record<string, Command> = {
  'mail list': async ({ db, secretKey }) => {
    const mails = await keptMails(db, secretKey(), mostMails)
    const letters = mails.map(
      ({ to, subject, text, createdAt }) => `${createdAt.toISOString()}  to ${to}: ${subject}\n\n${text}`,
    )
    return letters.join('\n\n----\n\n') || 'There is no stored mail.'
  },
}
