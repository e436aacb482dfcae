/**
 * A terminal sends Ctrl-C to npm and to us, and npm passes its own on: what comes within this time is the same
 * keystroke.
 */
const SAME_KEYSTROKE_MS = 2000

/**
 * When to stop, and why: aborted without a reason of its own by a signal, or with an Error by whoever calls `abort`. A
 * second signal, later than the same keystroke could come, ends the process at once.
 */
export function endingOnSignals(): AbortController {
  const ending = new AbortController()
  let first: number | undefined

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= Date.now()
      if (Date.now() - first > SAME_KEYSTROKE_MS) process.exit(1)
      ending.abort(STOPPED)
    })
  }
  return ending
}

/** The reason of an ending that was asked for. */
export const STOPPED = 'stopped'

/** Resolves with the reason once it is time to stop. */
export function ended(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason)
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true })
  })
}

/** What `work` comes to, or the reason as a rejection once it is time to stop: for work that may hang. */
export function unlessEnded<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return Promise.race([work, ended(signal).then((reason) => Promise.reject(reason))])
}
