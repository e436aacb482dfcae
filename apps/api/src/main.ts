import { runMain } from '@carapace/shared/core/run-main'
import './core/mend-postgres.ts'
import { readSettings } from './core/settings.ts'

// static imports are loaded before any code runs: app.ts is imported dynamically, so that mend-postgres.ts runs first
const { startApi } = await import('./app.ts')

await runMain(
  () => startApi(readSettings(process.env)),
  ({ port }) => ({ port }),
)
