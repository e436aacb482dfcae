import { runMain } from '@carapace/shared/core/run-main'
import { startApi } from './app.ts'
import { readSettings } from './core/settings.ts'

await runMain(() => startApi(readSettings(process.env)), ({ port }) => ({ port }))
