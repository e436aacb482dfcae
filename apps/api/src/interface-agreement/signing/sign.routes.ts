import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { signAgreement } from '@carapace/shared/interface-agreement/pages.contract'
import type { Signature } from '@carapace/shared/interface-agreement/seals'
import { createPasswordCheck, type PasswordCheck } from '../../account/passwords/password-check.ts'
import { accountByUuid } from '../../account/sign-in/sign-in.queries.ts'
import { createTwoFactor, type TwoFactor, wrongCode } from '../../account/two-factor/two-factor.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import type { Deps } from '../../module.ts'
import { announceAgreement } from '../agreement.live.ts'
import { wakeSide } from '../notices.ts'
import { partyOf } from '../party.queries.ts'
import { refuseNonSignatory, sign } from './signing.ts'
import { versionRoutes } from './versions.routes.ts'

type SignDeps = Pick<Deps, 'db' | 'publisher' | 'services' | 'settings'>

/** Signatures, and the versions that they seal (rules AGREEMENT-19, AGREEMENT-54, AGREEMENT-55). */
export async function signRoutes(app: FastifyInstance, deps: SignDeps): Promise<void> {
  const { db, publisher, services, settings } = deps
  const passwords = await createPasswordCheck(db)
  const twoFactor = createTwoFactor(db, settings)
  const proved = proofWith(deps, passwords, twoFactor)

  serve(app, signAgreement).with(async ({ input, caller }) => {
    const { agreement_uuid: uuid } = input
    // before the proof: who may not sign here uses no code up
    refuseNonSignatory(await partyOf(db, caller, uuid))
    const { version, missing, notified } = await proved(caller, input, (tx, proof) =>
      sign(tx, caller, input, { proof, services }),
    )
    announceAgreement(publisher, uuid, 'pages')
    for (const org of notified) wakeSide(services, org)
    return { success: true, version, missing: [...missing] }
  })

  await versionRoutes(app, deps)
}

/**
 * Runs the signing in a transaction after the person proved who they are: with a code, if their account has a second
 * factor, else with the password. Wrong ones are counted as at sign-in (rules SIGNIN-2, SIGNIN-9).
 */
const proofWith =
  ({ db }: SignDeps, passwords: PasswordCheck, twoFactor: TwoFactor) =>
  async <R>(
    caller: Caller,
    { password, code }: z.output<typeof signAgreement.input>,
    work: (tx: Tx, proof: Signature['proof']) => Promise<R>,
  ): Promise<R> => {
    const account = (await accountByUuid(db, caller.org, caller.user.uuid))!
    if (account.totpEnabledAt) {
      if (code === '') throw missing('code', 'Enter a code of your authenticator app.')
      const input = { code, address: caller.address, recovery: false }
      const done = await twoFactor.withCode(account, input, async (tx) => ({ result: await work(tx, 'second-factor') }))
      if (!done) throw wrongCode()
      return done.result
    }
    if (account.passwordHash === null)
      throw new Failure('RULE_REFUSED', {
        message: 'Your account has no password. Set one with “Forgot password” on the sign-in page, then sign.',
      })
    if (password === '') throw missing('password', 'Enter your password.')
    await passwords.reauthenticate(caller, password, 'password')
    return db.transaction((tx) => work(tx, 'password'))
  }

const missing = (field: 'password' | 'code', message: string) =>
  new Failure('INVALID_INPUT', { message, errors: { [field]: message } })
