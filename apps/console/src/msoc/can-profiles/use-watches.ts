import { getCanStatus } from '@carapace/shared/msoc/can/profiles.contract'
import { useEndpoint } from '../../core/call/query.ts'

/** How often it is requested how far the learning is, ms. */
const refetchEveryMs = 5_000

/** How a vehicle's buses are watched, kept up to date while the page is looked at (rule PROFILE-UI-9). */
export function useWatches(vehicle: string) {
  const { data, problem, refetch } = useEndpoint(getCanStatus, { vehicle }, { refetchEveryMs })
  return { buses: data?.buses, problem, refetch }
}
