import { hash, verify } from '@node-rs/argon2'
import { limitFunction } from 'p-limit'
import { randomBytes } from 'node:crypto'
import { passwordHashing } from '@carapace/shared/account/password'
import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { type Account, accountByUuid, accountOf, auditRefusal } from '../sign-in/sign-in.queries.ts'
import { countGuess, clearGuesses, refuseGuessing } from '../sign-in/throttle.ts'

/** Hashes that may run at once: each takes 19 MiB, so that a sign-in storm cannot take the memory. */
const hashesAtOnce = 4

export interface PasswordCheck {
  /**
   * The account that has this email and password and may sign in; refused else, in the same words and the same time
   * whatever was wrong (rules SIGNIN-1, SIGNIN-2).
   */
  accountWith(email: string, password: string, address: string): Promise<Account>
  /** The caller's own account, once more proven to be theirs by its password; the refusal names the field. */
  reauthenticate(caller: Caller, password: string, field: string): Promise<Account>
}

/** Compares passwords, a few at a time, and slows guessing. */
export async function createPasswordCheck(db: Database): Promise<PasswordCheck> {
  // compared with where there is no account or no password, so that every answer takes the same time
  const nobodysHash = await hash(randomBytes(16), passwordHashing)
  // looked at again by each in its turn: of many guesses at once, those that wait see how the others failed
  const isPassword = limitFunction(
    async (account: Account | undefined, { email, password, address, action, isGood }: Guess) => {
      await refuseGuessing(db, email, address)
      const right = await verify(account?.passwordHash ?? nobodysHash, password)
      if (account && account.passwordHash !== null && right && isGood(account)) return true
      await db.transaction(async (tx) => {
        await countGuess(tx, email, address)
        await auditRefusal(tx, email, address, action)
      })
      return false
    },
    { concurrency: hashesAtOnce },
  )

  return {
    async accountWith(email, password, address) {
      const account = await accountOf(db, email)
      if (!(await isPassword(account, { email, password, address, action: 'sign-in refused', isGood: maySignIn })))
        throw new Failure('INVALID_LOGIN')
      await clearGuesses(db, email)
      return account!
    },
    async reauthenticate({ org, user: { uuid, email }, address }, password, field) {
      const account = await accountByUuid(db, org, uuid)
      const isRight = await isPassword(account, {
        email,
        password,
        address,
        action: 'password refused',
        isGood: ({ active }) => active,
      })
      if (!isRight)
        throw new Failure('INVALID_INPUT', {
          message: 'The password is not right.',
          errors: { [field]: 'The password is not right.' },
        })
      return account!
    },
  }
}

interface Guess {
  readonly email: string
  readonly password: string
  readonly address: string
  /** What the audit log calls a wrong one. */
  readonly action: string
  readonly isGood: (account: Account) => boolean
}

/** Somebody who was not deactivated, with a password of their own or one of ours that is still good. */
function maySignIn({ active, temporaryUntil }: Account): boolean {
  return active && (temporaryUntil === null || temporaryUntil.getTime() > Date.now())
}
