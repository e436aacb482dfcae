import { Failure } from '@carapace/shared/core/failure'
import { accountedTo } from '../account-of-work.ts'
import { fairTurns } from '../fair-turns.ts'
import type { Caller } from '../http/caller.ts'
import type { Opened } from './viewer.ts'

/** Tabs and walls of one person, and viewers of one organisation. */
const socketsPerUser = 128
const socketsPerOrganisation = 10_000
/** Over all sockets of one person. */
const subscriptionsPerUser = 1_024
/** Subscriptions that are being opened: of all, of one person, and how many of one person wait for that. */
const opensAtOnce = 64
const opensPerUser = 2
const waitingPerUser = 1_024
/**
 * While one person has more than this many that wait or open, a place stays free for some times as long as opening
 * took, and at most so long, ms.
 */
const opensWithoutPause = 16
const pauseTimes = 4
const longestPauseMs = 1_000
/** Frames of all sockets of one person that are read within a second. */
const framesPerUser = 300

const tooMany = (what: string) => new Failure('TOO_MANY', { message: `Too many ${what}. Close some and try again.` })

export interface FairViewers {
  /** Counts one more socket of the caller and returns how to release it; undefined: there are too many. */
  join(caller: Caller): (() => void) | undefined
  /** Counts a frame of the caller; returns for how many ms its socket is not to be read further: 0 within the limit. */
  pauseAfterFrame(caller: Caller): number
  /**
   * Opens a subscription of the caller when it is its turn; one that was ended meanwhile is not opened.
   *
   * @throws {Failure} TOO_MANY where the caller has too many, or too many wait
   */
  open(caller: Caller, isEnded: () => boolean, open: () => Promise<Opened>): Promise<Opened>
}

/** Shares sockets and openings among users and organisations (rule USE-3). */
export function fairViewers(now: () => number = Date.now): FairViewers {
  const sockets = new Map<string, number>()
  const subscriptions = new Map<string, number>()
  const opening = new Map<string, number>()
  const frames = new Map<string, number>()
  let second = 0
  const opens = fairTurns({ atOnce: opensAtOnce, perOwner: opensPerUser, waitingPerOwner: waitingPerUser }, () =>
    tooMany('subscriptions are being opened'),
  )

  /** Opens in turn; a user with many to open leaves most of the time to others. */
  function inTurn<T>(user: string, open: () => Promise<T>): Promise<T> {
    const end = countedUnder(opening, user)
    return new Promise((resolve, reject) => {
      const turn = opens.run(user, async () => {
        const begun = now()
        const isOneOfMany = opening.get(user)! > opensWithoutPause
        const pauseMs = () => Math.min(pauseTimes * (now() - begun), longestPauseMs)
        await open().then(resolve, reject)
        if (isOneOfMany && pauseMs() > 0) await new Promise((done) => setTimeout(done, pauseMs()).unref())
      })
      turn.catch(reject).finally(end)
    })
  }

  return {
    join({ org, user }) {
      if ((sockets.get(user.uuid) ?? 0) >= socketsPerUser) return undefined
      if ((sockets.get(org.uuid) ?? 0) >= socketsPerOrganisation) return undefined
      const leave = [user.uuid, org.uuid].map((owner) => countedUnder(sockets, owner))
      return () => leave.forEach((one) => one())
    },
    pauseAfterFrame({ user }) {
      const current = Math.floor(now() / 1_000)
      if (current !== second) frames.clear()
      second = current
      const count = (frames.get(user.uuid) ?? 0) + 1
      frames.set(user.uuid, count)
      return count < framesPerUser ? 0 : 1_000 - (now() % 1_000)
    },
    async open({ org, user }, isEnded, open) {
      if ((subscriptions.get(user.uuid) ?? 0) >= subscriptionsPerUser) throw tooMany('subscriptions')
      const end = countedUnder(subscriptions, user.uuid)
      try {
        const account = { org: org.uuid, user: user.uuid }
        const opened = await inTurn(user.uuid, async () => (isEnded() ? undefined : accountedTo(account, open)))
        return {
          ...opened,
          close(): void {
            end()
            opened?.close()
          },
        }
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

/** Counts one more under this name; the function that it returns counts it off again. */
function countedUnder(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = counts.get(name)! - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}
