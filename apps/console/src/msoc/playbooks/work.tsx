import { EndorsedIcon } from '@blueprintjs/icons'
import { listWaitingSteps } from '@carapace/shared/msoc/playbooks/runs.contract'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { may } from '@carapace/shared/permissions'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import type { WorkItem } from '../../core/landing/work.ts'
import { waitingTab } from './links.ts'

/** The approvals, forms and unknown outcomes that wait for this user, as one line of the first page. */
export async function findWaiting({ role }: Pick<SessionUser, 'role'>, signal: AbortSignal): Promise<WorkItem[]> {
  if (!may(role, 'playbooks.run')) return []
  const { total } = await call(listWaitingSteps, { mine: true }, { signal })
  return waitingWork(total)
}

export function waitingWork(total: number): WorkItem[] {
  if (total === 0) return []
  return [
    {
      key: 'waiting',
      link: waitingTab,
      icon: <EndorsedIcon size={14} />,
      title: `${number(total)} ${total === 1 ? 'step of a playbook is' : 'steps of playbooks are'} waiting for you`,
      action: 'Decide',
      count: total,
      isUrgent: true,
    },
  ]
}
