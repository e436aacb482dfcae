import type { Bounds } from '../../core/kafka.ts'

/**
 * Until when all that the broker had is stored (rule OWN-GAP-4): with each look, the time of the look before, if
 * nothing that was in the partitions then is unread now. Partitions whose next record is lost wait for an operator,
 * and do not count.
 */
export function createBacklog(startedAt: number) {
  let storedUntil = startedAt
  let waiting: { readonly at: number; readonly ends: ReadonlyMap<string, number> } | undefined

  return {
    /** `positions`: the next offset to store of each partition; one that is missing was never read. */
    look(now: number, bounds: ReadonlyMap<string, Bounds>, positions: ReadonlyMap<string, number>): void {
      if (waiting && [...waiting.ends].some(([name, end]) => isUnread(bounds.get(name), positions.get(name), end)))
        return
      if (waiting) storedUntil = waiting.at
      waiting = { at: now, ends: new Map([...bounds].map(([name, { high }]) => [name, high])) }
    },
    storedUntil: () => storedUntil,
  }
}

function isUnread(bounds: Bounds | undefined, position: number | undefined, end: number): boolean {
  if (!bounds) return false
  const next = position ?? bounds.low
  const isLost = next < bounds.low || next > bounds.high
  return !isLost && next < end
}
