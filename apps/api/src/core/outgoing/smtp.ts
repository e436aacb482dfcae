import { createTransport } from 'nodemailer'
import type { Settings } from '../settings.ts'

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Brings mails to an SMTP server. */
export interface Post {
  /** Resolves once the server took it; rejects where it didn't, or `signal` says to stop. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

/** How long the server may take for each step, ms. */
const timeoutMs = 10_000

/**
 * The post of the installation's settings. TLS is a matter of the url: smtps://, or STARTTLS where the server offers
 * it.
 */
export function createPost({ url, from }: NonNullable<Settings['smtp']>): Post {
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
    async send({ to, ...mail }, signal) {
      // as an object it is one address, whatever it looks like
      await transport.sendMail({ ...mail, to: { name: '', address: to }, signal })
    },
  }
}

/** Errors of before a mail was said. */
const ofConnection = ['ESOCKET', 'ECONNECTION', 'EDNS', 'ETLS', 'ETIMEDOUT']

/**
 * What went wrong, for the operator. A server's own words are left out: some repeat the mail that they refuse, or who
 * signed in.
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
