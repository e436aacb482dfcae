import { listVehicles, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEndpoint } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'

const typingMs = 250
const none: readonly Vehicle[] = []

/**
 * Vehicles that match the words anywhere, also outside the visible part of the world. Without words, nothing is
 * requested.
 */
export function useFleetSearch(words: string): readonly Vehicle[] {
  const q = words.trim()
  const isSettled = useSettled(q, typingMs) === q
  // vehicles in view are found without the server; a failure only leaves out the rest
  const { data } = useEndpoint(listVehicles, { q, limit: 50 }, { enabled: isSettled && q !== '', keepPrevious: false })
  return data?.vehicles ?? none
}
