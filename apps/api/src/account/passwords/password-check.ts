import { hash, verify } from '@node-rs/argon2'
import { limitFunction } from 'p-limit'
import { randomBytes } from 'node:crypto'
import { passwordHashing } from '@carapace/shared/account/password'
import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { type Account, accountByUuid, accountOf, auditRefusal } from '../sign-in/sign-in.queries.ts'
import { countGuess, clearGuesses, refuseGuessing } from '../sign-in/throttle.ts'

/** Maximum number of parallel hashes: each takes 19 MiB, so many sign-ins at once cannot exhaust the memory. */
const hashesAtOnce = 4

export interface PasswordCheck {
  /**
   * The account with this email and password, if it may sign in. Every refusal has the same message and takes the same
   * time, whatever the reason (rules SIGNIN-1, SIGNIN-2).
   *
   * @throws {Failure} INVALID_LOGIN when the account does not exist, the password is wrong, or sign-in is not allowed
   */
  accountWith(email: string, password: string, address: string): Promise<Account>
  /** The caller's own account, after the password is checked again; the failure names the form field. */
  reauthenticate(caller: Caller, password: string, field: string): Promise<Account>
}

/** Compares passwords, a few at a time, and limits guessing. */
export async function createPasswordCheck(db: Database): Promise<PasswordCheck> {
  // compared when there is no account or no password, so that every answer takes the same time
  const nobodysHash = await hash(randomBytes(16), passwordHashing)
  // the limit is checked when the guess gets its turn: queued guesses count the failures of earlier guesses
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
  /** The action in the audit log for a wrong password. */
  readonly action: string
  readonly isGood: (account: Account) => boolean
}

/** Whether the user is active and has an own password or a temporary password that is still valid. */
function maySignIn({ active, temporaryUntil }: Account): boolean {
  return active && (temporaryUntil === null || temporaryUntil.getTime() > Date.now())
}
