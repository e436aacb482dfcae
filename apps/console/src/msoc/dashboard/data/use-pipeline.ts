import { type PipelineSource, pipelineChannel } from '@carapace/shared/msoc/history/history.contract'
import { live } from '../../../core/live/live.ts'
import { sharedFeed } from './shared-feed.ts'

export interface PipelineSeen {
  readonly sources: readonly PipelineSource[] | undefined
  /** The server's clock less ours when it was told, ms. */
  readonly ahead: number
  readonly problem: string | undefined
}

/** What comes in, by its way in. */
export const usePipeline = sharedFeed<PipelineSeen>({ sources: undefined, ahead: 0, problem: undefined }, (tell) => {
  const feed = live(pipelineChannel, {}).subscribe((message) => {
    if (message.op === 'error') return tell((before) => ({ ...before, problem: message.message }))
    const told = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
    if (told !== undefined) tell(() => ({ sources: told.sources, ahead: told.at - Date.now(), problem: undefined }))
  })
  return () => feed.unsubscribe()
})
