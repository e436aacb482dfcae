import { type PipelineSource, pipelineChannel } from '@carapace/shared/msoc/history/history.contract'
import { live } from '../../../core/live/live.ts'
import { sharedFeed } from './shared-feed.ts'

export interface PipelineSeen {
  readonly sources: readonly PipelineSource[] | undefined
  /** The server's clock minus the local clock at the time of the message, ms. */
  readonly ahead: number
  readonly problem: string | undefined
}

/** The incoming events by source. */
export const usePipeline = sharedFeed<PipelineSeen>({ sources: undefined, ahead: 0, problem: undefined }, (update) => {
  const feed = live(pipelineChannel, {}).subscribe((message) => {
    if (message.op === 'error') return update((before) => ({ ...before, problem: message.message }))
    const latest = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
    if (latest !== undefined)
      update(() => ({ sources: latest.sources, ahead: latest.at - Date.now(), problem: undefined }))
  })
  return () => feed.unsubscribe()
})
