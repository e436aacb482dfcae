import { countSimilarAlerts, similarCountedTo } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../../../core/call/call.ts'

/** As many alerts as one call takes. */
const perCall = 200
/** A count is asked for again after this long, ms: it is a hint, and other alerts come and go. */
const keptMs = 5 * 60_000
/** Counts of rows that were scrolled past long ago are forgotten. */
const mostKept = 10_000
/** Who scrolls by does not ask for each row on the way, ms. */
const settleMs = 250

interface Counted {
  readonly similar: number
  readonly requestedAt: number
}

const counts = createStore<ReadonlyMap<string, Counted>>(() => new Map())

let settling: ReturnType<typeof setTimeout> | undefined

/** How many other open alerts share an observable with this one; undefined until it is known. */
export function useSimilar(uuid: string): number | undefined {
  return useStore(counts, (known) => known.get(uuid)?.similar)
}

/** Asks for the counts of the rows in sight that are not known, once the list rests. */
export function countSimilarOf(inSight: () => readonly string[]): void {
  clearTimeout(settling)
  settling = setTimeout(() => void requestCounts(inSight()), settleMs)
}

async function requestCounts(uuids: readonly string[]): Promise<void> {
  const now = Date.now()
  const known = counts.getState()
  const unknown = uuids.filter((uuid) => now - (known.get(uuid)?.requestedAt ?? 0) > keptMs).slice(0, perCall)
  if (unknown.length === 0) return
  try {
    const answer = await call(countSimilarAlerts, { uuids: unknown })
    const entries = answer.counts.map(
      ({ uuid, similar }) => [uuid, { similar: Math.min(similar, similarCountedTo), requestedAt: now }] as const,
    )
    counts.setState((before) => new Map([...before, ...entries].slice(-mostKept)), true)
  } catch {
    // a hint that can't be had is none; the next rest of the list asks again
  }
}
