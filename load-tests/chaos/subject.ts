import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freeServerPort } from '@carapace/infra/local/installation/ports.ts'
import { descendantsOf, killAtOnce } from './processes.ts'

const root = resolve(import.meta.dirname, '../..')

/** The needed content of a running installation's run.json. */
interface Run {
  readonly url: string
  readonly ingest_url: string
  readonly ingest_key: string
  readonly database_url: string
}

/** An installation that is killed and restarted with the same data folder, always at the same addresses. */
export interface Subject {
  /** Starts it; resolves when it serves. */
  start(): Promise<Run>
  /** Starts it without waiting until it serves. */
  launch(): void
  /** kill -9 of the launcher, its apps and all of PostgreSQL at the same time. */
  killEverything(): Promise<void>
  /** kill -9 of all of PostgreSQL; the launcher restarts it. */
  killDatabase(): Promise<void>
  /** Stops it, like Ctrl-C. */
  stop(): Promise<void>
}

/** Long, since a start first recovers the database, and the machine may be busy. */
const startForMs = 90_000

export async function createSubject(dataDir: string): Promise<Subject> {
  mkdirSync(dataDir, { recursive: true })
  const ports = [
    '--port',
    String(await freeServerPort()),
    '--ingest-port',
    String(await freeServerPort()),
    '--syslog-port',
    '0',
    '--syslog-tls-port',
    '0',
  ]
  const runFile = join(dataDir, 'run.json')
  let launcher: ChildProcess

  function launch(): void {
    const log = openSync(join(dataDir, 'launcher.log'), 'a')
    rmSync(runFile, { force: true }) // a killed launcher leaves it behind
    launcher = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(root, 'infra/local/start.ts'),
        '--no-demo',
        ...ports,
        '--data',
        dataDir,
      ],
      {
        stdio: ['ignore', log, log],
        detached: true,
        env: { ...process.env, DATABASE_URL: '', HOST: '', LOG_LEVEL: 'warn' },
      },
    )
    closeSync(log)
  }

  return {
    launch,
    async start() {
      launch()
      for (const giveUp = Date.now() + startForMs; !existsSync(runFile); await sleep(50)) {
        if (launcher.exitCode === null && Date.now() < giveUp) continue
        throw new Error(`It does not start:\n${readFileSync(join(dataDir, 'launcher.log'), 'utf8').slice(-2_000)}`)
      }
      return JSON.parse(readFileSync(runFile, 'utf8')) as Run
    },
    async killEverything() {
      if (launcher.exitCode !== null) throw new Error('The installation ended by itself.')
      const ended = once(launcher, 'exit')
      await killAtOnce([launcher.pid!, ...descendantsOf(launcher.pid!)])
      await ended
    },
    killDatabase: () => killAtOnce(descendantsOf(launcher.pid!)), // without a demo, it starts only PostgreSQL
    async stop() {
      if (launcher.exitCode !== null || launcher.signalCode !== null) return
      const ended = once(launcher, 'exit')
      launcher.kill('SIGTERM')
      await ended
    },
  }
}
