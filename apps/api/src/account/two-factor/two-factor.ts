import { Failure } from '@carapace/shared/core/failure'
import { createSeal } from '@carapace/shared/core/sealed'
import type { Database, Tx } from '../../core/db.ts'
import type { Settings } from '../../core/settings.ts'
import { stepOfCode } from '../../core/totp.ts'
import { hashOfCode } from './recovery-codes.ts'
import { audit } from '../sign-in/sessions.queries.ts'
import type { Account } from '../sign-in/sign-in.queries.ts'
import { chargeCode, countCode, giveCodeBack, refuseCodes } from '../sign-in/throttle.ts'
import { takeRecoveryCode, takeStep } from './two-factor.queries.ts'

/** The kind of a code. */
export type CodeKind = 'authenticator' | 'recovery'

export interface TwoFactor {
  /** A secret as it is stored. */
  sealed(secret: string): Uint8Array
  /**
   * Runs `work` in the transaction that uses the code up, so that a code works once and for one purpose (rules
   * SIGNIN-7, SIGNIN-9). A wrong code is counted and written to the audit log; the result is then `undefined`.
   */
  withCode<R>(account: Account, input: CodeInput, work: (tx: Tx, kind: CodeKind) => Promise<R>): Promise<R | undefined>
}

interface CodeInput {
  readonly code: string
  readonly address: string
  /** Whether a recovery code is accepted. */
  readonly recovery: boolean
}

/** Checks codes of authenticator apps and recovery codes. */
export function createTwoFactor(db: Database, { secretKey }: Pick<Settings, 'secretKey'>): TwoFactor {
  const seal = createSeal(secretKey, 'authenticator')

  async function take(tx: Tx, account: Account, { code, recovery }: CodeInput): Promise<CodeKind | undefined> {
    if (/^\d{6}$/.test(code)) return (await takeTotp(tx, account, code)) ? 'authenticator' : undefined
    return recovery && (await takeRecoveryCode(tx, account.org, account.uuid, hashOfCode(code)))
      ? 'recovery'
      : undefined
  }

  async function takeTotp(tx: Tx, { org, uuid, totpSecret }: Account, code: string): Promise<boolean> {
    const step = totpSecret ? stepOfCode(seal.open(totpSecret), code, Date.now()) : undefined
    return step !== undefined && takeStep(tx, org, uuid, step)
  }

  return {
    sealed: (secret) => seal.seal(secret),
    async withCode(account, input, work) {
      const { org, uuid, name } = account
      const { address } = input
      await refuseCodes(db, uuid, address)
      return db.transaction(async (tx) => {
        await chargeCode(tx, uuid)
        const kind = await take(tx, account, input)
        if (!kind) {
          await countCode(tx, address)
          await audit(tx, org, { uuid, name, address }, { action: 'code refused', subject: 'user', subjectUuid: uuid })
          return undefined
        }
        await giveCodeBack(tx, uuid)
        if (kind === 'recovery')
          await audit(
            tx,
            org,
            { uuid, name, address },
            { action: 'use recovery code', subject: 'user', subjectUuid: uuid },
          )
        return work(tx, kind)
      })
    },
  }
}

/** The failure for a code that is wrong, used before or too old; it does not reveal which. */
export function wrongCode(): Failure {
  return new Failure('INVALID_INPUT', { message: 'The code is not right.', errors: { code: 'The code is not right.' } })
}
