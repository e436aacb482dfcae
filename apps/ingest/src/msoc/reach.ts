/** How far ingest knows what vehicles sent (rules OWN-GAP-2, OWN-GAP-4). */
export interface Reach {
  /** Until when all that was received is stored, epoch ms. */
  until(): number
  /** Why it cannot be known what vehicles sent lately; undefined if it can. */
  trouble(): string | undefined
}

/** Without a broker what is received is stored at once. */
export function reachesAll(now = Date.now): Reach {
  return { until: now, trouble: () => undefined }
}

interface Broker {
  readonly trouble: () => string | undefined
  readonly storedUntil: () => number
  readonly waitingSince: () => number | undefined
}

/** Two looks at the broker, and some time to take the records in, ms. */
const usualMs = 15_000

/** With a broker: what it had is stored a little later, and while it takes or gives nothing nobody is to blame. */
export function createReach({ trouble, storedUntil, waitingSince }: Broker, now = Date.now): Reach {
  const until = () => Math.min(storedUntil(), waitingSince() ?? Number.POSITIVE_INFINITY)
  return { until, trouble: () => trouble() ?? (now() - until() > usualMs ? 'events wait at the broker' : undefined) }
}
