import type { Role } from '../../modules.ts'

/** The roles in a program: a LEAD also chooses the members, an EDITOR changes the content, a READER can only view. */
export const programRoles = ['LEAD', 'EDITOR', 'READER'] as const
export type ProgramRole = (typeof programRoles)[number]

/** The caller: the role in the organisation, and in the program (null: none). */
interface Requester {
  readonly role: Role
  readonly programRole: ProgramRole | null
}

/** Whether the caller may see a program: administrators see all, others those of which they are a member (MEMBER-1). */
export function maySeeProgram({ role, programRole }: Requester): boolean {
  return role === 'ADMIN' || programRole !== null
}

/**
 * Whether the caller may change a program: this needs a role in the organisation that works on programs, and a program
 * role above reader. An administrator always may (rule MEMBER-2).
 */
export function mayEditProgram({ role, programRole }: Requester): boolean {
  return role === 'ADMIN' || (role === 'ENGINEER' && (programRole === 'LEAD' || programRole === 'EDITOR'))
}

/** Whether the caller may choose the members and remove the program: leads and administrators may (rule MEMBER-3). */
export function mayLeadProgram({ role, programRole }: Requester): boolean {
  return role === 'ADMIN' || (role === 'ENGINEER' && programRole === 'LEAD')
}
