import { useNow } from '../../../core/format/format.ts'
import { useLiveStatus } from '../../../core/live/live.ts'

/**
 * The age of the live figures while the connection is lost, ms; undefined while they are live (rule DASHBOARD-UI-10).
 */
export function useStaleMs(): number | undefined {
  const lost = useLiveStatus(({ state }) => state === 'lost')
  const lastAt = useLiveStatus(({ lastMessageAt }) => (lost ? lastMessageAt : undefined))
  const now = useNow(1_000)
  return lost ? Math.max(0, now - (lastAt ?? now)) : undefined
}
