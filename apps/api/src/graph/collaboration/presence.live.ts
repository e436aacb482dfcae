import { topics } from '@carapace/shared/account/topics'
import { type Others, presenceChannel } from '@carapace/shared/graph/collaboration/presence.contract'
import type { ChangeFeed } from '../../core/live/change-feed.ts'
import { untilRefused } from '../../core/live/change-stream.ts'
import type { Database } from '../../core/db.ts'
import { liveChannel } from '../../core/live/live.ts'
import type { Presence } from '../../core/live/presence.ts'
import { seeProgram } from '../programs/access.queries.ts'
import { graphVersionSeenBy } from '../history/followed.ts'

/** Maximum people who are listed by name: as many as a page shows. */
const mostNamed = 12

/**
 * The other people who have a program open, live (rule GRAPH-19). It ends like every subscription to a program: when
 * the viewer may not see the program any more (rule MEMBER-8).
 */
export const presenceLive = (db: Database, feed: ChangeFeed, presence: Presence) =>
  liveChannel(presenceChannel, async ({ caller, params: { program_uuid: programUuid }, outlet }) => {
    const { org, user } = caller
    await seeProgram(db, caller, programUuid)
    const { everybody, leave } = presence.enter(topics.presence(org.uuid, programUuid), {
      uuid: user.uuid,
      name: user.name,
    })
    const seenNow = graphVersionSeenBy(db, caller, programUuid)
    const stop = feed.follow(
      org,
      untilRefused(outlet, async (round) => void (await seenNow(round))),
    )
    let shown = everybody()
    let seq = 0
    const others = (): string => {
      const people = shown.filter(({ uuid }) => uuid !== user.uuid)
      return JSON.stringify({ people: people.slice(0, mostNamed), total: people.length } satisfies Others)
    }
    outlet.snapshot(programUuid, seq, others())
    return {
      turn() {
        if (everybody() === shown) return undefined
        shown = everybody()
        return { seq: ++seq, data: [others()] }
      },
      close() {
        stop()
        leave()
      },
    }
  })
