import { createHash } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import type { Database, Tx } from '../../core/db.ts'
import { networkOf } from '../../core/http/network-of.ts'
import { countOneMore, countsOf, forgetCount, forgetLapsed } from './throttle.queries.ts'

/** Guesses are counted over this, ms. */
const windowMs = 15 * 60_000
const windowStart = () => new Date(Date.now() - windowMs)
/** The longest that anything is counted over, ms. */
const longestWindowMs = 3_600_000

/** What guesses are counted by. */
export const subjectOf = {
  /** An email, whether it has an account or not. */
  account: (email: string) => `account:${createHash('sha256').update(email).digest('hex')}`,
  /** Of IPv6 the network: whoever has one address of it has all. */
  address: (ip: string) => `address:${networkOf(ip)}`,
  /** Somebody's second factor, once their password was right. */
  codes: (userUuid: string) => `codes:${userUuid}`,
}

/** Failures in a quarter of an hour after which no more guesses are taken. */
const most = { account: 10, address: 50, codes: 20 } as const

/** Counts one more of each subject, and refuses where that is more than its most in an hour. */
export async function refuseMany(db: Database | Tx, subjects: Readonly<Record<string, number>>): Promise<void> {
  const counts = await countOneMore(db, Object.keys(subjects), new Date(Date.now() - longestWindowMs))
  if (Object.entries(subjects).some(([subject, limit]) => counts.get(subject)! > limit))
    throw tooMany('Too many requests. Wait an hour and try again.', longestWindowMs)
}

/**
 * Refuses to compare one more password (rule SIGNIN-3). An account is not locked against its owner: the limit by
 * account only holds for an address that has itself failed before.
 */
export async function refuseGuessing(db: Database, email: string, ip: string): Promise<void> {
  const [account, address] = [subjectOf.account(email), subjectOf.address(ip)]
  const failures = await countsOf(db, [account, address], windowStart())
  const byAddress = failures.get(address) ?? 0
  const guessedAt = (failures.get(account) ?? 0) >= most.account && byAddress > 0
  if (guessedAt || byAddress >= most.address)
    throw tooMany('Too many failed sign-ins. Wait a quarter of an hour and try again.')
}

/** Notes a password that was wrong. */
export async function countGuess(tx: Tx, email: string, ip: string): Promise<void> {
  await countOneMore(tx, [subjectOf.account(email), subjectOf.address(ip)], windowStart())
}

/** The right password was given: the account's failures no longer count. */
export async function clearGuesses(db: Database, email: string): Promise<void> {
  await forgetCount(db, subjectOf.account(email))
  await forgetLapsed(db, new Date(Date.now() - longestWindowMs))
}

/**
 * Refuses to compare one more code. Who gets this far knew the password, so that this limit holds for every address
 * (rule SIGNIN-3).
 */
export async function refuseCodes(db: Database, userUuid: string, ip: string): Promise<void> {
  const [codes, address] = [subjectOf.codes(userUuid), subjectOf.address(ip)]
  const failures = await countsOf(db, [codes, address], windowStart())
  if ((failures.get(codes) ?? 0) >= most.codes || (failures.get(address) ?? 0) >= most.address)
    throw tooMany('Too many wrong codes. Wait a quarter of an hour and try again.')
}

/** Notes a code that was wrong. */
export async function countCode(tx: Tx, userUuid: string, ip: string): Promise<void> {
  await countOneMore(tx, [subjectOf.codes(userUuid), subjectOf.address(ip)], windowStart())
}

function tooMany(message: string, ms = windowMs): Failure {
  return new Failure('TOO_MANY', { message, retryAfter: ms / 1000 })
}
