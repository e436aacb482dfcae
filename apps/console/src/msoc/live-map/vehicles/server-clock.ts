/** The server's clock as seen from here: how far it is ahead of ours, from the times it tells (rule MAP-UI-29). */
export interface ServerClock {
  /** Takes a time that the server told just now. */
  readonly addSample: (serverTime: number, receivedAt?: number) => void
  readonly now: () => number
}

/** A few minutes of them: a page that is behind for a while must not take its own delay for the clock. */
const samplesKept = 600

/** A message is always late and never early, so that the largest of the last differences is the best one. */
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
