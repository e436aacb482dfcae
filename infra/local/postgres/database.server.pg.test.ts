import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'

import { prepareDatabase } from './database.ts'

/** An empty database on the test server, dropped after the test. */
async function emptyDatabase(): Promise<string> {
  const server = postgres(process.env.TEST_DATABASE_URL!, { max: 1, onnotice: () => undefined })
  const name = `carapace_test_${randomBytes(6).toString('hex')}`
  await server`CREATE DATABASE ${server(name)}`
  onTestFinished(async () => {
    await server`DROP DATABASE IF EXISTS ${server(name)} WITH (FORCE)`
    await server.end()
  })
  return Object.assign(new URL(process.env.TEST_DATABASE_URL!), { pathname: `/${name}` }).href
}

test('when several processes migrate an empty database at once, all succeed and each migration runs once', async () => {
  const url = await emptyDatabase()
  await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(url)))

  const sql = postgres(url, { max: 1 })
  const applied = await sql<{ hash: string }[]>`SELECT hash FROM drizzle.__drizzle_migrations`
  await sql.end()
  expect(applied.length).toBeGreaterThan(0)
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
})
