import { runMain } from '@carapace/shared/core/run-main'
import './core/mend-postgres.ts'
import { readSettings } from './core/settings.ts'

// what is imported statically is loaded before anything runs, the mend too
const { startApi } = await import('./app.ts')

await runMain(
  () => startApi(readSettings(process.env)),
  ({ port }) => ({ port }),
)
