import { isMainThread, parentPort } from 'node:worker_threads'

/** What a started server tells whoever started it. */
export interface Running {
  stop(): Promise<void>
}

/**
 * Runs a server as a process of its own (SIGTERM and SIGINT stop it) or as a thread of the launcher (the message 'stop' does).
 * A thread tells `{ready: true, …}` or `{failed: sentence}`.
 */
export async function runMain<R extends Running>(start: () => Promise<R>, told: (running: R) => Record<string, unknown>): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24) throw new Error(`Node ${process.versions.node} is too old: 24 is needed. \`npm start\` brings its own.`)
  try {
    const running = await start()
    const stop = async () => {
      await running.stop()
      process.exit(0)
    }
    if (isMainThread) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
    parentPort?.on('message', (message) => {
      if (message === 'stop') void stop()
    })
    parentPort?.postMessage({ ready: true, ...told(running) })
  } catch (error) {
    if (!parentPort) throw error
    parentPort.postMessage({ failed: (error as Error).message })
  }
}
