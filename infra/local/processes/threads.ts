import { Worker } from 'node:worker_threads'

import { Refusal } from '../refusal.ts'

/**
 * How long a thread may drain. Senders send events again that were not acknowledged, so ending it earlier loses
 * nothing.
 */
const DRAIN_FOR_MS = 20_000

/** The message of api and ingest when they serve: the ports they took. */
interface Serving {
  port: number
  syslog_port?: number
  syslog_tls_port?: number
}

/** One of the two apps, running as a thread of this process. */
export interface Thread {
  /** Rejects with a Refusal when the thread reports that it cannot serve, or ends before it serves. */
  serving: Promise<Serving>
  /** Resolves with the reason when the thread ends, with or without a stop. */
  ended: Promise<string>
  /** Lets the thread finish its running work, then ends it. */
  stop: () => Promise<void>
}

/**
 * Starts an app as a thread. It posts `{ready: true, port, …}` when it serves or `{failed: <sentence>}` when it cannot.
 * On the message `'stop'` it drains and ends.
 */
export function startThread(name: string, program: URL, env: NodeJS.ProcessEnv): Thread {
  const worker = new Worker(program, { env, name })
  const serving = Promise.withResolvers<Serving>()
  const ended = Promise.withResolvers<string>()
  let reason: string | undefined
  let running = true

  worker.on('message', (message: { ready?: true; failed?: string } & Serving) => {
    if (message?.ready) serving.resolve(message)
    if (message?.failed !== undefined) reason = `${name} could not start: ${message.failed}`
    if (reason !== undefined) serving.reject(new Refusal(reason))
  })
  worker.on('error', (error: Error) => (reason ??= `${name} broke: ${error?.stack ?? error}`))
  worker.on('exit', (status) => {
    running = false
    reason ??= `${name} ended with status ${status}.`
    serving.reject(new Refusal(reason))
    ended.resolve(reason)
  })
  serving.promise.catch(() => {}) // it may fail before anybody waits for it

  const stop = async () => {
    if (running) worker.postMessage('stop')
    const killTimer = setTimeout(() => worker.terminate(), DRAIN_FOR_MS)
    await ended.promise
    clearTimeout(killTimer)
  }
  return { serving: serving.promise, ended: ended.promise, stop }
}
