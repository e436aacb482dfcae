import { readFileSync } from 'node:fs'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { credsAuthenticator, errors, type NodeConnectionOptions, type TlsOptions } from '@nats-io/transport-node'
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
const needs = 'needs to publish and to subscribe to'
const badTlsFiles = 'check NATS_TLS_CA, NATS_TLS_CERT and NATS_TLS_KEY: files in PEM, the key that of the certificate'

/** The client has no class of its own for this error. */
const noTls = "server does not support 'tls'"

/** What an operator should check when NATS refuses the connection; undefined when it is away, which needs no action. */
export function refusalOf(error: unknown, settings: NatsSettings): string | undefined {
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return signIn
  if (error instanceof errors.PermissionViolationError)
    return `the user of NATS_USER, NATS_TOKEN or NATS_CREDS ${needs} ${settings.prefix}.bus.>`
  if (error instanceof errors.ConnectionError && error.message === noTls)
    return 'it speaks no TLS, which NATS_TLS_CA, NATS_TLS_CERT or tls:// in NATS_URL ask for'
  const refusal = tlsRefusal(codeOf(error) ?? codeOf((error as Error).cause), 'NATS')
  return refusal ?? (error instanceof errors.ConnectionError && isTlsFileError(error.cause) ? badTlsFiles : undefined)
}

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

/** The client wraps what Node throws about the files of TLS; a refused connection is wrapped as well. */
const isTlsFileError = (cause: unknown) => cause !== undefined && codeOf(cause) !== 'ECONNREFUSED'

function reasonOf(error: Error): string {
  if (error instanceof errors.PermissionViolationError)
    return `it may not ${error.operation === 'publish' ? 'publish' : 'subscribe'} to ${error.subject}`
  const { message, cause } = error
  return cause instanceof Error && cause.message !== message ? `${message}: ${cause.message}` : message
}

/** Why NATS cannot be used now, and which setting to check if it needs an operator. */
export function whyOf(error: unknown, settings: NatsSettings): string {
  const reason = reasonOf(error as Error)
  // a server that requires another certificate may just end the connection after the handshake
  const hint =
    refusalOf(error, settings) ??
    (settings.tls && (error instanceof errors.TimeoutError || codeOf(error) === 'ECONNRESET')
      ? 'perhaps it requires a client certificate: NATS_TLS_CERT and NATS_TLS_KEY'
      : undefined)
  return hint === undefined ? reason : `${reason}: ${hint}`
}

/**
 * Returns the client's options. Credentials and TLS files are read for each connection, so that renewed ones are used
 * from the next one on.
 *
 * @throws {Error} when NATS_CREDS names a file without credentials
 */
export function connectionOptions(settings: NatsSettings): NodeConnectionOptions {
  const { servers, user, password, token, creds, tls } = settings
  return {
    servers: [...servers],
    ...(user !== undefined && { user, pass: password! }),
    ...(token !== undefined && { token }),
    ...(creds !== undefined && { authenticator: authenticatorOf(creds) }),
    ...(tls && { tls: tlsOptions(servers, tls) }),
  }
}

function authenticatorOf(file: string): NonNullable<NodeConnectionOptions['authenticator']> {
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
 * For a server that is named by address the client asks Node to check the name `localhost`: instead, the certificate
 * must be for one of the configured addresses.
 */
function identityOf(servers: readonly string[]) {
  const hosts = servers.map((server) => new URL(server).hostname.replaceAll(/[[\]]/g, ''))
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    const errors = (name === 'localhost' ? hosts : [name]).map((host) => checkServerIdentity(host, certificate))
    return errors.includes(undefined) ? undefined : errors[0]
  }
}
