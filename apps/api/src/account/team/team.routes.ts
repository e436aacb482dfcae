import type { FastifyInstance } from 'fastify'
import { eraseMember, getTeam, type TeamMember, updateMember } from '@carapace/shared/account/team.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { PersonalData } from '../../core/personal-data.queries.ts'
import { serve } from '../../core/http/serve.ts'
import { openInvitations } from './invitations.queries.ts'
import { queueMail } from '../mail/mails.queries.ts'
import { endEveryWayIn } from '../passwords/passwords.queries.ts'
import { erasePerson } from '../personal-data.ts'
import { audit, byCaller } from '../sign-in/sessions.queries.ts'
import { endPendingOf } from '../sign-in/sign-in.queries.ts'
import { lockedMember, refuseLastAdmin } from './team.ts'
import { memberByUuid, teamOf, updateUser } from './team.queries.ts'
import { switchOff } from '../two-factor/two-factor.queries.ts'

interface Deps {
  readonly db: Database
  readonly personalData: () => readonly PersonalData[]
}

type Changes = {
  readonly role?: TeamMember['role'] | undefined
  readonly active?: boolean | undefined
  readonly reset_two_factor?: true | undefined
}

/** The people of the organisation (rules ACCOUNT-1 to ACCOUNT-4 of packages/shared/src/account/SPEC.md). */
export async function teamRoutes(app: FastifyInstance, { db, personalData }: Deps): Promise<void> {
  serve(app, getTeam).with(async ({ caller: { org, user } }) => ({
    members: (await teamOf(db, org)).map((member) => seenBy(user, member)),
    invitations: user.role === 'ADMIN' ? await openInvitations(db, org) : [],
  }))

  serve(app, updateMember).with(async ({ input: { uuid, revision, ...changes }, caller }) => {
    const member = await db.transaction(async (tx) => {
      const before = await lockedMember(tx, caller.org, uuid)
      if ((changes.role ?? 'ADMIN') !== 'ADMIN' || changes.active === false)
        await refuseLastAdmin(tx, caller.org, before)
      if (!(await updateUser(tx, caller.org, uuid, revision, definedOf(changes)))) throw new Failure('ROW_CHANGED')
      if (changes.active === false) await endEveryWayIn(tx, caller.org, uuid)
      if (changes.reset_two_factor) await resetTwoFactor(tx, caller, before)
      const after = (await memberByUuid(tx, caller.org, uuid))!
      await auditChanges(tx, caller, before, after)
      return after
    })
    return { success: true, member }
  })

  serve(app, eraseMember).with(async ({ input: { uuid, revision }, caller }) => {
    await db.transaction(async (tx) => {
      const member = await lockedMember(tx, caller.org, uuid)
      if (member.active) throw new Failure('RULE_REFUSED', { message: 'Deactivate this member first.' })
      if (member.revision !== revision) throw new Failure('ROW_CHANGED')
      await erasePerson(tx, caller.org, member, personalData())
      await audit(tx, caller.org, byCaller(caller), { action: 'erase member', subject: 'user', subjectUuid: uuid })
    })
    return { success: true }
  })
}

function definedOf({ role, active }: Changes): { role?: TeamMember['role']; active?: boolean } {
  return { ...(role !== undefined && { role }), ...(active !== undefined && { active }) }
}

/** Who has no second factor is the easiest to attack: only administrators see it of others (rule ACCOUNT-1). */
function seenBy(user: Caller['user'], member: TeamMember): TeamMember {
  return user.role === 'ADMIN' || user.uuid === member.uuid ? member : { ...member, two_factor: null }
}

async function resetTwoFactor(tx: Tx, caller: Caller, { uuid, email, two_factor: isOn }: TeamMember): Promise<void> {
  if (!isOn) throw new Failure('RULE_REFUSED', { message: 'This member has no second factor.' })
  await switchOff(tx, caller.org, uuid)
  await endPendingOf(tx, caller.org, uuid)
  await queueMail(tx, {
    org: caller.org,
    recipient: email,
    template: 'two-factor-changed',
    facts: { what: 'an administrator took it away' },
  })
}

/** Writes one log entry per changed property, so that each change is found under its own name. */
async function auditChanges(tx: Tx, caller: Caller, before: TeamMember, after: TeamMember): Promise<void> {
  const actions: [boolean, string, object, object][] = [
    [before.role !== after.role, 'change role', { role: before.role }, { role: after.role }],
    [before.active && !after.active, 'deactivate member', { active: true }, { active: false }],
    [!before.active && after.active, 'reactivate member', { active: false }, { active: true }],
    [before.two_factor === true && !after.two_factor, 'reset two-factor', { two_factor: true }, { two_factor: false }],
  ]
  for (const [happened, action, was, became] of actions) {
    if (happened)
      await audit(tx, caller.org, byCaller(caller), {
        action,
        subject: 'user',
        subjectUuid: after.uuid,
        before: was,
        after: became,
      })
  }
}
