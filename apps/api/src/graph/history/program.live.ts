import { programChannel } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ChangeFeed } from '../../core/live/change-feed.ts'
import { openChangeStream } from '../../core/live/change-stream.ts'
import type { Database } from '../../core/db.ts'
import { liveChannel } from '../../core/live/live.ts'
import { graphVersionOf, seeProgram } from '../programs/access.queries.ts'
import { graphVersionSeenBy } from './followed.ts'
import { changesAfter } from '../artefacts/reading.queries.ts'

/**
 * A program's graph, live: the artefacts that must be read again. Pages of the same program share the reads. A viewer
 * who may not see the program any more is notified of that, and of nothing else (rule MEMBER-8).
 */
export const programLive = (db: Database, feed: ChangeFeed) =>
  liveChannel(programChannel, async ({ caller, params: { program_uuid: programUuid }, from, outlet }) => {
    const { org } = caller
    await seeProgram(db, caller, programUuid)
    const position = async () => ({ epoch: programUuid, seq: await graphVersionOf(db, org, programUuid) })
    const seenNow = graphVersionSeenBy(db, caller, programUuid)
    return openChangeStream(
      {
        org,
        feed,
        position,
        beginning: async () => {
          const { epoch, seq } = await position()
          return { epoch, seq, data: JSON.stringify({ seq }) }
        },
        after: async (seq, most, round) => {
          const now = await seenNow(round)
          return round(`graph ${programUuid} ${seq}`, async () => {
            const changes = now === seq ? [] : await changesAfter(db, org, programUuid, seq, most)
            const emitted = changes ?? [
              { what: 'much' as const, uuids: [], kind: '', action: 'changed' as const, by: null, seq: now },
            ]
            return {
              data: emitted.map((change) => JSON.stringify(change)),
              seq: emitted.at(-1)?.seq ?? seq,
              complete: true,
            }
          })
        },
      },
      from,
      outlet,
    )
  })
