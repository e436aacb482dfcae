import { listMembers } from '@carapace/shared/account/auth.contract'
import { updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { may } from '@carapace/shared/permissions'
import type { z } from 'zod'
import { useEndpoint } from '../../../core/call/query.ts'

export type Member = z.output<typeof listMembers.output>['members'][number]

interface Members {
  /** Members who may own alerts; undefined while they load. */
  readonly members: readonly Member[] | undefined
  readonly problem: string | undefined
}

/** The members to whom alerts can be assigned. Requested each time the control is shown, since members change. */
export function useMembers(): Members {
  const { data, problem } = useEndpoint(listMembers, {})
  return { members: data?.members.filter(({ role }) => may(role, updateAlerts.needs)), problem }
}
