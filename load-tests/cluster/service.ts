import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '../..')
const endWithParent = new URL('../../infra/local/processes/end-with-parent.ts', import.meta.url).href
/** Long, since a start may wait for the recovery of a database on a busy machine. */
const startForMs = 180_000

/**
 * An ingest or an api as a separate process: it can be killed, paused and restarted, always with the same settings and
 * ports.
 */
export interface Service {
  readonly name: string
  readonly url: string
  /** The id of the process that runs now. */
  readonly pid: number
  readonly isRunning: boolean
  /** Starts it without waiting until it serves. */
  launch(): void
  /** Resolves when its health check passes; fails when it ended instead. */
  ready(): Promise<void>
  /** Sends a signal; after SIGKILL or SIGTERM resolves when the process has ended. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

interface ServiceOptions {
  readonly name: string
  readonly app: 'ingest' | 'api'
  readonly url: string
  readonly env: NodeJS.ProcessEnv
  readonly logFile: string
}

export function createService({ name, app, url, env, logFile }: ServiceOptions): Service {
  const health = `${url}${app === 'api' ? '/api/health' : '/health'}`
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  return {
    name,
    url,
    get pid() {
      return child!.pid!
    },
    get isRunning() {
      return isRunning()
    },
    launch() {
      const log = openSync(logFile, 'a')
      const program = join(root, 'apps', app, 'src/main.ts')
      child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', endWithParent, program], {
        stdio: ['ignore', log, log, 'ipc'],
        env,
      })
      closeSync(log)
    },
    async ready() {
      for (const giveUp = Date.now() + startForMs; ; await sleep(50)) {
        const serves = await fetch(health).then(
          ({ ok }) => ok,
          () => false,
        )
        if (serves) return
        if (!isRunning() || Date.now() > giveUp)
          throw new Error(`${name} does not serve:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
      }
    },
    async kill(signal) {
      if (!isRunning()) return
      const ended = once(child!, 'exit')
      child!.kill(signal)
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended
    },
  }
}
