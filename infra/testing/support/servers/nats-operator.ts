import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface KeyPair {
  getPublicKey(): string
  getSeed(): Uint8Array
  sign(data: Uint8Array): Uint8Array
}

/** The NATS client is a dependency of shared; it has the key functions with which NATS signs. */
const { nkeys } = createRequire(import.meta.resolve('@carapace/shared/core/bus/bus'))('@nats-io/transport-node') as {
  nkeys: Record<'createOperator' | 'createAccount' | 'createUser', () => KeyPair>
}

/** The permissions of a user, as subject patterns; absent: everything. */
interface Allowed {
  readonly publish?: readonly string[]
  readonly subscribe?: readonly string[]
  /** Expiry, in seconds since 1970. */
  readonly until?: number
}

const unlimited = { subs: -1, data: -1, payload: -1 }
const accountLimits = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }

/**
 * An operator with one account, as created by nsc: a configuration for a server that trusts it, and credential files.
 * All files are in the folder.
 */
export function createOperator(folder: string, name = 'operator') {
  const [operator, account] = [nkeys.createOperator(), nkeys.createAccount()]
  const accountToken = token(operator, account, { name: 'carapace' }, { type: 'account', limits: accountLimits })
  const configuration = join(folder, `${name}.conf`)
  const trusted = token(operator, operator, { name }, { type: 'operator' })
  writeFileSync(
    configuration,
    `operator: ${trusted}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${accountToken} }\n`,
  )

  return {
    configuration,
    /** Writes the file and returns its path; a user of the same name gets a new one. */
    credentials(of: string, { publish = [], subscribe = [], until }: Allowed = {}): string {
      const user = nkeys.createUser()
      const may = (allow: readonly string[]) => (allow.length > 0 ? { allow } : {})
      const signed = token(
        account,
        user,
        { name: of, ...(until !== undefined && { exp: until }) },
        { type: 'user', ...unlimited, pub: may(publish), sub: may(subscribe) },
      )
      const file = join(folder, `${of}.creds`)
      writeFileSync(
        file,
        [block('NATS USER JWT', signed), block('USER NKEY SEED', Buffer.from(user.getSeed()).toString())].join('\n'),
        { mode: 0o600 },
      )
      return file
    },
  }
}

function token(issuer: KeyPair, subject: KeyPair, claims: { name: string; exp?: number }, nats: object): string {
  const all = {
    jti: crypto.randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    ...claims,
    nats: { version: 2, ...nats },
  }
  const text = [{ typ: 'JWT', alg: 'ed25519-nkey' }, all]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`
}

function block(title: string, text: string): string {
  return `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n`
}
