/** The interval of pings: short enough that no proxy closes a quiet socket as idle, and that a dead line is noticed. */
export const pingEveryMs = 10_000

/** Two unanswered pings and a little more: the line is dead, even if TCP has not noticed. */
export const silentMs = 25_000

/** The server refuses a hello after 5 s; without a welcome in this time nobody is listening. */
export const welcomeMs = 10_000

/** A connection that lasted this long was stable: after its loss the next attempt follows quickly. */
export const stableMs = 5_000

const shortestMs = 500
const longestMs = 10_000

/**
 * How long to wait before connecting again, ms: doubled from half a second up to ten, and chosen at random from the
 * upper half, so that the wall displays do not all reconnect to a restarted server at the same time.
 */
export function againAfter(failedBefore: number, random: number): number {
  const ceiling = Math.min(longestMs, shortestMs * 2 ** (failedBefore + 1))
  return Math.round(Math.max(shortestMs, ceiling / 2 + (ceiling / 2) * random))
}
