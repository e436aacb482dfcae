import { createHash } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import type { Database, Tx } from '../../core/db.ts'
import { networkOf } from '../../core/http/network-of.ts'
import { addressesOf, countOneLess, countOneMore, countsOf, forgetCount, forgetLapsed } from './throttle.queries.ts'

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
  /** Of IPv6 the site: whoever has one network of it may have all. Of IPv4 the address. */
  site: (ip: string) => `site:${networkOf(ip, 48)}`,
  /** Somebody's second factor, once their password was right. */
  codes: (userUuid: string) => `codes:${userUuid}`,
}

/** Failures in a quarter of an hour after which no more guesses are taken. */
const most = { account: 10, address: 50, site: 150, codes: 20 } as const
/** Failures of an account, from wherever, after which its passwords are compared at this pace only, ms each. */
const slowedAfter = 25
const slowMs = 30_000

/** Counts one more of each subject, and refuses where that is more than its most in an hour. */
export async function refuseMany(
  db: Database | Tx,
  subjects: Readonly<Record<string, number>>,
  message = 'Too many requests. Wait an hour and try again.',
): Promise<void> {
  const counts = await countOneMore(db, Object.keys(subjects), new Date(Date.now() - longestWindowMs))
  if (Object.entries(subjects).some(([subject, limit]) => counts.get(subject)! > limit))
    throw tooMany(message, longestWindowMs)
}

/**
 * Throws if no more passwords may be compared (rule SIGNIN-3). An owner is not locked out of an account: the limit by
 * account applies only to an address that has itself failed before.
 */
export async function refuseGuessing(db: Database, email: string, ip: string): Promise<void> {
  const [account, address, site] = [subjectOf.account(email), subjectOf.address(ip), subjectOf.site(ip)]
  const counts = await countsOf(db, [account, address, site], windowStart())
  const byAddress = counts.get(address)?.failures ?? 0
  const ofAccount = counts.get(account)
  const guessedAt = (ofAccount?.failures ?? 0) >= most.account && byAddress > 0
  if (guessedAt || byAddress >= most.address || (counts.get(site)?.failures ?? 0) >= most.site)
    throw tooMany('Too many failed sign-ins. Wait a quarter of an hour and try again.')
  const ms = ofAccount ? slowedFor(ofAccount, Date.now()) : 0
  if (ms > 0 && !(await isKnownNetwork(db, email, ip)))
    throw tooMany('Too many failed sign-ins of this account. Wait a moment, or set a new password by mail.', ms)
}

/** How long until one more password of the account is compared, ms: beyond 25 failures one every 30 s. */
export function slowedFor({ failures, since }: { failures: number; since: Date }, now: number): number {
  const dueAt = since.getTime() + (failures - slowedAfter + 1) * slowMs
  return failures < slowedAfter ? 0 : Math.max(0, dueAt - now)
}

/** Whether the account signed in from this network lately: its owner is not slowed down there. */
async function isKnownNetwork(db: Database, email: string, ip: string): Promise<boolean> {
  const network = networkOf(ip)
  return (await addressesOf(db, email)).some((address) => networkOf(address) === network)
}

/** Counts a wrong password. */
export async function countGuess(tx: Tx, email: string, ip: string): Promise<void> {
  await countOneMore(tx, [subjectOf.account(email), subjectOf.address(ip), subjectOf.site(ip)], windowStart())
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
  const counts = await countsOf(db, [codes, address], windowStart())
  if ((counts.get(codes)?.failures ?? 0) >= most.codes || (counts.get(address)?.failures ?? 0) >= most.address)
    throw tooManyCodes()
}

/**
 * Takes one of the wrong codes that an account may have, before the code is compared: of many at once no more than that
 * are compared. A right one gives it back.
 */
export async function chargeCode(tx: Tx, userUuid: string): Promise<void> {
  const codes = subjectOf.codes(userUuid)
  const counts = await countOneMore(tx, [codes], windowStart())
  if (counts.get(codes)! > most.codes) throw tooManyCodes()
}

export async function giveCodeBack(tx: Tx, userUuid: string): Promise<void> {
  await countOneLess(tx, subjectOf.codes(userUuid))
}

/** Notes the address of a code that was wrong. */
export async function countCode(tx: Tx, ip: string): Promise<void> {
  await countOneMore(tx, [subjectOf.address(ip)], windowStart())
}

const tooManyCodes = () => tooMany('Too many wrong codes. Wait a quarter of an hour and try again.')

function tooMany(message: string, ms = windowMs): Failure {
  return new Failure('TOO_MANY', { message, retryAfter: Math.ceil(ms / 1000) })
}
