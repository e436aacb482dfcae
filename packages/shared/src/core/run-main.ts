import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort } from 'node:worker_threads'

/** What a started server returns to the launcher. */
export interface Running {
  /** Prepares to stop: the health endpoint reports it from now on, and all requests are served as before. */
  drain?(): void
  stop(): Promise<void>
}

/** The maximum drain time, longer than any load balancer needs, in s. */
const longestDrain = 600

/**
 * Runs a server as its own process or as a thread of the launcher. SIGTERM and SIGINT drain a process for
 * DRAIN_SECONDS (default 0), so that a load balancer stops sending requests while the server still answers all of them;
 * then they stop it. The message 'stop' stops a thread. A thread sends `{ready: true, …}` or `{failed: sentence}`.
 */
export async function runMain<R extends Running>(
  start: () => Promise<R>,
  readyFields: (running: R) => Record<string, unknown>,
): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Error(`Node ${process.versions.node} is too old: 24 is needed. \`npm start\` brings its own.`)
  try {
    const drainSeconds = drainSecondsIn(process.env)
    // process 1 of a container ignores signals that it does not handle: a stop signal during the start must end it
    const quit = () => process.exit(0)
    if (isMainThread) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, quit)
    const running = await start()
    const stop = async () => {
      await running.stop()
      process.exit(0)
    }
    const drainAndStop = async () => {
      running.drain?.()
      await pause(drainSeconds * 1_000)
      await stop()
    }
    if (isMainThread)
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        process.off(signal, quit).once(signal, () => void drainAndStop())
    parentPort?.on('message', (message) => {
      if (message === 'stop') void stop()
    })
    parentPort?.postMessage({ ready: true, ...readyFields(running) })
  } catch (error) {
    if (!parentPort) throw error
    parentPort.postMessage({ failed: (error as Error).message })
  }
}

function drainSecondsIn({ DRAIN_SECONDS: value }: NodeJS.ProcessEnv): number {
  const seconds = Number(value || 0)
  if (!(seconds >= 0 && seconds <= longestDrain))
    throw new Error(
      `DRAIN_SECONDS=${value}: set for how many seconds health reports \`draining\` before the process stops, ` +
        `${longestDrain} at the most.`,
    )
  return seconds
}
