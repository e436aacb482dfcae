import { countSimilarAlerts, similarCountedTo } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../../../core/call/call.ts'

/** Maximum number of alerts per call. */
const perCall = 200
/** A count is requested again after this time, in ms: it is only a hint, and alerts change. */
const keptMs = 5 * 60_000
/** Maximum number of counts to keep; the oldest are deleted. */
const mostKept = 10_000
/** Delay before a request, in ms: scrolling does not trigger a request for each row that passes. */
const settleMs = 250

interface Counted {
  readonly similar: number
  readonly requestedAt: number
}

const counts = createStore<ReadonlyMap<string, Counted>>(() => new Map())

let settling: ReturnType<typeof setTimeout> | undefined

/** The number of other open alerts that share an observable with this alert; undefined until it is known. */
export function useSimilar(uuid: string): number | undefined {
  return useStore(counts, (known) => known.get(uuid)?.similar)
}

/** Requests the missing counts of the visible rows once scrolling stops. */
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
