import type { FastifyInstance } from 'fastify'
import { forgotPassword, setPassword } from '@carapace/shared/account/auth.contract'
import { passwordChecks } from '@carapace/shared/account/rules'
import { Failure } from '@carapace/shared/core/failure'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { deleteInvitation, insertMember, invitationByUuid } from '../team/invitations.queries.ts'
import { linkOf, takeLink } from '../mail/links.queries.ts'
import { queueRequestedMail, refuseManyRequests, refuseNoEmail } from '../mail/mails-requested.ts'
import { queueMail } from '../mail/mails.queries.ts'
import { hashPassword } from './passwords.ts'
import { endEveryWayIn, writePassword } from './passwords.queries.ts'
import { audit } from '../sign-in/sessions.queries.ts'
import { accountByUuid } from '../sign-in/sign-in.queries.ts'
import { subjectOf } from '../sign-in/throttle.ts'
import { forgetCount } from '../sign-in/throttle.queries.ts'

/**
 * Sets a password by a mailed link: for users who forgot theirs, and for invited users (rules MAIL-11, MAIL-13).
 */
export async function passwordRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, forgotPassword).with(async ({ input: { email }, request }) => {
    refuseNoEmail(email)
    await refuseManyRequests(db, 'forgot-password', request.ip)
    await queueRequestedMail(db, {
      org: null,
      recipient: email,
      template: 'reset-password',
      facts: { address: request.ip },
    })
    return {
      success: true,
      message:
        'If this address has an account, a link to set a new password is on its way to it. It is good for an hour.',
    }
  })

  serve(app, setPassword).with(async ({ input, request }) => {
    refusePassword(input)
    const followed = { secret: input.uuid, password: input.new_password, address: request.ip }
    await db.transaction(async (tx) => {
      if (!((await resetPassword(tx, followed)) || (await acceptInvitation(tx, followed))))
        throw new Failure('RULE_REFUSED', {
          message: 'This link is expired or has already been used. Ask for another.',
        })
    })
    return { success: true, message: 'Your password is set. Sign in with it.' }
  })
}

/** @throws {Failure} RULE_REFUSED when the new password breaks a rule, or the two entries differ */
export function refusePassword({
  new_password,
  confirm_password,
}: {
  new_password: string
  confirm_password: string
}): void {
  if (new_password !== confirm_password) throw new Failure('RULE_REFUSED', { message: 'Passwords do not match!' })
  const lacks = passwordChecks(new_password)
    .filter(({ isMet }) => !isMet)
    .map(({ label }) => label.toLowerCase())
  if (lacks.length > 0) throw new Failure('RULE_REFUSED', { message: `The password lacks: ${lacks.join(', ')}.` })
}

interface Followed {
  readonly secret: string
  readonly password: string
  readonly address: string
}

/**
 * Sets the password of the link's user; returns false if the link is not valid. The password is hashed after the link
 * was locked, so callers without a link cannot make the server hash.
 */
async function resetPassword(tx: Tx, { secret, password, address }: Followed): Promise<boolean> {
  const link = await takeLink(tx, 'reset-password', secret)
  const account = link && (await accountByUuid(tx, link.org!, link.userUuid!))
  if (!account?.active) return false
  const { org, uuid, name, email } = account
  await endEveryWayIn(tx, org, uuid)
  await writePassword(tx, org, uuid, await hashPassword(password), null)
  await forgetCount(tx, subjectOf.account(email))
  await queueMail(tx, { org, recipient: email, template: 'password-changed' })
  await audit(tx, org, { uuid, name, address }, { action: 'reset password', subject: 'user', subjectUuid: uuid })
  return true
}

/** Makes the invited user a member; returns false if the link is not valid. */
async function acceptInvitation(tx: Tx, { secret, password, address }: Followed): Promise<boolean> {
  const link = await linkOf(tx, 'accept-invitation', secret)
  const invitation = link && (await invitationByUuid(tx, link.org!, link.invitationUuid!))
  if (!invitation || !(await takeLink(tx, 'accept-invitation', secret))) return false
  const org = link.org!
  const { email, name, role } = invitation
  const uuid = await insertMember(tx, org, { email, name, role, passwordHash: await hashPassword(password) })
  if (uuid === undefined)
    throw new Failure('RULE_REFUSED', { message: `${email} has an account already. Sign in with it.` })
  await deleteInvitation(tx, org, invitation.uuid)
  await audit(
    tx,
    org,
    { uuid, name, address },
    { action: 'accept invitation', subject: 'user', subjectUuid: uuid, after: { email, name, role } },
  )
  return true
}
