import type { FastifyInstance } from 'fastify'
import { inviteMember, resendInvitation, revokeInvitation } from '@carapace/shared/account/team.contract'
import type { Invitation } from '@carapace/shared/account/team.contract'
import { isPlainName, noPlainName } from '@carapace/shared/account/rules'
import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import {
  countInvitations,
  deleteInvitation,
  extendInvitation,
  insertInvitation,
  isMember,
} from './invitations.queries.ts'
import { isFew, refuseNoEmail } from '../mail/mails-requested.ts'
import { type QueuedMail, queueMail } from '../mail/mails.queries.ts'
import { goodFor } from '../mail/mails-written.ts'
import { refuseMany } from '../sign-in/throttle.ts'
import { audit, byCaller } from '../sign-in/sessions.queries.ts'

/** Maximum open invitations of an organisation. */
const openAtOnce = 200
/** How many invitations an organisation mails in an hour, those that were taken back among them. */
const mailedPerHour = 100

/** Invitations of members (rules MAIL-12, MAIL-13 of packages/shared/src/account/SPEC.md). */
export async function invitationRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, inviteMember).with(async ({ input, caller }) => {
    refuseNoEmail(input.email)
    if (!isPlainName(input.name)) throw new Failure('INVALID_INPUT', { errors: { name: noPlainName } })
    const invitation = await db.transaction((tx) => invite(tx, caller, input))
    return { success: true, message: messageFor(invitation), invitation }
  })

  serve(app, resendInvitation).with(async ({ input, caller }) => {
    const invitation = await db.transaction(async (tx) => {
      const extended = await extendInvitation(tx, caller.org, input.uuid, end())
      if (!extended) throw new Failure('NOT_FOUND')
      await send(tx, caller, 'send invitation again', extended)
      return extended
    })
    return { success: true, message: messageFor(invitation), invitation }
  })

  serve(app, revokeInvitation).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = await deleteInvitation(tx, caller.org, input.uuid)
      if (!before) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'revoke invitation',
        subject: 'invitation',
        subjectUuid: before.uuid,
        before,
      })
    })
    return { success: true }
  })
}

const end = () => new Date(Date.now() + goodFor.invitation)

const messageFor = ({ email }: Invitation) => `An invitation is on its way to ${email}. Its link is good for 24 hours.`

async function invite(
  tx: Tx,
  caller: Caller,
  { email, name, role }: Pick<Invitation, 'email' | 'name' | 'role'>,
): Promise<Invitation> {
  const { org, user } = caller
  if ((await countInvitations(tx, org)) >= openAtOnce)
    throw new Failure('RULE_REFUSED', {
      message: `Your organisation has ${openAtOnce} open invitations, which is the most. Take one back first.`,
    })
  if (await isMember(tx, org, email))
    throw new Failure('RULE_REFUSED', { message: `${email} is a member of your organisation already.` })
  const invitation = await insertInvitation(tx, org, { email, name, role, invitedBy: user.name, expiresAt: end() })
  if (!invitation)
    throw new Failure('RULE_REFUSED', {
      message: `${email} is invited already. Send the invitation again, or take it back first.`,
    })
  await send(tx, caller, 'invite member', invitation)
  return invitation
}

/** Sends an invitation. Only the owner of the address learns, in the mail, whether it has an account elsewhere. */
async function send(tx: Tx, caller: Caller, action: string, invitation: Invitation): Promise<void> {
  const mail: QueuedMail = {
    org: caller.org,
    recipient: invitation.email,
    template: 'accept-invitation',
    facts: { invitation: invitation.uuid },
  }
  if (!(await isFew(tx, mail)))
    throw new Failure('TOO_MANY', {
      message: `${invitation.email} was mailed three times within the hour. Wait before you send another.`,
    })
  await refuseMany(
    tx,
    { [`invitations ${caller.org.uuid}`]: mailedPerHour },
    `Your organisation mailed ${mailedPerHour} invitations within the hour, which is the most. Wait an hour.`,
  )
  await queueMail(tx, mail)
  const { email, name, role } = invitation
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'invitation',
    subjectUuid: invitation.uuid,
    after: { email, name, role },
  })
}
