import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { Refusal } from '../refusal.ts'

/** A third-party server (Kafka, NATS), run as a process that does not outlive this one. */
export interface ServerProcess {
  readonly pid: number
  /** Sends a signal; if the signal ends the process, waits until it has ended. */
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<void>
}

interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Added to this process's environment. */
  readonly env?: NodeJS.ProcessEnv
  readonly logFile: string
  /** Whether the log since this start shows that it serves. */
  readonly serves: (logged: string) => boolean
}

/** Java starts slowly on a busy machine. A process that has ended is not waited for. */
const START_FOR_MS = 180_000
const LAST_OF_LOG = 2_000

/**
 * Starts the server and waits until its log shows that it serves.
 *
 * @throws {Refusal} with the end of its log when it does not start to serve
 */
export async function startServer({ program, args, env, logFile, serves }: Command): Promise<ServerProcess> {
  const log = openSync(logFile, 'a', 0o600)
  const from = readFileSync(logFile).length
  const server = launch(program, args, log, env)
  closeSync(log)

  const logged = () => readFileSync(logFile).subarray(from).toString()
  for (const deadline = Date.now() + START_FOR_MS; !serves(logged()); await pause(20)) {
    if (server.isRunning() && Date.now() < deadline) continue
    await server.kill('SIGKILL')
    throw new Refusal(`${program} doesn't start. Its log:\n${logged().slice(-LAST_OF_LOG).trimEnd()}`)
  }
  return server
}

/** A server that can be started again with the same data and the same address. */
export interface Restartable {
  readonly pid: number
  kill: ServerProcess['kill']
  start: () => Promise<void>
  /** Stops it after its data is written to the disk. */
  stop: () => Promise<void>
}

export async function restartable(begin: () => Promise<ServerProcess>): Promise<Restartable> {
  let server = await begin()
  return {
    get pid() {
      return server.pid
    },
    kill: (signal) => server.kill(signal),
    start: async () => {
      server = await begin()
    },
    stop: () => server.kill('SIGTERM'),
  }
}

function launch(program: string, args: readonly string[], log: number, env: NodeJS.ProcessEnv = {}) {
  // a terminal's Ctrl-C must reach only this process, which stops the server
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], env: { ...process.env, ...env } })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const ended = once(child, 'exit')
    .then(
      () => {},
      () => {},
    )
    .finally(() => process.off('exit', endWithUs))
  return {
    pid: child.pid!,
    ended,
    isRunning,
    kill: async (signal: NodeJS.Signals) => {
      if (!isRunning()) return
      child.kill(signal)
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await ended
    },
  }
}
