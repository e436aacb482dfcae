/**
 * A terminal sends Ctrl-C to npm and to this process, and npm forwards its own: signals within this time are one
 * keystroke.
 */
const SAME_KEYSTROKE_MS = 2000

/**
 * A controller that is aborted when it is time to stop: without a reason by a signal, or with an Error by a caller of
 * `abort`. A second signal, too late to be the same keystroke, ends the process immediately.
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

/** The abort reason of a requested stop. */
export const STOPPED = 'stopped'

/** Resolves with the reason once it is time to stop. */
export function ended(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason)
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true })
  })
}

/** The result of `work`, or a rejection with the reason once it is time to stop: for work that may hang. */
export function unlessEnded<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return Promise.race([work, ended(signal).then((reason) => Promise.reject(reason))])
}
