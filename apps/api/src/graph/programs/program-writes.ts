import { Failure } from '@carapace/shared/core/failure'
import { mayEditProgram, mayLeadProgram, type ProgramRole } from '@carapace/shared/graph/members/membership'
import {
  mostMembers,
  mostPrograms,
  planProgram,
  type ProgramInput,
  whyNotMembers,
} from '@carapace/shared/graph/programs/programs'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import {
  activeUser,
  countPrograms,
  holdGraph,
  insertProgram,
  lockProgram,
  programMembersOf,
  programSeenBy,
  putMember,
  removeProgram,
  saveProgramFields,
  type SeenProgram,
  takeMember,
  touchProgram,
} from './programs.queries.ts'

interface Begun {
  readonly name: string
  readonly description: string
}

/** Creates a program with the caller as its lead; returns its uuid (rules PROGRAM-1, PROGRAM-8). */
export async function beginProgram(
  tx: Tx,
  caller: Caller,
  { name, description = '' }: { name: string; description?: string | undefined },
): Promise<string> {
  const uuid = await placeProgram(tx, caller, { name, description })
  await openProgram(tx, caller, uuid, { name, description })
  return uuid
}

/** Inserts a program; with `importUuid`, nobody sees it until its import is complete (rules PROGRAM-8, EXCHANGE-6). */
export async function placeProgram(
  tx: Tx,
  { org, user }: Caller,
  fields: Begun & { readonly uuid?: string; readonly importUuid?: string },
): Promise<string> {
  if ((await countPrograms(tx, org)) >= mostPrograms)
    throw new Failure('RULE_REFUSED', {
      message:
        `Your organisation has ${mostPrograms.toLocaleString('en')} programs, ` +
        'which is the maximum. Remove one first.',
    })
  return insertProgram(tx, org, user.uuid, fields)
}

/** Makes the caller the lead of a program, and writes its creation to the audit log. */
export async function openProgram(tx: Tx, caller: Caller, uuid: string, { name, description }: Begun): Promise<void> {
  await putMember(tx, caller.org, { programUuid: uuid, userUuid: caller.user.uuid, role: 'LEAD' })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'begin program',
    subject: 'program',
    subjectUuid: uuid,
    after: { name, description },
  })
}

/** Changes a program (rules MEMBER-2, PROGRAM-3 to PROGRAM-7). */
export async function changeProgram(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: { uuid: string; revision: number | undefined },
  input: ProgramInput,
): Promise<void> {
  const { row: before } = await lockedFor(tx, caller, uuid, 'edit')
  if (revision !== undefined && revision !== before.revision) throw new Failure('ROW_CHANGED')
  const set = planProgram(before, input)
  if (Object.keys(set).length === 0) return
  await saveProgramFields(tx, caller.org, uuid, set)
  await audit(tx, caller.org, byCaller(caller), {
    action: 'change program',
    subject: 'program',
    subjectUuid: uuid,
    before,
    after: set,
  })
}

/**
 * Removes a program with all of its content (rules MEMBER-3, PROGRAM-6). Lock order: the graph first, then the program.
 */
export async function endProgram(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: { uuid: string; revision: number },
): Promise<void> {
  await holdGraph(tx, caller.org, uuid)
  const { row: before } = await lockedFor(tx, caller, uuid, 'lead')
  if (revision !== before.revision) throw new Failure('ROW_CHANGED')
  await removeProgram(tx, caller.org, uuid)
  await audit(tx, caller.org, byCaller(caller), {
    action: 'remove program',
    subject: 'program',
    subjectUuid: uuid,
    before,
  })
}

interface MemberInput {
  readonly programUuid: string
  readonly userUuid: string
  /** Null: the member leaves. */
  readonly role: ProgramRole | null
}

/** Adds a member to a program, changes a member's role, or removes the member (rules MEMBER-3 to MEMBER-7). */
export async function changeMember(
  tx: Tx,
  caller: Caller,
  { programUuid, userUuid, role }: MemberInput,
): Promise<void> {
  const { org } = caller
  await lockedFor(tx, caller, programUuid, 'lead')
  if (role !== null && !(await activeUser(tx, org, userUuid)))
    throw new Failure('INVALID_INPUT', { errors: { user_uuid: 'This is not an active member of your organisation.' } })
  const places = await programMembersOf(tx, org, programUuid)
  const before = places.find(({ uuid }) => uuid === userUuid)
  if ((before?.role ?? null) === role) return
  refusePlaces(places, { userUuid, role })

  if (role === null) await takeMember(tx, org, programUuid, userUuid)
  else await putMember(tx, org, { programUuid, userUuid, role })
  await touchProgram(tx, org, programUuid)
  await audit(tx, org, byCaller(caller), {
    action: 'change program members',
    subject: 'program',
    subjectUuid: programUuid,
    before: before && { user: userUuid, role: before.role },
    after: { user: userUuid, role },
  })
}

type Places = Awaited<ReturnType<typeof programMembersOf>>

function refusePlaces(places: Places, { userUuid, role }: Pick<MemberInput, 'userUuid' | 'role'>): void {
  const others = places.filter(({ uuid }) => uuid !== userUuid)
  if (role !== null && others.length >= mostMembers)
    throw new Failure('RULE_REFUSED', {
      message: `This program has ${mostMembers} members, which is the maximum. Remove one first.`,
    })
  const rolesOf = (held: Places) => held.filter(({ active }) => active).map((each) => each.role)
  const why = whyNotMembers(rolesOf(places), [...rolesOf(others), ...(role === null ? [] : [role])])
  if (why !== undefined) throw new Failure('RULE_REFUSED', { message: why })
}

const programActions = {
  edit: {
    may: mayEditProgram,
    refusal: 'Only administrators, and engineers who lead or edit this program, may change it.',
  },
  lead: { may: mayLeadProgram, refusal: 'Only administrators, and engineers who lead this program, may do this.' },
} as const
export type ProgramAction = keyof typeof programActions

/** A program on which the caller may do this action, locked. NOT_FOUND if the caller may not see it (rule MEMBER-1). */
export async function lockedFor(
  tx: Tx,
  { org, user }: Caller,
  uuid: string,
  action: ProgramAction,
): Promise<SeenProgram> {
  const found = (await lockProgram(tx, org, uuid)) ? await programSeenBy(tx, org, user, uuid) : undefined
  if (!found) throw new Failure('NOT_FOUND')
  const { may, refusal } = programActions[action]
  if (!may({ role: user.role, programRole: found.myRole })) throw new Failure('ROLE_REQUIRED', { message: refusal })
  return found
}
