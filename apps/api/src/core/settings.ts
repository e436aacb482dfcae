import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutgoingAllowed, readOutgoingAllowed } from './outgoing/guarded.ts'
import { type BusSettings, readBusSettings } from '@carapace/shared/core/bus/bus'

/** Settings from the environment; the README lists them. */
export interface Settings {
  readonly databaseUrl: string
  /** The bus that connects this API server to ingest and to other API servers. */
  readonly bus: BusSettings
  readonly host: string
  readonly port: number
  readonly basePath: string
  /**
   * Whether there is exactly one proxy in front: then the address that it adds to X-Forwarded-For is the caller's. The
   * addresses before it are untrusted.
   */
  readonly trustProxy: boolean
  readonly demo: boolean
  readonly metricsToken: string | undefined
  /** The key that stored secrets are encrypted with. If it is lost or changed, they are lost. */
  readonly secretKey: string
  /**
   * The address at which people open the console, with base path, without a slash at the end: links in mails begin with
   * it, never with a Host header.
   */
  readonly publicUrl: string
  /** Where senders reach ingest over HTTP, without a slash at the end: shown to those who connect vehicles. */
  readonly ingestUrl: string
  /** Absent: mail is stored for the operator to read. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined
  readonly recaptcha: { readonly siteKey: string; readonly secret: string; readonly verifyUrl: string } | undefined
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuer: string } | undefined
  /** The Sentry address to which the console reports its errors. */
  readonly sentryDsn: string | undefined
  /** The folder of the built console; if there are no files, the API server only serves calls. */
  readonly consoleDir: string
  /** The operator's own map as a PMTiles file, for rooms without internet access. */
  readonly pmtilesFile: string | undefined
  /** If set, the console draws its maps with Mapbox GL. A public token: every browser gets it. */
  readonly mapboxToken: string | undefined
  /** Private addresses that outgoing calls of organisations may reach. */
  readonly outgoingAllowed: OutgoingAllowed
  /** A language model for proposals: the base URL of its chat completions, without a slash at the end. */
  readonly languageModel: { readonly url: string; readonly name: string; readonly key: string | undefined } | undefined
  /** Addresses from which published advisories are fetched daily, with the dataset that each has, such as `OSV:npm`. */
  readonly advisoryFeeds: readonly { readonly name: string; readonly url: string }[]
}

/** The folder that `npm run build` writes the console to. */
const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url))

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings.
 *
 * @throws {Error} with a sentence for the operator when a setting is missing or invalid
 */
export function readSettings(env: Env): Settings {
  if (!env.DATABASE_URL)
    throw new Error('DATABASE_URL is not set: say which PostgreSQL to use, or start everything with `npm start`.')
  const port = env.PORT ? Number(env.PORT) : 4000
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT=${env.PORT} is not a port.`)
  const host = env.HOST || '127.0.0.1'
  const demo = env.DEMO === '1'
  if (demo && !['127.0.0.1', '::1', 'localhost'].includes(host))
    throw new Error(`HOST=${host}: demo mode serves this machine only. Start with --no-demo to serve others.`)
  const basePath = (env.BASE_PATH ?? '').replace(/\/+$/, '')
  const pmtilesFile = env.PMTILES_FILE || undefined
  if (pmtilesFile !== undefined && !isAbsolute(pmtilesFile))
    throw new Error(`PMTILES_FILE=${pmtilesFile} is no absolute path: say where the file is, from the root.`)
  const mapboxToken = env.MAPBOX_TOKEN || undefined
  if (mapboxToken !== undefined && !mapboxToken.startsWith('pk.'))
    throw new Error(
      'MAPBOX_TOKEN is no public token (pk.…): every browser is given it, so a secret one must not be used.',
    )
  const publicUrl = publicUrlIn(env, basePath) ?? `http://${host}:${port}${basePath}`
  return {
    databaseUrl: env.DATABASE_URL,
    bus: readBusSettings(env),
    host,
    port,
    basePath,
    trustProxy: env.TRUST_PROXY === '1',
    demo,
    metricsToken: env.METRICS_TOKEN || undefined,
    secretKey: secretKeyIn(env),
    publicUrl,
    ingestUrl: ingestUrlIn(env, publicUrl),
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM || 'Carapace <no-reply@localhost>' } : undefined,
    recaptcha: recaptchaIn(env),
    google: googleIn(env),
    sentryDsn: sentryDsnIn(env),
    consoleDir: env.CONSOLE_DIR || builtConsole,
    pmtilesFile,
    mapboxToken,
    outgoingAllowed: readOutgoingAllowed(env.OUTGOING_ALLOW),
    languageModel: languageModelIn(env),
    advisoryFeeds: advisoryFeedsIn(env),
  }
}

/** A shorter key could be guessed from the secrets that it encrypted. */
const shortestKey = 32

function secretKeyIn({ SECRET_KEY: key }: Env): string {
  if (!key)
    throw new Error(
      'SECRET_KEY is not set: stored secrets are sealed with it. Make one (openssl rand -base64 32), keep it, ' +
        'and give it to every api; `npm start` makes its own.',
    )
  if (key.length < shortestKey) throw new Error(`SECRET_KEY has fewer than ${shortestKey} characters.`)
  return key
}

/** The public URL with the base path at its end, whether or not PUBLIC_URL includes it. */
function publicUrlIn({ PUBLIC_URL: url }: Env, basePath: string): string | undefined {
  if (!url) return undefined
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error(
      `PUBLIC_URL=${url} is no address: say where people reach the console, such as https://soc.company.com.`,
    )
  const plain = url.replace(/\/+$/, '')
  return plain.endsWith(basePath) ? plain : plain + basePath
}

/** Without INGEST_URL: the host of the console, with ingest's own port. */
function ingestUrlIn({ INGEST_URL: url, INGEST_PORT: port }: Env, publicUrl: string): string {
  if (!url) {
    const { protocol, hostname } = new URL(publicUrl)
    return `${protocol}//${hostname}:${port || 4100}`
  }
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error(`INGEST_URL=${url} is no address: say where vehicles reach ingest, such as https://in.company.com.`)
  return url.replace(/\/+$/, '')
}

function recaptchaIn({
  RECAPTCHA_SITE_KEY: siteKey,
  RECAPTCHA_SECRET: secret,
  RECAPTCHA_VERIFY_URL: verifyUrl,
}: Env): Settings['recaptcha'] {
  if (!siteKey && !secret) return undefined
  if (!siteKey || !secret)
    throw new Error('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: set both, or neither.')
  return { siteKey, secret, verifyUrl: verifyUrl || 'https://www.google.com/recaptcha/api/siteverify' }
}

/** The language model's settings. It receives program names and contents: only over https, or on this machine. */
function languageModelIn({ AI_BASE_URL: url, AI_MODEL: name, AI_API_KEY: key }: Env): Settings['languageModel'] {
  if (!url && !name) return undefined
  if (!url || !name) throw new Error('AI_BASE_URL and AI_MODEL belong together: set both, or neither.')
  if (!URL.canParse(url) || !/^(https:|http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/])/.test(`${url}/`))
    throw new Error(
      `AI_BASE_URL=${url} is no address over https: say where chat completions are, such as ` +
        'https://models.company.com/v1.',
    )
  return { url: url.replace(/\/+$/, ''), name, key: key || undefined }
}

function advisoryFeedsIn({ ADVISORY_FEEDS: text }: Env): Settings['advisoryFeeds'] {
  return (text ?? '').split(/\s+/).flatMap((entry) => {
    if (entry === '') return []
    const at = entry.indexOf('=')
    const [name, url] = [entry.slice(0, Math.max(at, 0)), entry.slice(at + 1)]
    if (!/^[A-Za-z0-9]+(?::[\w .-]+)?$/.test(name) || !URL.canParse(url))
      throw new Error(
        `ADVISORY_FEEDS: ${entry} is no dataset with an address, such as NVD:2026=https://mirror.company.com/2026.json.gz; ` +
          'several are separated by spaces.',
      )
    return [{ name, url }]
  })
}

function sentryDsnIn({ SENTRY_DSN: dsn }: Env): string | undefined {
  if (!dsn) return undefined
  if (!URL.canParse(dsn) || !/^https?:/.test(dsn))
    throw new Error('SENTRY_DSN is no address: it looks like https://KEY@HOST/PROJECT.')
  return dsn
}

function googleIn({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
}: Env): Settings['google'] {
  if (!clientId && !clientSecret) return undefined
  if (!clientId || !clientSecret)
    throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither.')
  return { clientId, clientSecret, issuer: issuer || 'https://accounts.google.com' }
}
