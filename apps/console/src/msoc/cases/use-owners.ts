import { listMembers } from '@carapace/shared/account/auth.contract'
import { updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { may } from '@carapace/shared/permissions'
import type { z } from 'zod'
import { useEndpoint } from '../../core/call/query.ts'

type Member = z.output<typeof listMembers.output>['members'][number]

interface Owners {
  /** Undefined while they load. */
  readonly members: readonly Member[] | undefined
  /** Why they did not load. */
  readonly problem: string | undefined
}

/** The users who may own a case. Requested each time a menu opens, since members change. */
export function useOwners(): Owners {
  const { data, problem } = useEndpoint(listMembers, {})
  return { members: data?.members.filter(({ role }) => may(role, updateCase.needs)), problem }
}
