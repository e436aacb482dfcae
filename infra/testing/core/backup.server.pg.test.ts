import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ISql } from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { startApi } from '@carapace/api/src/app.ts'

import { prepareDatabase } from '../../local/postgres/database.ts'
import { apiSettings } from '../support/api-settings.ts'
import { testDatabase } from '../support/database.ts'
import { fillWithEverything } from '../support/everything.ts'
import { fetchAnswer, password, startInstallation } from '../support/installation.ts'

const run = promisify(execFile)
const site = await startInstallation()
const tools = await toolsOfServer()
const folder = mkdtempSync(join(tmpdir(), 'carapace-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * The folder of PostgreSQL's own pg_dump, in the server's version or a newer one: an older version refuses the server.
 * Undefined: there is none.
 */
async function toolsOfServer(): Promise<string | undefined> {
  const [row] = await site.sql`SELECT current_setting('server_version_num')::int / 10000 AS version`
  const places = [`/usr/lib/postgresql/${row!.version}/bin/`, '']
  return places.find((place) => {
    try {
      return (
        Number(/\d+/.exec(execFileSync(`${place}pg_dump`, ['--version'], { encoding: 'utf8' }))![0]) >= row!.version
      )
    } catch {
      return false // not there
    }
  })
}

/** The number of rows in each table. */
async function counted(sql: ISql): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`SELECT relname AS name
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
    AND relkind IN ('r', 'p')
    AND NOT relispartition
    ORDER BY 1`
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, Number((await sql`SELECT count(*) AS n FROM ${sql(name)}`)[0]!.n)] as const),
  )
  return Object.fromEntries(rows)
}

// native partitions are dumped like any table; a hypertable's chunks need TimescaleDB's own steps (docs/operating.md)
const why =
  tools === undefined
    ? " (skipped: no pg_dump of this server's version is installed)"
    : site.timescale
      ? ' (skipped: TimescaleDB has its own steps for a restore)'
      : ''

test.skipIf(why !== '')(
  `pg_restore restores a pg_dump: every row, and the same secrets under the same key, but no sign-in${why}`,
  async () => {
    const { members } = await site.organisation('Kept')
    await fillWithEverything(site, await site.organisation('Filled'), 'FILLED')
    const file = join(folder, 'carapace.dump')
    // counted and dumped as of one moment: background rounds go on
    const before = await site.sql.begin('ISOLATION LEVEL REPEATABLE READ', async (tx) => {
      const [row] = await tx<{ snapshot: string }[]>`SELECT pg_export_snapshot() AS snapshot`
      await run(`${tools}pg_dump`, ['--format=custom', `--snapshot=${row!.snapshot}`, `--file=${file}`, site.url])
      return counted(tx)
    })

    const copy = await testDatabase()
    await copy.sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS drizzle CASCADE')
    await run(`${tools}pg_restore`, ['--no-owner', `--dbname=${copy.url}`, file])
    await prepareDatabase(copy.url)
    expect(await counted(copy.sql)).toEqual(before)
    await run(process.execPath, [resolve(import.meta.dirname, '../../local/admin.ts'), 'restored'], {
      env: { ...process.env, DATABASE_URL: copy.url },
    })

    const api = await startApi(apiSettings({ databaseUrl: copy.url }))
    afterAll(() => api.stop())
    const url = `http://127.0.0.1:${api.port}/api/v2/auth/`
    expect((await fetchAnswer(`${url}session`, { headers: { 'access-token': members.ADMIN.token } })).status).toBe(403)
    const signedIn = await fetchAnswer(`${url}login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: members.ADMIN.email, password }),
    })
    expect(signedIn.body.user).toMatchObject({ email: members.ADMIN.email, organization: { name: 'Kept' } })
  },
)
