import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort } from 'node:worker_threads'

/** What a started server tells whoever started it. */
export interface Running {
  /** It is about to stop: its health says so from now on, and everything is served as before. */
  drain?(): void
  stop(): Promise<void>
}

/** Longer than any load balancer needs to look away, s. */
const longestDrain = 600

/**
 * Runs a server as a process of its own or as a thread of the launcher. SIGTERM and SIGINT drain a process for
 * DRAIN_SECONDS (0), so that a load balancer looks away while all of it still serves, and then stop it; the message
 * 'stop' stops a thread, which tells `{ready: true, …}` or `{failed: sentence}`.
 */
export async function runMain<R extends Running>(
  start: () => Promise<R>,
  readyFields: (running: R) => Record<string, unknown>,
): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Error(`Node ${process.versions.node} is too old: 24 is needed. \`npm start\` brings its own.`)
  try {
    const drainSeconds = drainSecondsIn(process.env)
    // process 1 of a container ignores what it does not handle: whoever is told to stop while it starts, ends
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
      `DRAIN_SECONDS=${value}: say how many seconds health says \`draining\` before the process stops, ` +
        `${longestDrain} at the most.`,
    )
  return seconds
}
