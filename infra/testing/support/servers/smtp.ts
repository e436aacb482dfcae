import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Delivered {
  readonly to: string[]
  readonly from: string
  /** Headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The text of each part, by its type. */
  readonly parts: Readonly<Record<string, string>>
}

interface SmtpOptions {
  readonly port?: number
  readonly user: string
  readonly password: string
  /** Refuses a mail with the returned text; called with the mail. */
  readonly refusal?: (mail: string) => string
  /** It accepts mails only after this. */
  readonly accepting?: Promise<void>
}

/** A real mail server that requires a name and a password. */
export async function startSmtp({ port = 0, user, password, refusal, accepting }: SmtpOptions) {
  const delivered: Delivered[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password: enteredPassword }, _session, done) =>
      username === user && enteredPassword === password
        ? done(null, { user })
        : done(new Error(`${username} may not, with ${enteredPassword}`)),
    onData(stream, { envelope }, done) {
      const receive = (mail: string) => {
        if (refusal) return done(Object.assign(new Error(refusal(mail)), { responseCode: 550 }))
        delivered.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          ...readMail(mail),
        })
        void Promise.resolve(accepting).then(() => done())
      }
      text(stream).then(receive).catch(done) // a client that disconnects in the middle has sent nothing
    },
  })
  server.on('error', () => undefined) // a client that disconnects in the middle is no failure of the server
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    delivered,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The headers and the parts of a multipart mail (RFC 2045, 2046). */
function readMail(mail: string): Pick<Delivered, 'headers' | 'parts'> {
  const { headers, body } = entityOf(mail)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')![1]!
  const entities = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entityOf(part.replace(/^\r\n/, '')))
  return {
    headers,
    parts: Object.fromEntries(
      entities.map((part) => [part.headers['content-type']!.split(';')[0]!, decoded(part).replaceAll('\r\n', '\n')]),
    ),
  }
}

function entityOf(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: text.slice(end + 4) }
}

function decoded({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  return Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}
