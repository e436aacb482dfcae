import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { number } from '../../../core/format/format.ts'
import type { AlertPageContext } from '../page-context.tsx'
import { notify } from './notices.ts'
import { perCase, type SettableStatus } from './triage.ts'

/** The actions on the current targets. */
interface Hands {
  readonly acknowledge: () => void
  readonly assign: (owner: string | null, name?: string) => void
  readonly setStatus: (status: SettableStatus) => void
  readonly close: () => void
  readonly escalate: () => void
}

/** The actions on the targets, or on the query if everything that matches is selected (rule QUEUE-68). */
export function handsOf({ queue, triage, bulk, ask }: AlertPageContext, targets: () => readonly Alert[]): Hands {
  const isEverything = () => queue.getState().everything
  return {
    acknowledge: () => void (isEverything() ? bulk.acknowledge() : triage.acknowledge(targets())),
    assign: (owner, name) => void (isEverything() ? bulk.assign(owner) : triage.assign(targets(), owner, name)),
    setStatus: (status) => void (isEverything() ? bulk.setStatus(status) : triage.setStatus(targets(), status)),
    close: () => ask({ about: 'close', targets: isEverything() ? 'everything' : targets() }),
    escalate: () => {
      const chosen = targets()
      if (isEverything() || chosen.length > perCase)
        notify({ tone: 'warning', text: `A case takes at most ${number(perCase)} alerts at once. Select fewer.` })
      else ask({ about: 'escalate', targets: chosen })
    },
  }
}
