import type { Subscriber } from '@carapace/shared/core/bus/bus'
import { playbookRunsChannel } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import type { Database } from '../../core/db.ts'
import { liveChannel } from '../../core/live/live.ts'
import { runTopics } from './deps.ts'
import { latestUnfinished, runsAmong } from './runs.queries.ts'

const snapshotRuns = 100
/** Runs that one message has at most; the others come with the next one. */
const runsAtOnce = 200

/** Runs, live: whoever looks gets each run that changed as it is now; several changes are one message. */
export const playbookRunsLive = (
  db: Database,
  bus: Subscriber,
  onGap: (listen: () => void) => () => void,
  onError: (error: unknown) => void,
) =>
  liveChannel(playbookRunsChannel, async ({ caller: { org, user }, outlet }) => {
    const changed = new Set<string>()
    let isStale = false
    let seq = 1
    let ready: string[] = []
    let isReading = false

    const unfinished = () => latestUnfinished(db, org, user, snapshotRuns)

    async function read(): Promise<void> {
      isReading = true
      try {
        const uuids = [...changed].slice(0, runsAtOnce)
        for (const uuid of uuids) changed.delete(uuid)
        const wasStale = isStale
        isStale = false
        const runs = await (wasStale ? unfinished() : runsAmong(db, org, user, uuids))
        if (runs.length > 0) ready.push(JSON.stringify({ runs }))
      } catch (error) {
        isStale = true
        onError(error)
      } finally {
        isReading = false
      }
    }

    const stops = [
      bus.subscribe(runTopics.runs(org.uuid), (items) => (items as string[]).forEach((uuid) => changed.add(uuid))),
      onGap(() => {
        isStale = true
      }),
    ]
    outlet.snapshot(org.uuid, seq, JSON.stringify({ runs: await unfinished() }))
    return {
      turn() {
        if (!isReading && (changed.size > 0 || isStale)) void read()
        if (ready.length === 0) return undefined
        const data = ready
        ready = []
        return { seq: ++seq, data }
      },
      close: () => {
        for (const stop of stops) stop()
      },
    }
  })
