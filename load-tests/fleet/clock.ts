import { setTimeout as delay } from 'node:timers/promises'

/** A clock and a timer: injected, so that tests control the time. */
export interface Clock {
  now(): number
  /** Resolves after `ms`, or at once when stopped. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const wallClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    delay(Math.max(0, ms), undefined, { signal }).catch((cause: unknown) => {
      if (!signal?.aborted) throw cause
    }),
}
