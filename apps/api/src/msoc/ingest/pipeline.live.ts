import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { OrgUuid } from '@carapace/shared/core/owned'
import { pipelineChannel } from '@carapace/shared/msoc/history/history.contract'
import { type StatsNews, topics } from '@carapace/shared/msoc/topics'
import { liveChannel } from '../../core/live/live.ts'
import { createPipelineFold, type PipelineFold } from './pipeline-fold.ts'

/** Minimum interval between updates to a viewer, ms. */
const sendEveryMs = 1_000

/**
 * The state of each event source. From the first viewer on, an organisation's batches are followed as long as the
 * process lives: that is one small message per batch, and a later viewer sees when a source last sent events.
 */
export const pipelineLive = (bus: Subscriber) => {
  const folds = new Map<OrgUuid, PipelineFold>()

  function foldOf(org: OrgUuid): PipelineFold {
    const known = folds.get(org)
    if (known) return known
    const fold = createPipelineFold(Date.now())
    bus.subscribe(topics.stats(org), (items) => (items as StatsNews[]).forEach((news) => fold.add(news)))
    folds.set(org, fold)
    return fold
  }

  return liveChannel(pipelineChannel, async ({ caller: { org }, outlet }) => {
    const fold = foldOf(org.uuid)
    let seq = 1
    let sentAt = Date.now()
    const snapshotAt = (at: number) => JSON.stringify({ sources: fold.read(at), at })
    outlet.snapshot(org.uuid, seq, snapshotAt(sentAt))
    return {
      turn() {
        const now = Date.now()
        if (now - sentAt < sendEveryMs) return undefined
        sentAt = now
        return { seq: ++seq, data: [snapshotAt(now)] }
      },
      close: () => undefined,
    }
  })
}
