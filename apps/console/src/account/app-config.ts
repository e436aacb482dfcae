import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../core/call/call.ts'

type AppConfig = z.output<typeof getAppConfig.output>

let pendingConfig: Promise<AppConfig> | undefined

/** The server's public settings, before anyone signs in. Requested once a visit, and again after a failed request. */
export function appConfig(): Promise<AppConfig> {
  pendingConfig ??= call(getAppConfig, {}).catch((problem: unknown) => {
    pendingConfig = undefined
    throw problem
  })
  return pendingConfig
}

/** The same for a component; undefined until it is loaded. The form's first call reports a failure. */
export function useAppConfig(): AppConfig | undefined {
  const [config, setConfig] = useState<AppConfig>()
  useEffect(() => {
    appConfig().then(setConfig, () => undefined)
  }, [])
  return config
}
