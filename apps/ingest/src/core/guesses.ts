import { Failure } from '@carapace/shared/core/failure'
import { networkOf } from './address-limit.ts'

/** Unknown secrets that a network may show in a minute: each is looked up in the database. */
const unknownPerMinute = 1_200
const minuteMs = 60_000
/** Secrets that were valid lately; those that were not used for longest are forgotten. */
const secretsRemembered = 50_000
const networksHeld = 100_000
/** How long a refusal is reported to the operator, ms. */
const reportedMs = 10_000

export interface Guesses {
  /**
   * Call it before a secret is looked up.
   *
   * @throws {Failure} TOO_MANY for a secret that was not valid lately, of a network that showed too many unknown ones
   */
  check(secretHash: string, address: string): void
  /** Whether the secret was valid lately. */
  wasValid(secretHash: string): boolean
  /** What the lookup found. */
  note(secretHash: string, address: string, isValid: boolean): void
  /** Which network was refused in the last seconds; undefined if none was. */
  trouble(): string | undefined
}

/** Limits how many unknown ingest keys and device tokens of a network are looked up (rule SHARE-15). */
export function createGuesses(now: () => number = Date.now): Guesses {
  const unknown = new Map<string, number>()
  const valid = new Set<string>()
  let minute = 0
  let refused: { readonly network: string; readonly at: number } | undefined
  let refusal: Failure | undefined

  /** One for all that are refused within a second: thousands of new errors a second would take a core's time. */
  function refusalNow(): Failure {
    const retryAfter = Math.ceil((minuteMs - (now() % minuteMs)) / 1_000)
    if (refusal?.retryAfter !== retryAfter)
      refusal = new Failure('TOO_MANY', { message: 'Too many unknown keys came from this address.', retryAfter })
    return refusal
  }

  function countOf(network: string): number {
    const current = Math.floor(now() / minuteMs)
    if (current !== minute || unknown.size >= networksHeld) unknown.clear()
    minute = current
    return unknown.get(network) ?? 0
  }

  return {
    check(secretHash, address) {
      const network = networkOf(address)
      if (valid.has(secretHash) || countOf(network) < unknownPerMinute) return
      refused = { network, at: now() }
      throw refusalNow()
    },
    wasValid: (secretHash) => valid.has(secretHash),
    note(secretHash, address, isValid) {
      valid.delete(secretHash)
      if (isValid) valid.add(secretHash)
      else unknown.set(networkOf(address), countOf(networkOf(address)) + 1)
      if (valid.size > secretsRemembered) valid.delete(valid.values().next().value!)
    },
    trouble: () =>
      refused && now() - refused.at < reportedMs
        ? `${refused.network} showed more than ${unknownPerMinute} unknown keys this minute: further ones are refused`
        : undefined,
  }
}
