/** A ping this often, so that a proxy's idle timeout never closes a quiet socket and a dead line is noticed. */
export const pingEveryMs = 10_000

/** Two pings unanswered and a little more: the line is dead, whatever TCP believes. */
export const silentMs = 25_000

/** The server refuses a hello after 5 s; no welcome in this time means that nobody is there. */
export const welcomeMs = 10_000

/** A connection that held this long was a good one: its loss is tried again quickly. */
export const stableMs = 5_000

const shortestMs = 500
const longestMs = 10_000

/**
 * How long to wait before connecting again, ms: doubling from half a second to ten, and drawn from the upper half of
 * that, so that a restarted server isn't met by every wall display in the same instant.
 */
export function againAfter(failedBefore: number, random: number): number {
  const ceiling = Math.min(longestMs, shortestMs * 2 ** (failedBefore + 1))
  return Math.round(Math.max(shortestMs, ceiling / 2 + (ceiling / 2) * random))
}
