import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { Refusal } from '../refusal.ts'

export const HELP = `npm start [-- OPTION…]     runs Carapace: its database, api, ingest and console,
                           and in demo mode a simulated fleet

  --dev                      for developers (npm run dev): api and ingest restart and the console reloads on a change
  --no-demo                  start empty: no demo organisation, no simulated fleet
  --port N                   console and api           (default: PORT or 4000)
  --ingest-port N            events over HTTP          (default: INGEST_PORT or 4100)
  --syslog-port N            syslog over UDP and TCP   (default: SYSLOG_PORT or 5514)
  --syslog-tls-port N        syslog over TLS           (default: SYSLOG_TLS_PORT or 6514)
  --data DIR                 data folder               (default: .carapace)
  --help                     this text

Port 0 means any free port. More settings are environment variables: see README.md.`

const options = {
  dev: { type: 'boolean' },
  'no-demo': { type: 'boolean' },
  port: { type: 'string' },
  'ingest-port': { type: 'string' },
  'syslog-port': { type: 'string' },
  'syslog-tls-port': { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean' },
} as const

export interface Settings {
  help: boolean
  /** Whether the sources are watched and Vite serves the console. */
  dev: boolean
  demo: boolean
  host: string
  ports: Record<'port' | 'ingestPort' | 'syslogPort' | 'syslogTlsPort', number>
  /** An absolute path. */
  dataDir: string
}

/**
 * The settings of `npm start`: options first, then the environment, then defaults.
 *
 * @throws {Refusal} on an unknown option, an invalid port, or a demo that the network can reach
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv, root: string): Settings {
  const given = parse(args)
  const port = (
    option: 'port' | 'ingest-port' | 'syslog-port' | 'syslog-tls-port',
    setting: string,
    fallback: string,
  ) => portNumber(given[option] ?? (env[setting] || fallback), given[option] === undefined ? setting : `--${option}`)

  const settings = {
    help: given.help ?? false,
    dev: given.dev ?? false,
    demo: !given['no-demo'],
    host: env.HOST || '127.0.0.1',
    ports: {
      port: port('port', 'PORT', '4000'),
      ingestPort: port('ingest-port', 'INGEST_PORT', '4100'),
      syslogPort: port('syslog-port', 'SYSLOG_PORT', '5514'),
      syslogTlsPort: port('syslog-tls-port', 'SYSLOG_TLS_PORT', '6514'),
    },
    // npm changes the current folder; the option is relative to the user's folder
    dataDir: given.data ? resolve(env.INIT_CWD ?? '.', given.data) : resolve(root, '.carapace'),
  }
  if (settings.demo && !isLoopback(settings.host)) {
    throw new Refusal(
      `The demo is for this machine only, so that it doesn't serve on ${settings.host}: unset HOST, or ` +
        'start with --no-demo.',
    )
  }
  return settings
}

/** The URL of a server that listens on `host`; if it listens on all addresses, its loopback URL. */
export function urlOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new Refusal(`${(error as Error).message.split('. ')[0]}. \`npm start -- --help\` lists the options.`)
  }
}

function portNumber(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new Refusal(`${name} wants a port number from 0 to 65535, not "${text}".`)
  return Number(text)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
