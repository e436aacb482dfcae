import { listMembers } from '@carapace/shared/account/auth.contract'
import { updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { may } from '@carapace/shared/permissions'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'

export type Member = z.output<typeof listMembers.output>['members'][number]

interface Members {
  /** Those who may own alerts; undefined while they load. */
  readonly members: readonly Member[] | undefined
  readonly problem: string | undefined
}

/** Whom alerts can be assigned to. Asked for as the asker is shown: people come and go. */
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
