import { Failure } from '@carapace/shared/core/failure'

const windowMs = 60_000
/** Names are counted up to here: a further one starts the counting again, which errs on the caller's side. */
const mostNames = 100_000

/** Counts by name over a minute of the clock. */
export interface Charges {
  /**
   * Counts one more.
   *
   * @throws {Failure} TOO_MANY when that is more than the limit
   */
  charge(name: string): void
  /** Whether one more would be too many. */
  isFull(name: string): boolean
}

export function chargesPerMinute(limit: number, now: () => number = Date.now): Charges {
  const counts = new Map<string, number>()
  let window = 0

  function countOf(name: string): number {
    const current = Math.floor(now() / windowMs)
    if (current !== window || counts.size >= mostNames) counts.clear()
    window = current
    return counts.get(name) ?? 0
  }

  return {
    isFull: (name) => countOf(name) >= limit,
    charge(name) {
      const count = countOf(name) + 1
      if (count > limit) throw tooMany(windowMs - (now() % windowMs))
      counts.set(name, count)
    },
  }
}

function tooMany(ms: number): Failure {
  return new Failure('TOO_MANY', { retryAfter: Math.ceil(ms / 1000) })
}

/** Calls of one user and of one organisation, whatever they ask; the calls of one kind are limited besides. */
const perUser = 12_000
const perOrganisation = 30_000

/** Charges a call to its user and organisation, before its body is read (rule USE-4). */
export function callCharges(): (caller: { org: { uuid: string }; user: { uuid: string } }) => void {
  const users = chargesPerMinute(perUser)
  const organisations = chargesPerMinute(perOrganisation)
  return ({ org, user }) => {
    users.charge(user.uuid)
    organisations.charge(org.uuid)
  }
}
