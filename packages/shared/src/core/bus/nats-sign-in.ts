import { readFileSync } from 'node:fs'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { type ConnectionOptions, credsAuthenticator, ErrorCode, type NatsError, type TlsOptions } from 'nats'
import { tlsRefusal } from '../tls-refusal.ts'

/** Where NATS is, and how we show who we are. */
export interface NatsSettings {
  readonly servers: readonly string[]
  /** What every subject begins with: installations that share a server differ in it. */
  readonly prefix: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly token: string | undefined
  /**
   * Files: credentials as nsc writes them, and of TLS the authority, our certificate and its key. Undefined: TLS where
   * the server asks for it.
   */
  readonly creds: string | undefined
  readonly tls:
    | {
        readonly caFile: string | undefined
        readonly certFile: string | undefined
        readonly keyFile: string | undefined
      }
    | undefined
}

const signIn = 'check NATS_USER and NATS_PASSWORD, NATS_TOKEN or NATS_CREDS'

/** What does not mend itself, by NATS' code, and what to do about it. */
const refusals: Readonly<Record<string, (settings: NatsSettings) => string>> = {
  [ErrorCode.AuthorizationViolation]: () => signIn,
  [ErrorCode.AuthenticationExpired]: () => signIn,
  [ErrorCode.AccountExpired]: () => signIn,
  [ErrorCode.BadCreds]: () => 'NATS_CREDS names no file as nsc writes it',
  [ErrorCode.PermissionsViolation]: ({ prefix }) =>
    `whom NATS_USER, NATS_TOKEN or NATS_CREDS names needs to publish and to subscribe to ${prefix}.bus.>`,
  [ErrorCode.ServerOptionNotAvailable]: () =>
    'it speaks no TLS, which NATS_TLS_CA, NATS_TLS_CERT or tls:// in NATS_URL ask for',
  [ErrorCode.Tls]: () =>
    'check NATS_TLS_CA, NATS_TLS_CERT and NATS_TLS_KEY: files in PEM, the key that of the certificate',
}

const timedOut: string = ErrorCode.Timeout

type Failure = Pick<NatsError, 'code' | 'message' | 'chainedError'>

/** What an operator should look at when NATS does not take us; undefined where it is away, which mends itself. */
export function refusalOf(error: unknown, settings: NatsSettings): string | undefined {
  const { code } = error as Failure
  return refusals[code]?.(settings) ?? tlsRefusal(code, 'NATS')
}

/** Why NATS is of no use just now, and what to look at where somebody has to. */
export function whyOf(error: unknown, settings: NatsSettings): string {
  const { code, message, chainedError } = error as Failure
  const text = chainedError ? `${message}: ${chainedError.message}` : message
  // a server that wants another certificate says so when TLS stands already, and the client does not hear it
  const hint =
    refusalOf(error, settings) ??
    (code === timedOut && settings.tls
      ? 'perhaps it wants a certificate of us: NATS_TLS_CERT and NATS_TLS_KEY'
      : undefined)
  return hint === undefined ? text : `${text}: ${hint}`
}

/**
 * What the client is told of that. The file of credentials is read for each connection, as those of TLS are: what is
 * renewed counts from the next one.
 *
 * @throws a sentence when the file of credentials holds none
 */
export function connectionOptions(settings: NatsSettings): ConnectionOptions {
  const { servers, user, password, token, creds, tls } = settings
  return {
    servers: [...servers],
    ...(user !== undefined && { user, pass: password! }),
    ...(token !== undefined && { token }),
    ...(creds !== undefined && { authenticator: authenticatorOf(creds) }),
    ...(tls && { tls: tlsOptions(servers, tls) }),
  }
}

function authenticatorOf(file: string): NonNullable<ConnectionOptions['authenticator']> {
  const authenticator = credsAuthenticator(() => readFileSync(file))
  try {
    authenticator('a nonce')
  } catch (error) {
    throw new Error(
      `NATS_CREDS=${file} holds no credentials: a file as nsc writes it has a user's token and its seed.`,
      { cause: error },
    )
  }
  return authenticator
}

/** The client hands on to Node what it does not know itself. */
function tlsOptions(servers: readonly string[], files: NonNullable<NatsSettings['tls']>): TlsOptions {
  const named = Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined))
  return { ...named, checkServerIdentity: identityOf(servers) } as TlsOptions
}

/**
 * The client knows no name for an address, and Node asks for `localhost` then: instead the certificate must be for one
 * of those that we were told.
 */
function identityOf(servers: readonly string[]) {
  const hosts = servers.map((server) => new URL(server).hostname.replaceAll(/[[\]]/g, ''))
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    const errors = (name === 'localhost' ? hosts : [name]).map((host) => checkServerIdentity(host, certificate))
    return errors.includes(undefined) ? undefined : errors[0]
  }
}
