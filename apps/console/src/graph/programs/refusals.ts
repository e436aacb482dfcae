import { mayEditProgram, mayLeadProgram } from '@carapace/shared/graph/members/membership'
import type { Program } from '@carapace/shared/graph/programs/programs.contract'
import type { Role } from '@carapace/shared/modules'
import { may } from '@carapace/shared/permissions'

interface Refusals {
  /** Why the user may not change the program; undefined if they may. */
  readonly edit: string | undefined
  /** Why the user may not choose its members or remove it; undefined if they may. */
  readonly lead: string | undefined
}

const byRole = 'Your role can look. Administrators and engineers can change programs.'

/**
 * What a user may not do to a program, and why (rule PROGRAM-UI-2). The server refuses it as well; this shows the
 * reason before a request.
 */
export function refusalsOf(role: Role, { my_role: programRole }: Pick<Program, 'my_role'>): Refusals {
  const because = (otherwise: string) => (may(role, 'programs.manage') ? otherwise : byRole)
  return {
    edit: mayEditProgram({ role, programRole })
      ? undefined
      : because('You can look at this program. Its leads and editors can change it.'),
    lead: mayLeadProgram({ role, programRole }) ? undefined : because('Its leads choose the members of this program.'),
  }
}
