import { Failure } from '@carapace/shared/core/failure'

/** Maximum bytes of requests in memory at once; decoded they take several times as much. */
const budgetBytes = 64 * 1024 * 1024
/** How long a refusal is reported to the operator, ms. */
const reportedMs = 10_000

/** The bytes of one request; they count for its organisation until they are released. */
export interface Reservation {
  /** Reserves the bytes that have just arrived. @throws {Failure} BUSY when the organisation's share is used up */
  add(bytes: number): void
  release(): void
}

export interface Budget {
  /** Begins a reservation of `account`, an organisation's uuid, which holds nothing yet. */
  open(account: string): Reservation
  /** Whether so many bytes would fit now; reserves nothing. @throws {Failure} BUSY */
  check(account: string, bytes: number): void
  used(): number
  /** Why requests were refused in the last seconds; undefined if none were. */
  trouble(): string | undefined
}

/**
 * Limits the memory that senders can use: a slow database slows down the senders, but uses no more memory. An
 * organisation gets at most as much as it leaves free (rule SHARE-3): one alone half of the budget, two a third each;
 * whatever one of them does, the next one still gets something.
 */
export function createBudget(limit = budgetBytes, now: () => number = Date.now): Budget {
  const usedBy = new Map<string, number>()
  let used = 0
  let refusedAt = -Infinity

  function check(account: string, bytes: number): void {
    if ((usedBy.get(account) ?? 0) + bytes <= limit - used - bytes) return
    refusedAt = now()
    throw new Failure('BUSY', {
      message: 'Ingest is behind. Send this again, with the same Idempotency-Key, after Retry-After.',
      retryAfter: 1,
    })
  }

  function change(account: string, bytes: number): void {
    used += bytes
    const total = (usedBy.get(account) ?? 0) + bytes
    if (total > 0) usedBy.set(account, total)
    else usedBy.delete(account)
  }

  return {
    check,
    open(account) {
      let held = 0
      let isOpen = true
      return {
        add(bytes) {
          if (!isOpen) return
          check(account, bytes)
          held += bytes
          change(account, bytes)
        },
        release() {
          change(account, -held)
          held = 0
          isOpen = false
        },
      }
    },
    used: () => used,
    trouble: () =>
      now() - refusedAt < reportedMs
        ? `requests refused in the last ${reportedMs / 1_000} s: ${Math.round(used / 2 ** 20)} MiB wait for a commit`
        : undefined,
  }
}
