import './node-24.ts'

import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { keptCertificate } from './installation/certificate.ts'
import { buildConsole } from './console-build.ts'
import { prepareDatabase } from './postgres/database.ts'
import { simulatePeople } from './demo/simulation.ts'
import { ended, endingOnSignals, STOPPED, unlessEnded } from './processes/ending.ts'
import { type Fleet, startFleet } from './processes/fleet.ts'
import { holdFolder } from './installation/hold.ts'
import { reservePorts } from './installation/ports.ts'
import { startPostgres } from './postgres/postgres.ts'
import { Refusal } from './refusal.ts'
import { printReady, removeRunFile, writeRunFile } from './installation/run-file.ts'
import type { RunFile } from './installation/run-file.ts'
import { keptSecret } from './installation/secrets.ts'
import { seedInstallation } from './installation/seed.ts'
import { HELP, readSettings, urlOf } from './installation/settings.ts'
import type { Settings } from './installation/settings.ts'
import { restartOnChange, watchSources } from './processes/restarting.ts'
import { startThread } from './processes/threads.ts'
import { startViteServer } from './processes/vite-server.ts'

const root = resolve(import.meta.dirname, '../..')
const log = (line: string) => console.log(line)
/** The longest time to wait for the demo's history before the installation is reported as ready. */
const HISTORY_WAIT_MS = 600_000

/**
 * Runs an installation until it is stopped, and then stops its parts in the opposite order. Resolves with the exit
 * status.
 */
async function run(settings: Settings): Promise<number> {
  const ending = endingOnSignals()
  const opened = new AsyncDisposableStack()
  const reason = await open(settings, opened, ending).then(
    (runFile) => {
      printReady(runFile, settings.dataDir, log)
      return ended(ending.signal)
    },
    (error) => (ending.signal.aborted ? ending.signal.reason : error),
  )
  if (reason === STOPPED) log('Stopping.')
  else console.error(reason instanceof Refusal ? reason.message : reason)
  await opened.disposeAsync()
  return reason === STOPPED ? 0 : 1
}

/**
 * Opens one part after the other; `opened` closes each of them. Throws the reason if it is time to stop before all are
 * open.
 */
async function open(settings: Settings, opened: AsyncDisposableStack, ending: AbortController): Promise<RunFile> {
  const { signal } = ending
  const { demo, host } = settings
  const dataDir = openDataFolder(settings.dataDir, opened)
  const { ports, release } = await reservePorts(host, {
    port: { option: 'port', port: settings.ports.port },
    ingestPort: { option: 'ingest-port', port: settings.ports.ingestPort },
    syslogPort: { option: 'syslog-port', port: settings.ports.syslogPort, udp: true },
    syslogTlsPort: { option: 'syslog-tls-port', port: settings.ports.syslogTlsPort },
    devApiPort: { option: 'port', port: 0 },
  })
  opened.defer(release)
  if (!settings.dev) await buildConsole(root, log, signal)
  signal.throwIfAborted()

  const databaseUrl = process.env.DATABASE_URL || (await openDatabase(dataDir, opened, ending))
  signal.throwIfAborted()
  await prepareDatabase(databaseUrl, log)
  signal.throwIfAborted()
  const seeded = await seedInstallation({ url: databaseUrl, demo, dataDir })
  signal.throwIfAborted()

  // in development Vite has the console's port, and forwards calls to the api
  const apiPort = settings.dev ? ports.devApiPort : ports.port
  const environment = {
    ...(await environmentOf(settings, { ...ports, apiPort }, databaseUrl, dataDir)),
    // the demo has two organisations: log lines without a key are those of its fleet
    ...(demo && { SYSLOG_ORGANISATION: process.env.SYSLOG_ORGANISATION || seeded.organisation }),
  }
  await release()
  const ingest = await openApps(environment, settings.dev, opened, ending)
  if (settings.dev) {
    const logFile = join(dataDir, 'vite.log')
    await openViteServer({ root, host, port: ports.port, api: urlOf(host, apiPort), logFile }, opened, ending)
  }

  const runFile = {
    url: `${urlOf(host, ports.port)}${process.env.BASE_PATH ?? ''}`,
    ingest_url: urlOf(host, ingest.port),
    syslog_port: ingest.syslog_port ?? ports.syslogPort,
    syslog_tls_port: ingest.syslog_tls_port ?? ports.syslogTlsPort,
    ingest_key: seeded.ingestKey,
    database_url: databaseUrl,
    demo: seeded.demo,
  }
  const fleet = demo ? openFleet(runFile, dataDir, opened) : undefined
  if (fleet && seeded.demo) await unlessEnded(signal, openPeople(runFile, seeded.demo.password, dataDir, fleet, opened))
  opened.defer(() => removeRunFile(dataDir))
  writeRunFile(dataDir, runFile)
  return runFile
}

function openDataFolder(folder: string, opened: AsyncDisposableStack): string {
  // the secret files inside have their own permissions; PostgreSQL may run as another user and must get through
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const dataDir = realpathSync(folder)
  const hold = holdFolder(dataDir)
  opened.defer(hold.release)
  removeRunFile(dataDir)
  return dataDir
}

async function openDatabase(dataDir: string, opened: AsyncDisposableStack, ending: AbortController): Promise<string> {
  log('Starting the database.')
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log })
  opened.defer(postgres.stop)
  void postgres.lost.then((error) => ending.abort(error))
  return postgres.url
}

async function environmentOf(
  settings: Settings,
  ports: Settings['ports'] & { apiPort: number },
  databaseUrl: string,
  dataDir: string,
): Promise<NodeJS.ProcessEnv> {
  const { SECRET_KEY, SYSLOG_TLS_CERT, SYSLOG_TLS_KEY } = process.env
  const tls =
    SYSLOG_TLS_CERT && SYSLOG_TLS_KEY
      ? { certificate: SYSLOG_TLS_CERT, key: SYSLOG_TLS_KEY }
      : await keptCertificate(join(dataDir, 'tls'))
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    HOST: settings.host,
    PORT: String(ports.apiPort),
    INGEST_PORT: String(ports.ingestPort),
    SYSLOG_PORT: String(ports.syslogPort),
    SYSLOG_TLS_PORT: String(ports.syslogTlsPort),
    SYSLOG_TLS_CERT: tls.certificate,
    SYSLOG_TLS_KEY: tls.key,
    PUBLIC_URL: process.env.PUBLIC_URL || `${urlOf(settings.host, ports.port)}${process.env.BASE_PATH ?? ''}`,
    SECRET_KEY: SECRET_KEY || keptSecret(join(dataDir, 'secret-key')),
    DEMO: settings.demo ? '1' : '',
  }
}

/** Starts api and ingest, each as a thread; if one ends, everything ends. Resolves with the ports of ingest. */
async function openApps(
  environment: NodeJS.ProcessEnv,
  dev: boolean,
  opened: AsyncDisposableStack,
  ending: AbortController,
) {
  const start = (name: 'api' | 'ingest') => {
    const thread = () => startThread(name, new URL(`../../apps/${name}/src/main.ts`, import.meta.url), environment)
    if (!dev) return thread()
    const sources = watchSources([join(root, 'apps', name, 'src'), join(root, 'packages', 'shared', 'src')])
    return restartOnChange(name, thread, sources, log)
  }
  const [api, ingest] = [start('api'), start('ingest')]
  opened.defer(() => Promise.all([ingest.stop(), api.stop()]).then(() => {}))
  const serving = await unlessEnded(ending.signal, Promise.all([api.serving, ingest.serving]))
  for (const thread of [api, ingest]) void thread.ended.then((reason) => ending.abort(new Refusal(reason)))
  return serving[1]
}

/** Serves the console's sources on the port on which the api otherwise serves the built console. */
async function openViteServer(
  options: Parameters<typeof startViteServer>[0],
  opened: AsyncDisposableStack,
  ending: AbortController,
): Promise<void> {
  const server = await unlessEnded(ending.signal, startViteServer(options))
  opened.defer(() => server.kill('SIGTERM'))
  void server.ended.then(() => ending.abort(new Refusal(`Vite ended; see ${options.logFile}.`)))
}

function openFleet(run: RunFile, dataDir: string, opened: AsyncDisposableStack): Fleet {
  const fleet = startFleet({
    root,
    ingestUrl: run.ingest_url,
    ingestKey: run.ingest_key,
    syslogPort: run.syslog_port,
    logFile: join(dataDir, 'fleet.log'),
    historyMarker: join(dataDir, 'fleet-history.json'),
    log,
  })
  opened.defer(fleet.stop)
  return fleet
}

/** Resolves when the demo can be looked at. A history that takes longer than anybody would wait is finished later. */
async function openPeople(
  { url, database_url: databaseUrl }: RunFile,
  password: string,
  dataDir: string,
  { attack }: Fleet,
  opened: AsyncDisposableStack,
): Promise<void> {
  const ending = new AbortController()
  const files = { historyMarker: join(dataDir, 'fleet-history.json'), shiftMarker: join(dataDir, 'demo-shift.json') }
  const people = simulatePeople({ url, databaseUrl, password, ...files, attack, log, signal: ending.signal })
  opened.defer(() => {
    ending.abort()
    return people.ended
  })
  await Promise.race([people.ready, pause(HISTORY_WAIT_MS, undefined, { signal: ending.signal, ref: false })])
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.argv.slice(2), process.env, root)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

process.stdout.on('error', () => {}) // the reader of our output may have ended; that is no reason to stop
const settings = settingsOrExit()
if (settings.help) console.log(HELP)
process.exit(settings.help ? 0 : await run(settings))
