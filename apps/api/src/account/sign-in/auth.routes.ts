import type { FastifyInstance } from 'fastify'
import {
  listMembers,
  login,
  loginViaToken,
  logout,
  validateTwoFactor,
  whoAmI,
} from '@carapace/shared/account/auth.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Database } from '../../core/db.ts'
import type { CheckCaptcha } from '../../core/outgoing/recaptcha.ts'
import { serve } from '../../core/http/serve.ts'
import { takeLink } from '../mail/links.queries.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import { audit, byCaller, membersOf, openSession, revokeSession } from './sessions.queries.ts'
import { answerOf, enter, type From, fromOf, sessionUser, signedIn } from './sign-in.ts'
import { type Account, accountByUuid, takePending, takeTry } from './sign-in.queries.ts'
import { type CodeKind, type TwoFactor, wrongCode } from '../two-factor/two-factor.ts'

/** Maximum codes per sign-in. */
const tries = 5

interface Deps {
  readonly db: Database
  readonly captcha: CheckCaptcha
  readonly passwords: PasswordCheck
  readonly twoFactor: TwoFactor
}

/** Sign-in, sign-out, and the current user (rules SIGNIN-1 to SIGNIN-7 of packages/shared/src/account/SPEC.md). */
export async function authRoutes(app: FastifyInstance, { db, captcha, passwords, twoFactor }: Deps): Promise<void> {
  serve(app, login).with(async ({ input: { email, password, recaptcha_token }, request }) => {
    await captcha(recaptcha_token, request.ip)
    const account = await passwords.accountWith(email, password, request.ip)
    return answerOf(db, account, await db.transaction((tx) => enter(tx, account, fromOf(request), 'sign-in')))
  })

  serve(app, loginViaToken).with(async ({ input, request }) => {
    const { account, entered } = await db.transaction(async (tx) => {
      const link = await takeLink(tx, 'sign-in', input.token)
      const account = link && (await accountByUuid(tx, link.org!, link.userUuid!))
      if (!account?.active)
        throw new Failure('INVALID_LOGIN', {
          message: 'This link is expired or has already been used. Sign in with your password.',
        })
      return { account, entered: await enter(tx, account, fromOf(request), 'sign-in by link') }
    })
    return answerOf(db, account, entered)
  })

  serve(app, validateTwoFactor).with(async ({ input: { code, two_factor_token }, request }) => {
    const waiting = await takeTry(db, two_factor_token, tries)
    const account = waiting && (await accountByUuid(db, waiting.org, waiting.userUuid))
    if (!account?.active) throw over()
    const from = fromOf(request)
    const token = await twoFactor.withCode(
      account,
      { code, address: from.address, recovery: true },
      async (tx, kind) => {
        // thrown inside the transaction, so that a code that came too late is not used up
        if (!(await takePending(tx, two_factor_token))) throw over()
        return pass(tx, account, from, kind)
      },
    )
    if (token === undefined) throw wrongCode()
    return { user: await signedIn(db, account.org, account.uuid, token) }
  })

  serve(app, logout).with(async ({ caller }) => {
    await db.transaction(async (tx) => {
      await revokeSession(tx, caller.org, caller.tokenHash)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'sign-out',
        subject: 'user',
        subjectUuid: caller.user.uuid,
      })
    })
    return { success: true }
  })

  serve(app, whoAmI).with(async ({ caller }) => ({ user: await sessionUser(db, caller.org, caller.user.uuid) }))

  serve(app, listMembers).with(async ({ caller }) => ({ members: await membersOf(db, caller.org) }))
}

/** Opens the session after a correct second factor. */
async function pass(
  tx: Parameters<typeof openSession>[0],
  { org, uuid, name }: Account,
  from: From,
  kind: CodeKind,
): Promise<string> {
  await audit(
    tx,
    org,
    { uuid, name, address: from.address },
    { action: `sign-in with ${kind} code`, subject: 'user', subjectUuid: uuid },
  )
  return openSession(tx, org, uuid, from)
}

function over(): Failure {
  return new Failure('INVALID_LOGIN', { message: 'This sign-in is over. Sign in again.' })
}
