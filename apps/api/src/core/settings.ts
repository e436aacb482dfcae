import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the environment may set; the README lists them. */
export interface Settings {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly trustProxy: boolean
  readonly demo: boolean
  readonly metricsToken: string | undefined
  readonly recaptchaSiteKey: string | undefined
  /** The console's built files; where there are none, the api serves calls only. */
  readonly consoleDir: string
  /** A PMTiles file with a map of one's own, for rooms without the internet. */
  readonly pmtilesFile: string | undefined
  /** With it the console draws its maps with Mapbox GL. A public token: every browser gets it. */
  readonly mapboxToken: string | undefined
}

/** Where `npm run build` puts the console. */
const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url))

type Env = Readonly<Record<string, string | undefined>>

/** Reads the settings; throws a sentence for the operator where one is missing or senseless. */
export function readSettings(env: Env): Settings {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is not set: say which PostgreSQL to use, or start everything with `npm start`.')
  const port = env.PORT ? Number(env.PORT) : 4000
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT=${env.PORT} is not a port.`)
  const host = env.HOST || '127.0.0.1'
  const demo = env.DEMO === '1'
  if (demo && !['127.0.0.1', '::1', 'localhost'].includes(host)) throw new Error(`HOST=${host}: demo mode serves this machine only. Start with --no-demo to serve others.`)
  const pmtilesFile = env.PMTILES_FILE || undefined
  if (pmtilesFile !== undefined && !isAbsolute(pmtilesFile)) throw new Error(`PMTILES_FILE=${pmtilesFile} is no absolute path: say where the file is, from the root.`)
  const mapboxToken = env.MAPBOX_TOKEN || undefined
  if (mapboxToken !== undefined && !mapboxToken.startsWith('pk.')) throw new Error('MAPBOX_TOKEN is no public token (pk.…): every browser is given it, so a secret one must not be used.')
  return {
    databaseUrl: env.DATABASE_URL,
    host,
    port,
    basePath: (env.BASE_PATH ?? '').replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY === '1',
    demo,
    metricsToken: env.METRICS_TOKEN || undefined,
    recaptchaSiteKey: env.RECAPTCHA_SITE_KEY || undefined,
    consoleDir: env.CONSOLE_DIR || builtConsole,
    pmtilesFile,
    mapboxToken,
  }
}
