import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

import { LongestFirst } from './infra/testing/support/longest-first.ts'

const never = ['**/node_modules/**', '**/dist/**', '**/.carapace/**']
const withServers = ['**/*.pg.test.ts', '**/*.scale.test.ts', '**/*.browser.test.ts']
const isolated = ['**/*.isolated.test.ts']

const cores = availableParallelism()
const testing = resolve(import.meta.dirname, 'infra/testing/support')

const patientWaits = resolve(testing, 'patient-waits.setup.ts')

/** Test files share a worker and its loaded modules; loading the application again for each file costs most. */
const shared = {
  isolate: false,
  pool: 'forks',
  setupFiles: [resolve(testing, 'clean-worker.setup.ts'), patientWaits],
} as const

/** The client of PostgreSQL with the fixes that the api loads it with. */
const mended = resolve(testing, 'mended-postgres.setup.ts')

/** A migrated database, which the files of a project copy. */
const globalSetup = resolve(testing, 'template-database.setup.ts')

/** Some tests compute for a second; on a busy machine that takes many seconds. */
const busy = { maxWorkers: cores, testTimeout: 30_000 }

/** Passwords are hashed at the real cost in the unit tests only. */
const cheapPasswords = { '@carapace/shared/account/password': resolve(testing, 'cheap-passwords.ts') }

/**
 * The suffix shows what a test needs: nothing, a PostgreSQL (TEST_DATABASE_URL), also a Kafka and a NATS
 * (TEST_KAFKA_BROKERS, TEST_NATS_URL; a file is skipped if its server is missing), or also a Chromium (CHROMIUM_PATH).
 * `.isolated.test.ts` needs its own modules: it replaces some (vi.mock).
 *
 * A database test runs once. `.server.pg.test.ts` runs on every PostgreSQL that we support: its subject depends on the
 * server (SQL, COPY, partitions, locks, migrations, time series, jobs).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...never, ...withServers, ...isolated],
          ...busy,
        },
      },
      { test: { ...busy, name: 'unit-isolated', setupFiles: [patientWaits], include: isolated, exclude: never } },
      {
        resolve: { alias: cheapPasswords },
        test: {
          ...shared,
          setupFiles: [...shared.setupFiles, mended],
          globalSetup,
          name: 'db',
          include: [process.env.TESTED_BEFORE ? '**/*.server.pg.test.ts' : '**/*.pg.test.ts'],
          exclude: never,
          maxWorkers: cores + 1, // a file waits more than it computes
          retry: process.env.CI ? 1 : 0, // as for browser tests
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias: cheapPasswords },
        test: {
          setupFiles: [patientWaits, mended],
          globalSetup,
          name: 'scale',
          include: ['**/*.scale.test.ts'],
          exclude: never,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false, // each runs several ingests or apis
          retry: process.env.CI ? 1 : 0, // as with browsers
        },
      },
      {
        resolve: { alias: cheapPasswords },
        test: {
          ...shared,
          setupFiles: [...shared.setupFiles, mended],
          globalSetup,
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude: never,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: cores + 1, // each has a browser, and mostly waits
          retry: process.env.CI ? 1 : 0, // a shared machine may starve a browser for longer than a wait lasts
        },
      },
    ],
  },
})
