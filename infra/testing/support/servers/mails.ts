import { expect, vi } from 'vitest'
import { type KeptMail, keptMails } from '@carapace/api/src/account/mail/mails.queries.ts'

import { apiSettings } from '../api-settings.ts'
import type { Installation } from '../installation.ts'

/** The mails of an installation without a mail server, as its operator can read them. */
export function outboxOf({ db, sql }: Pick<Installation, 'db' | 'sql'>) {
  const { secretKey } = apiSettings({ databaseUrl: '' })

  /** Waits until all requested mails are processed. */
  async function settled(): Promise<void> {
    await vi.waitFor(async () => expect(await sql`SELECT template FROM mails WHERE status = 'WAITING'`).toEqual([]), {
      timeout: 20_000,
      interval: 50,
    })
  }

  /** All mails to an address, the latest first. */
  async function to(address: string): Promise<KeptMail[]> {
    await settled()
    return (await keptMails(db, secretKey, 1_000)).filter((mail) => mail.to === address)
  }

  /** The latest mail to an address. */
  async function latest(address: string): Promise<KeptMail> {
    const [mail] = await to(address)
    if (!mail) throw new Error(`${address} got no mail.`)
    return mail
  }

  return { settled, to, latest }
}

/** The links in a mail, in their order. */
export function linksIn({ text }: { text: string }): string[] {
  return text.match(/^https?:\/\/\S+$/gm) ?? []
}

/** The secret at the end of a mail's first link. */
export function secretIn(mail: { text: string }): string {
  return linksIn(mail)[0]!.split('/').at(-1)!
}

/** The temporary password in a mail: the only line without a space that is not a link. */
export function passwordIn({ text }: { text: string }): string {
  return text.split('\n').find((line) => line.length >= 12 && !line.includes(' ') && !line.includes('://'))!
}
