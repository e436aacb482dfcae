import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('if the database closes the connection of a transaction, the api goes on and can query again', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../support/closed-connection.fixture.ts'),
  ])
  expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 3 }, () => 'received CONNECTION_CLOSED, then 1'))
})
