import { defineConfig } from 'drizzle-kit'

/**
 * Relational tables only: time series (*.series.ts) are created by our own statements (see
 * packages/shared/src/core/time-series/time-series.ts).
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: '../packages/shared/src/**/*.table.ts',
  out: './migrations',
})
