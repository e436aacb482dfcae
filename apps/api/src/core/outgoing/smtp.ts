import { createTransport } from 'nodemailer'
import type { Settings } from '../settings.ts'

interface Mail {
  /** Its receiver recognises by it a mail that reaches it twice. */
  readonly uuid: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mails to an SMTP server. */
export interface Post {
  /** Resolves once the server accepted the mail; rejects if it did not. */
  send(mail: Mail): Promise<void>
}

/** Timeout of each step of the SMTP exchange, ms. */
const timeoutMs = 10_000

/**
 * The mail transport of the installation's settings. The URL determines TLS: smtps://, or STARTTLS if the server offers
 * it. `host`: the end of the ids of its mails.
 */
export function createPost({ url, from }: NonNullable<Settings['smtp']>, host: string): Post {
  const transport = createTransport(
    {
      url,
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      logger: false,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ uuid, to, ...mail }) {
      // passed as an object it is a single address, whatever it contains
      await transport.sendMail({ ...mail, messageId: `<${uuid}@${host}>`, to: { name: '', address: to } })
    },
  }
}

/** Errors that occur before a mail is sent. */
const ofConnection = ['ESOCKET', 'ECONNECTION', 'EDNS', 'ETLS', 'ETIMEDOUT']

/**
 * The error as text for the operator. The server's own message is left out: some servers repeat the mail that they
 * refuse, or the user name.
 */
export function troubleOf(error: unknown): string {
  const {
    code = 'UNKNOWN',
    responseCode,
    command,
    message,
  } = error as { code?: string; responseCode?: number; command?: string; message?: string }
  return [code, responseCode, command, ofConnection.includes(code) && responseCode === undefined ? message : undefined]
    .filter((word) => word !== undefined)
    .join(' ')
}
