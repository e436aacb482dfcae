import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createLog as apiLog } from '@carapace/api/src/core/log.ts'
import { createLog as ingestLog } from '@carapace/ingest/src/core/log.ts'

import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()

const tablesFolder = path.join(import.meta.dirname, '../../../packages/shared/src')
const files = globSync('**/*.table.ts', { cwd: tablesFolder })
const exported = await Promise.all(files.map((file) => import(path.join(tablesFolder, file)) as Promise<object>))
const tables = [...new Set(exported.flatMap((module) => Object.values(module)).filter((one) => is(one, PgTable)))]

/** Columns by whose names a table holds a secret; `written` is a mail that nobody took, sealed. */
const isSecret = ({ name }: PgColumn) => /hash$|secret|^written$|^input$/.test(name)

const secrets = tables.flatMap((table) =>
  getTableConfig(table)
    .columns.filter(isSecret)
    .map((column) => ({ title: `${getTableName(table)}.${column.name}`, table, column })),
)

/** A marker in every form that a driver or the database may print it in. */
const marker = 'hidden-marker'
const printed = [marker, Buffer.from(marker).toString('hex'), Buffer.from(marker).toJSON().data.join(',')]

const markerFor = (column: PgColumn) =>
  column.columnType === 'PgJsonb' ? { marker } : column.columnType === 'PgText' ? marker : Buffer.from(marker)

/** Stores nothing but the secret: the other columns that a row needs are missing. */
async function errorOf(table: PgTable, column: PgColumn): Promise<unknown> {
  const name = Object.entries(table).find(([, one]) => one === column)![0]
  return db
    .insert(table)
    .values({ [name]: markerFor(column) } as never)
    .then(
      () => undefined,
      (error: unknown) => error,
    )
}

test('the tables that hold secrets are known', () => {
  expect(secrets.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'users.password_hash',
      'users.totp_secret',
      'recovery_codes.code_hash',
      'sessions.token_hash',
      'mails.written',
      'ingest_keys.key_hash',
      'device_tokens.token_hash',
    ]),
  )
})

test.for(secrets)('[LOG-1] a failed query of $title leaves nothing of it in a log', async ({ table, column }) => {
  const error = await errorOf(table, column)
  expect(error).toBeInstanceOf(Error)
  // the error itself has it: the test would see it
  expect(printed.some((text) => (error as Error).message.includes(text))).toBe(true)
  const lines: string[] = []
  for (const createLog of [apiLog, ingestLog]) {
    const log = createLog({ write: (line: string) => void lines.push(line) })
    log.level = 'info'
    log.error({ err: error }, 'a call failed unexpectedly')
    log.error(error)
    log.error({ err: error }, (error as Error).message)
  }

  expect(lines.length).toBe(6)
  for (const line of lines) for (const text of printed) expect(line).not.toContain(text)
})
