import type { FastifyInstance } from 'fastify'
import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  listSessions,
  renewRecoveryCodes,
  revokeSessions,
  setUpTwoFactor,
} from '@carapace/shared/account/security.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { newTotpSecret, totpUri } from '../../core/totp.ts'
import { endLinksOf } from '../mail/links.queries.ts'
import { queueMail } from '../mail/mails.queries.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import { writePassword } from '../passwords/passwords.queries.ts'
import { refusePassword } from '../passwords/passwords.routes.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { hashOfCode, newRecoveryCodes } from '../two-factor/recovery-codes.ts'
import { audit, byCaller, revokeSessionsOf, sessionsOf } from '../sign-in/sessions.queries.ts'
import { type Account, accountByUuid, endPendingOf } from '../sign-in/sign-in.queries.ts'
import { type TwoFactor, wrongCode } from '../two-factor/two-factor.ts'
import { replaceRecoveryCodes, switchOff, switchOn, writeSecret } from '../two-factor/two-factor.queries.ts'

interface Deps {
  readonly db: Database
  readonly passwords: PasswordCheck
  readonly twoFactor: TwoFactor
}

/**
 * The user's own password, second factor and sessions (rules SIGNIN-8 to SIGNIN-12 of
 * packages/shared/src/account/SPEC.md).
 */
export async function securityRoutes(app: FastifyInstance, { db, passwords, twoFactor }: Deps): Promise<void> {
  serve(app, changePassword).with(async ({ input, caller }) => {
    refusePassword(input)
    if (input.new_password === input.current_password)
      throw new Failure('RULE_REFUSED', { message: 'Choose a password that differs from the one you have.' })
    await passwords.reauthenticate(caller, input.current_password, 'current_password')
    const passwordHash = await hashPassword(input.new_password)
    await db.transaction(async (tx) => {
      await writePassword(tx, caller.org, caller.user.uuid, passwordHash, null)
      await endOtherWaysIn(tx, caller)
      await endLinksOf(tx, caller.org, caller.user.uuid)
      await notifyOwner(tx, caller, 'password-changed', {}, 'change password')
    })
    return { success: true, message: 'Your password is changed. Every other session of yours has ended.' }
  })

  serve(app, setUpTwoFactor).with(async ({ input, caller }) => {
    await passwords.reauthenticate(caller, input.password, 'password')
    const secret = newTotpSecret()
    if (!(await db.transaction((tx) => writeSecret(tx, caller.org, caller.user.uuid, twoFactor.sealed(secret)))))
      throw isOn()
    return { success: true, secret, uri: totpUri(secret, caller.user.email) }
  })

  serve(app, enableTwoFactor).with(async ({ input: { code }, caller }) => {
    const account = await ownAccount(caller)
    if (account.totpEnabledAt) throw isOn()
    if (!account.totpSecret) throw new Failure('RULE_REFUSED', { message: 'Set an authenticator app up first.' })
    const codes = newRecoveryCodes()
    const done = await twoFactor.withCode(account, { code, address: caller.address, recovery: false }, async (tx) => {
      if (!(await switchOn(tx, caller.org, caller.user.uuid, account.totpSecret!))) throw isOn()
      await replaceRecoveryCodes(tx, caller.org, caller.user.uuid, codes.map(hashOfCode))
      await endOtherWaysIn(tx, caller)
      await notifyOwner(tx, caller, 'two-factor-changed', { what: 'it was switched on' }, 'switch two-factor on')
      return true
    })
    if (!done) throw wrongCode()
    return { success: true, recovery_codes: codes }
  })

  serve(app, disableTwoFactor).with(async ({ input: { password, code }, caller }) => {
    const account = await passwords.reauthenticate(caller, password, 'password')
    if (!account.totpEnabledAt) throw isOff()
    const done = await twoFactor.withCode(account, { code, address: caller.address, recovery: true }, async (tx) => {
      await switchOff(tx, caller.org, caller.user.uuid)
      await notifyOwner(tx, caller, 'two-factor-changed', { what: 'it was switched off' }, 'switch two-factor off')
      return true
    })
    if (!done) throw wrongCode()
    return { success: true, message: 'Two-factor verification is off.' }
  })

  serve(app, renewRecoveryCodes).with(async ({ input: { password, code }, caller }) => {
    const account = await passwords.reauthenticate(caller, password, 'password')
    if (!account.totpEnabledAt) throw isOff()
    const codes = newRecoveryCodes()
    const done = await twoFactor.withCode(account, { code, address: caller.address, recovery: false }, async (tx) => {
      await replaceRecoveryCodes(tx, caller.org, caller.user.uuid, codes.map(hashOfCode))
      await notifyOwner(tx, caller, 'two-factor-changed', { what: 'it has new recovery codes' }, 'renew recovery codes')
      return true
    })
    if (!done) throw wrongCode()
    return { success: true, recovery_codes: codes }
  })

  serve(app, listSessions).with(async ({ caller }) => ({
    sessions: await sessionsOf(db, caller.org, caller.user.uuid, caller.tokenHash),
  }))

  serve(app, revokeSessions).with(async ({ input, caller }) => {
    const revoked = await db.transaction(async (tx) => {
      // by its uuid a user may also end the current session; "all" means all other sessions
      const only = input.uuid === undefined ? { keep: caller.tokenHash } : { only: input.uuid }
      const ended = await revokeSessionsOf(tx, caller.org, caller.user.uuid, only)
      if (ended > 0)
        await audit(tx, caller.org, byCaller(caller), {
          action: 'end sessions',
          subject: 'user',
          subjectUuid: caller.user.uuid,
          after: { ended },
        })
      return ended
    })
    if (input.uuid !== undefined && revoked === 0) throw new Failure('NOT_FOUND')
    return { success: true, revoked }
  })

  async function ownAccount({ org, user }: Caller): Promise<Account> {
    return (await accountByUuid(db, org, user.uuid))!
  }
}

/** Ends other sessions and sign-ins that wait for a second factor: they may be of a person who knew the secret. */
async function endOtherWaysIn(tx: Tx, { org, user, tokenHash }: Caller): Promise<void> {
  await revokeSessionsOf(tx, org, user.uuid, { keep: tokenHash })
  await endPendingOf(tx, org, user.uuid)
}

/** Mails the account's owner about the change, and writes it to the audit log. */
async function notifyOwner(
  tx: Tx,
  caller: Caller,
  template: 'password-changed' | 'two-factor-changed',
  facts: Record<string, string>,
  action: string,
): Promise<void> {
  await queueMail(tx, { org: caller.org, recipient: caller.user.email, template, facts })
  await audit(tx, caller.org, byCaller(caller), { action, subject: 'user', subjectUuid: caller.user.uuid })
}

function isOn(): Failure {
  return new Failure('RULE_REFUSED', { message: 'Two-factor verification is on already. Switch it off first.' })
}

function isOff(): Failure {
  return new Failure('RULE_REFUSED', { message: 'Two-factor verification is not on.' })
}
