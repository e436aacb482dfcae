import type { WorkAccount } from '../account-of-work.ts'
import { fairTurns } from '../fair-turns.ts'
import { busy, gone } from '../fair-client.ts'

/** Calls of one user that are handled at a time: as many as a browser sends to one server. */
const callsAtOnce = 6
const waitingPerUser = 500
/** While more wait, a place stays free for this many times as long as its call took, and at most so long, ms. */
const pauseTimes = 3
const longestPauseMs = 200

/** Handles a call when it is its turn. @throws {Failure} BUSY when too many of its user wait, or its caller has gone */
export type InTurn = <T>(account: WorkAccount | undefined, work: () => Promise<T>) => Promise<T>

/** Gives the calls of each user their turns: hundreds at once delay themselves, and no one else's (rule USE-7). */
export function callTurns(): InTurn {
  const turns = fairTurns({ atOnce: Infinity, perOwner: callsAtOnce, waitingPerOwner: waitingPerUser }, busy)
  /** How many calls of each user are handled or wait. */
  const calls = new Map<string, number>()

  function count(user: string, by: 1 | -1): void {
    const now = (calls.get(user) ?? 0) + by
    if (now > 0) calls.set(user, now)
    else calls.delete(user)
  }

  async function pauseAfter(user: string, tookMs: number): Promise<void> {
    if ((calls.get(user) ?? 0) < callsAtOnce) return
    await new Promise((done) => setTimeout(done, Math.min(pauseTimes * tookMs, longestPauseMs)).unref())
  }

  return (account, work) => {
    if (!account) return work()
    const { user, signal } = account
    count(user, 1)
    return new Promise((resolve, reject) => {
      const turn = turns.run(user, async () => {
        const begun = performance.now()
        try {
          if (signal?.aborted) return reject(gone())
          await (async () => work())().then(resolve, reject)
        } finally {
          count(user, -1)
        }
        await pauseAfter(user, performance.now() - begun)
      })
      turn.catch((refusal: unknown) => {
        count(user, -1)
        reject(refusal)
      })
    })
  }
}
