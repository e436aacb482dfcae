import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../core/call/call.ts'

type AppConfig = z.output<typeof getAppConfig.output>

let pendingConfig: Promise<AppConfig> | undefined

/** What the server says before anyone signs in; asked for once a visit, and again where it could not be had. */
export function appConfig(): Promise<AppConfig> {
  pendingConfig ??= call(getAppConfig, {}).catch((problem: unknown) => {
    pendingConfig = undefined
    throw problem
  })
  return pendingConfig
}

/** The same for what is drawn; undefined until it is here. A failure shows with the form's first call. */
export function useAppConfig(): AppConfig | undefined {
  const [config, setConfig] = useState<AppConfig>()
  useEffect(() => {
    appConfig().then(setConfig, () => undefined)
  }, [])
  return config
}
