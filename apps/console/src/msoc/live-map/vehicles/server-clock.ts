/**
 * The server's clock, estimated from the times that the server sends: how far it is ahead of the local clock (rule
 * MAP-UI-29).
 */
export interface ServerClock {
  /** Adds a time that the server just sent. */
  readonly addSample: (serverTime: number, receivedAt?: number) => void
  readonly now: () => number
}

/** Number of samples, for a few minutes: a page with a temporary delay must not take the delay for the clock. */
const samplesKept = 600

/**
 * Creates a server clock. A message is always late and never early, so the largest of the recent differences is the
 * best.
 */
export function serverClock(browserNow: () => number = Date.now): ServerClock {
  const samples: number[] = []
  let ahead = 0
  return {
    addSample(serverTime, receivedAt = browserNow()) {
      samples.push(serverTime - receivedAt)
      if (samples.length > samplesKept) samples.shift()
      ahead = Math.max(...samples)
    },
    now: () => browserNow() + ahead,
  }
}
