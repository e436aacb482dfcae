import { getCanStatus } from '@carapace/shared/msoc/can/profiles.contract'
import { useEndpoint } from '../../core/call/query.ts'

/** Interval of the requests for the learning progress, ms. */
const refetchEveryMs = 5_000

/** The monitoring state of a vehicle's buses, refreshed while the page is visible (rule PROFILE-UI-9). */
export function useWatches(vehicle: string) {
  const { data, problem, refetch } = useEndpoint(getCanStatus, { vehicle }, { refetchEveryMs })
  return { buses: data?.buses, problem, refetch }
}
