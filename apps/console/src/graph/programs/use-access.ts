import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { getProgram, type Program } from '@carapace/shared/graph/programs/programs.contract'
import type { Role } from '@carapace/shared/modules'
import { may } from '@carapace/shared/permissions'
import { useSession } from '../../core/session/session.ts'
import { useEndpoint } from '../../core/call/query.ts'

export interface Access {
  readonly program: Program | undefined
  readonly problem: string | undefined
  /** Why the user may not change the contents of the program; undefined if they may. */
  readonly refusal: string | undefined
}

/**
 * The program of a page, and whether the user may change its contents (rules MEMBER-1, MEMBER-2). The server refuses it
 * as well; this shows the reason before a request.
 */
export function useAccess(programUuid: string): Access {
  const role = useSession()?.role ?? 'VIEWER'
  const { data, problem } = useEndpoint(getProgram, { programUuid })
  return {
    program: data?.program,
    problem: data ? undefined : problem,
    refusal: data === undefined ? 'The program is still loading.' : refusalOf(role, data.program),
  }
}

export function refusalOf(role: Role, { my_role: programRole }: Pick<Program, 'my_role'>): string | undefined {
  if (mayEditProgram({ role, programRole })) return undefined
  return may(role, 'programs.manage')
    ? 'You can look at this program. Its leads and editors can change it.'
    : 'Your role can look. Administrators and engineers can change programs.'
}
