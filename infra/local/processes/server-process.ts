import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { Refusal } from '../refusal.ts'

/** A server that isn't ours (Kafka, NATS), run as a process that doesn't outlive this one. */
export interface ServerProcess {
  readonly pid: number
  /** Sends a signal; of one that ends the process, waits until it has. */
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>
}

interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Added to this process's environment. */
  readonly env?: NodeJS.ProcessEnv
  readonly logFile: string
  /** Whether what it logged since this start says that it serves. */
  readonly serves: (logged: string) => boolean
}

/** A busy machine's Java takes its time; one that ends is not waited for. */
const START_FOR_MS = 180_000
const LAST_OF_LOG = 2_000

/**
 * Starts it and waits until it says that it serves.
 *
 * @throws Refusal with the end of its log when it doesn't come to serve
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
    throw new Refusal(`${program} doesn't start. It says:\n${logged().slice(-LAST_OF_LOG).trimEnd()}`)
  }
  return server
}

/** A server that can be begun again as it was: over the same data, at the same address. */
export interface Restartable {
  readonly pid: number
  kill: ServerProcess['kill']
  start: () => Promise<void>
  /** Ends it, what it holds written to the disk. */
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
  // a terminal's Ctrl-C is for us, who stop it
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
