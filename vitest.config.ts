import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**', '**/.carapace/**']
const withServers = ['**/*.pg.test.ts', '**/*.scale.test.ts', '**/*.browser.test.ts']

/**
 * It is all one to them which server the other database tests are given: they start servers of their own, or are about
 * what stands before the database (what calls refuse, mail, jobs' queue, links in mails, proxies, senders).
 */
const sameEverywhere = [
  'infra/local/{postgres/postgres,start}.pg.test.ts',
  'load-tests/k6/load.pg.test.ts',
  'infra/proxy/proxy.pg.test.ts',
  'infra/testing/account/{google,invitations,jobs,mail,registration,reset,two-factor}.pg.test.ts',
  'infra/testing/core/{bad-calls,closed-connection}.pg.test.ts',
  'infra/testing/msoc/ingest/{bad-requests,real-senders}.pg.test.ts',
]

/**
 * The suffix says what a test needs: nothing, a PostgreSQL (TEST_DATABASE_URL), a Kafka and a NATS besides
 * (TEST_KAFKA_BROKERS, TEST_NATS_URL; a file skips without the one that it needs), or a Chromium besides
 * (CHROMIUM_PATH).
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['**/*.test.ts', '**/*.test.tsx'], exclude: [...never, ...withServers] } },
      {
        test: {
          name: 'db',
          include: ['**/*.pg.test.ts'],
          exclude: process.env.TESTED_BEFORE ? [...never, ...sameEverywhere] : never,
          maxWorkers: 2, // a file waits more than it works
          retry: process.env.CI ? 1 : 0, // as with browsers
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
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
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude: never,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 2, // each starts a browser and an installation of its own, and waits for most of its time
          retry: process.env.CI ? 1 : 0, // a shared machine may starve a browser for longer than a wait lasts
        },
      },
    ],
  },
})
