import { defineConfig } from 'drizzle-kit'

/**
 * Relational tables only: our own statements create the time series (*.series.ts), see
 * packages/shared/src/core/time-series/time-series.ts.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: '../packages/shared/src/**/*.table.ts',
  out: './migrations',
})
