import { createHash } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import type { Database, Tx } from '../../core/db.ts'
import { networkOf } from '../../core/http/network-of.ts'
import { countOneMore, countsOf, forgetCount, forgetLapsed } from './throttle.queries.ts'

/** The window in which guesses are counted, ms. */
const windowMs = 15 * 60_000
const windowStart = () => new Date(Date.now() - windowMs)
/** The longest window of any count, ms. */
const longestWindowMs = 3_600_000

/** The subjects by which guesses are counted. */
export const subjectOf = {
  /** An email, with or without an account. */
  account: (email: string) => `account:${createHash('sha256').update(email).digest('hex')}`,
  /** For IPv6 the network: a user who has one address of it has all of them. */
  address: (ip: string) => `address:${networkOf(ip)}`,
  /** A user's second factor, after a correct password. */
  codes: (userUuid: string) => `codes:${userUuid}`,
}

/** Maximum failures within a quarter of an hour; after that, no guess is accepted. */
const most = { account: 10, address: 50, codes: 20 } as const

/** Adds one to the count of each subject, and throws if a count is above its limit per hour. */
export async function refuseMany(db: Database | Tx, subjects: Readonly<Record<string, number>>): Promise<void> {
  const counts = await countOneMore(db, Object.keys(subjects), new Date(Date.now() - longestWindowMs))
  if (Object.entries(subjects).some(([subject, limit]) => counts.get(subject)! > limit))
    throw tooMany('Too many requests. Wait an hour and try again.', longestWindowMs)
}

/**
 * Throws if no more passwords may be compared (rule SIGNIN-3). An owner is not locked out of an account: the limit by
 * account applies only to an address that has itself failed before.
 */
export async function refuseGuessing(db: Database, email: string, ip: string): Promise<void> {
  const [account, address] = [subjectOf.account(email), subjectOf.address(ip)]
  const failures = await countsOf(db, [account, address], windowStart())
  const byAddress = failures.get(address) ?? 0
  const guessedAt = (failures.get(account) ?? 0) >= most.account && byAddress > 0
  if (guessedAt || byAddress >= most.address)
    throw tooMany('Too many failed sign-ins. Wait a quarter of an hour and try again.')
}

/** Counts a wrong password. */
export async function countGuess(tx: Tx, email: string, ip: string): Promise<void> {
  await countOneMore(tx, [subjectOf.account(email), subjectOf.address(ip)], windowStart())
}

/** Clears the account's failures after a correct password. */
export async function clearGuesses(db: Database, email: string): Promise<void> {
  await forgetCount(db, subjectOf.account(email))
  await forgetLapsed(db, new Date(Date.now() - longestWindowMs))
}

/**
 * Throws if no more codes may be compared. A caller who gets this far knows the password, so this limit applies to
 * every address (rule SIGNIN-3).
 */
export async function refuseCodes(db: Database, userUuid: string, ip: string): Promise<void> {
  const [codes, address] = [subjectOf.codes(userUuid), subjectOf.address(ip)]
  const failures = await countsOf(db, [codes, address], windowStart())
  if ((failures.get(codes) ?? 0) >= most.codes || (failures.get(address) ?? 0) >= most.address)
    throw tooMany('Too many wrong codes. Wait a quarter of an hour and try again.')
}

/** Counts a wrong code. */
export async function countCode(tx: Tx, userUuid: string, ip: string): Promise<void> {
  await countOneMore(tx, [subjectOf.codes(userUuid), subjectOf.address(ip)], windowStart())
}

function tooMany(message: string, ms = windowMs): Failure {
  return new Failure('TOO_MANY', { message, retryAfter: ms / 1000 })
}
