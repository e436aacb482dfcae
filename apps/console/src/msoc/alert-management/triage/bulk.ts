import { type AlertUpdate, bulkUpdateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { call } from '../../../core/call/call.ts'
import { clearSelection } from '../queue/choose.ts'
import { followJob } from './jobs.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import type { Notice, SettableStatus } from './triage-sources.ts'

interface BulkSources {
  readonly why: (problem: unknown) => string
  readonly notify: (notice: Notice) => void
}

/** The actions on every alert that matches, run as a job. */
export interface Bulk {
  readonly acknowledge: () => Promise<void>
  readonly assign: (owner: string | null) => Promise<void>
  readonly setStatus: (status: SettableStatus) => Promise<void>
  readonly close: (resolution: Resolution, comment?: string) => Promise<void>
}

/** The actions on the query of the list, however many rows are loaded (rule QUEUE-68). */
export function bulkOver(queue: AlertQueue, { why, notify }: BulkSources): Bulk {
  return {
    acknowledge: () => start({ acknowledge: true }),
    assign: (owner) => start({ owner }),
    setStatus: (status) => start({ status }),
    close: (resolution, comment) => start({ status: 'CLOSED', resolution, ...(comment && { comment }) }),
  }

  async function start(change: AlertUpdate): Promise<void> {
    try {
      const { job } = await call(bulkUpdateAlerts, { query: queue.query().filter, change })
      followJob(job)
      clearSelection(queue)
    } catch (problem) {
      notify({ tone: 'error', text: `Nothing was changed. ${why(problem)}` })
    }
  }
}
