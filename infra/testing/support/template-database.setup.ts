import { drizzle } from 'drizzle-orm/postgres-js'
import type { TestProject } from 'vitest/node'
import { offersTimescale } from '@carapace/shared/core/time-series/time-series.queries'

import { prepareDatabase } from '../../local/postgres/database.ts'
import { createTestDatabase, dropDatabase, onServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The name of a migrated database that is copied for each file; undefined: each file migrates its own. */
    readonly templateDatabase: string | undefined
  }
}

/**
 * Migrates one database before the tests of a project, and drops it after them. A server with TimescaleDB gets none:
 * its background workers connect to each database, and PostgreSQL copies no database that somebody is connected to.
 */
export default async function migrateTemplate(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (!server || (await onServer(server, (sql) => offersTimescale(drizzle(sql))))) return undefined
  const { name, url } = await createTestDatabase(server)
  await prepareDatabase(url)
  project.provide('templateDatabase', name)
  return () => dropDatabase(server, name)
}
