import { Worker } from 'node:worker_threads'

import { Refusal } from '../refusal.ts'

/**
 * How long a thread may drain; events that senders were not answered for are sent again, so that cutting it short loses
 * nothing.
 */
const DRAIN_FOR_MS = 20_000

/** What api and ingest say when they serve: the ports they took. */
interface Serving {
  port: number
  syslog_port?: number
  syslog_tls_port?: number
}

/** One of the two apps, running in a thread of this process. */
export interface Thread {
  /** Rejects with a Refusal when the thread says that it can't serve, or ends before it does. */
  serving: Promise<Serving>
  /** Resolves with the reason when the thread ends, asked or not. */
  ended: Promise<string>
  /** Lets it finish what it has begun. */
  stop: () => Promise<void>
}

/**
 * Starts an app as a thread. It posts `{ready: true, port, …}` when it serves or `{failed: <sentence>}` when it can't,
 * and at the message `'stop'` it drains and ends.
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
  serving.promise.catch(() => {}) // it may break before anybody waits for it

  const stop = async () => {
    if (running) worker.postMessage('stop')
    const killTimer = setTimeout(() => worker.terminate(), DRAIN_FOR_MS)
    await ended.promise
    clearTimeout(killTimer)
  }
  return { serving: serving.promise, ended: ended.promise, stop }
}
