import { listMembers } from '@carapace/shared/account/auth.contract'
import { updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { may } from '@carapace/shared/permissions'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'

export type Member = z.output<typeof listMembers.output>['members'][number]

interface Members {
  /** Members who may own alerts; undefined while they load. */
  readonly members: readonly Member[] | undefined
  readonly problem: string | undefined
}

/** The members to whom alerts can be assigned. Requested each time the control is shown, since members change. */
export function useMembers(): Members {
  const [members, setMembers] = useState<readonly Member[]>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const aborted = new AbortController()
    call(listMembers, {}, aborted).then(
      (answer) => setMembers(answer.members.filter(({ role }) => may(role, updateAlerts.needs))),
      (thrown: unknown) => aborted.signal.aborted || setProblem(messageOf(thrown)),
    )
    return () => aborted.abort()
  }, [])

  return { members, problem }
}
