import { createHash } from 'node:crypto'
import { chargesPerMinute } from './charges.ts'
import { networkOf } from './network-of.ts'

/** Tokens of no session that a network may show in a minute: each is looked up in the database. */
const unknownPerMinute = 1_200
/** Tokens that were those of a session lately. */
const remembered = 50_000

const looksLikeToken = /^cst_[\w-]{43}$/

/**
 * Looks a session token up, unless that is not worth it: what does not look like a token is none, and a network that
 * showed too many tokens of no session gets only those looked up that had one lately (rule USE-5).
 */
export function knownTokens<Found>(
  find: (token: string) => Promise<Found | undefined>,
  now: () => number = Date.now,
): (token: string, address: string) => Promise<Found | undefined> {
  const unknown = chargesPerMinute(unknownPerMinute, now)
  const known = new Set<string>()

  function remember(name: string): void {
    known.delete(name) // to its end: those at the beginning were not used for longest
    known.add(name)
    if (known.size > remembered) known.delete(known.values().next().value!)
  }

  return async (token, address) => {
    if (!looksLikeToken.test(token)) return undefined
    const name = createHash('sha256').update(token).digest('base64')
    const network = networkOf(address)
    if (!known.has(name)) {
      if (unknown.isFull(network)) unknown.charge(network)
    }
    const found = await find(token)
    if (found) remember(name)
    else {
      known.delete(name)
      if (!unknown.isFull(network)) unknown.charge(network)
    }
    return found
  }
}
