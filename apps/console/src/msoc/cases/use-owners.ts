import { listMembers } from '@carapace/shared/account/auth.contract'
import { updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { may } from '@carapace/shared/permissions'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'

type Member = z.output<typeof listMembers.output>['members'][number]

interface Owners {
  readonly members?: readonly Member[]
  /** Why they did not load. */
  readonly problem?: string
}

/** The users who may own a case. Requested each time a menu opens, since members change. */
export function useOwners(): Owners {
  const [owners, setOwners] = useState<Owners>({})
  useEffect(() => {
    const controller = new AbortController()
    call(listMembers, {}, { signal: controller.signal }).then(
      ({ members }) => setOwners({ members: members.filter(({ role }) => may(role, updateCase.needs)) }),
      (thrown: unknown) => controller.signal.aborted || setOwners({ problem: messageOf(thrown) }),
    )
    return () => controller.abort()
  }, [])
  return owners
}
