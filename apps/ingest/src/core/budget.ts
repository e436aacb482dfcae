import { Failure } from '@carapace/shared/core/failure'

/** Maximum bytes of requests in memory at once; decoded they take several times as much. */
const budgetBytes = 64 * 1024 * 1024

export interface Budget {
  /** Reserves bytes until the returned function is called. @throws {Failure} BUSY when there is no room */
  reserve(bytes: number): () => void
  used(): number
}

/** Limits the memory that senders can use: a slow database slows down the senders, but uses no more memory. */
export function createBudget(limit = budgetBytes): Budget {
  let used = 0
  return {
    reserve(bytes) {
      if (used + bytes > limit)
        throw new Failure('BUSY', {
          message: 'Ingest is behind. Send this again, with the same Idempotency-Key, after Retry-After.',
          retryAfter: 1,
        })
      used += bytes
      let held = true
      return () => {
        if (held) used -= bytes
        held = false
      }
    },
    used: () => used,
  }
}
