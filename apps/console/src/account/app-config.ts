import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import type { z } from 'zod'
import { endpointQuery, queryClient, useEndpoint, wholeVisit } from '../core/call/query.ts'

type AppConfig = z.output<typeof getAppConfig.output>

/** The server's public settings, before anyone signs in. Requested once a visit, and again after a failed request. */
export function appConfig(): Promise<AppConfig> {
  return queryClient.fetchQuery({ ...endpointQuery(getAppConfig, {}), ...wholeVisit })
}

/** The same for a component; undefined until it is loaded. The form's first call reports a failure. */
export function useAppConfig(): AppConfig | undefined {
  return useEndpoint(getAppConfig, {}, wholeVisit).data
}
