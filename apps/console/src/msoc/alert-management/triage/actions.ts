import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { mergedAtOnce } from '@carapace/shared/msoc/alerts/merge'
import { number } from '../../../core/format/format.ts'
import type { AlertPageContext } from '../page-context.tsx'
import { notify } from './notices.ts'
import { perCase } from './triage.ts'
import type { SettableStatus } from './triage-sources.ts'

/** The actions on the current targets. */
interface Hands {
  readonly acknowledge: () => void
  readonly assign: (owner: string | null, name?: string) => void
  readonly setStatus: (status: SettableStatus) => void
  readonly close: () => void
  readonly escalate: () => void
  readonly merge: () => void
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
    merge: () => {
      const chosen = targets()
      if (isEverything() || chosen.length > mergedAtOnce)
        notify({ tone: 'warning', text: `At most ${number(mergedAtOnce)} alerts are merged at once. Select fewer.` })
      else if (chosen.length < 2) notify({ tone: 'warning', text: 'Select the alerts to merge: at least two.' })
      else ask({ about: 'merge', targets: chosen })
    },
  }
}
