import { getCaseSettings } from '@carapace/shared/msoc/cases/case-settings.contract'
import { useEndpoint } from '../../core/call/query.ts'

/** How long the settings are not requested again by another component, ms. */
const freshMs = 30_000

/** The statuses, fields and templates of the organisation's cases. */
export function useCaseSettings() {
  const { data, problem, refetch } = useEndpoint(getCaseSettings, {}, { staleTime: freshMs, gcTime: freshMs })
  return { settings: data, problem, refetch }
}
