import type { Role } from '../../modules.ts'

/**
 * What somebody may be in a program: a LEAD also chooses the members, an EDITOR changes what is in it, a READER looks.
 */
export const programRoles = ['LEAD', 'EDITOR', 'READER'] as const
export type ProgramRole = (typeof programRoles)[number]

/** Who asks: their role in the organisation, and in the program (null: none). */
interface Requester {
  readonly role: Role
  readonly programRole: ProgramRole | null
}

/** An administrator sees every program, everybody else those that they are a member of (rule MEMBER-1). */
export function maySeeProgram({ role, programRole }: Requester): boolean {
  return role === 'ADMIN' || programRole !== null
}

/**
 * Changing takes a role of the organisation that works on programs, and being more than a reader here; an administrator
 * always may (rule MEMBER-2).
 */
export function mayEditProgram({ role, programRole }: Requester): boolean {
  return role === 'ADMIN' || (role === 'ENGINEER' && (programRole === 'LEAD' || programRole === 'EDITOR'))
}

/** Choosing the members, and removing the program, is the lead's and the administrator's (rule MEMBER-3). */
export function mayLeadProgram({ role, programRole }: Requester): boolean {
  return role === 'ADMIN' || (role === 'ENGINEER' && programRole === 'LEAD')
}
