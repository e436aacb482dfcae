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
const opensPerUser = 8
const waitingPerUser = 1_024

const tooMany = (what: string) => new Failure('TOO_MANY', { message: `Too many ${what}. Close some and try again.` })

export interface FairViewers {
  /** Counts one more socket of the caller and returns how to release it; undefined: there are too many. */
  join(caller: Caller): (() => void) | undefined
  /**
   * Opens a subscription of the caller when it is its turn; one that was ended meanwhile is not opened.
   *
   * @throws {Failure} TOO_MANY where the caller has too many, or too many wait
   */
  open(caller: Caller, isEnded: () => boolean, open: () => Promise<Opened>): Promise<Opened>
}

/** Shares sockets and openings among users and organisations (rule USE-3). */
export function fairViewers(): FairViewers {
  const sockets = new Map<string, number>()
  const subscriptions = new Map<string, number>()
  const opens = fairTurns({ atOnce: opensAtOnce, perOwner: opensPerUser, waitingPerOwner: waitingPerUser }, () =>
    tooMany('subscriptions are being opened'),
  )

  return {
    join({ org, user }) {
      if ((sockets.get(user.uuid) ?? 0) >= socketsPerUser) return undefined
      if ((sockets.get(org.uuid) ?? 0) >= socketsPerOrganisation) return undefined
      const leave = [user.uuid, org.uuid].map((owner) => countedUnder(sockets, owner))
      return () => leave.forEach((one) => one())
    },
    async open({ org, user }, isEnded, open) {
      if ((subscriptions.get(user.uuid) ?? 0) >= subscriptionsPerUser) throw tooMany('subscriptions')
      const end = countedUnder(subscriptions, user.uuid)
      try {
        const opened: Opened = await opens.run(user.uuid, async () =>
          isEnded() ? { close: () => undefined } : accountedTo({ org: org.uuid, user: user.uuid }, open),
        )
        return {
          ...opened,
          close(): void {
            end()
            opened.close()
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
