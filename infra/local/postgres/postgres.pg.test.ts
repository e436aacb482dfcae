import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'

import { startPostgres } from './postgres.ts'
import { databaseFolder, runFile } from '../test/support.ts'

const fixture = join(import.meta.dirname, 'postgres.fixture.ts')

async function started(dataDir: string, log: (line: string) => void = () => {}) {
  const server = await startPostgres({ dataDir, log })
  onTestFinished(server.stop)
  return server
}

async function runQuery<Row extends object>(url: string, query: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return (await sql.unsafe(query)) as unknown as Row[]
  } finally {
    await sql.end()
  }
}

function serverOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

const keep = (url: string) => runQuery(url, `CREATE TABLE kept AS SELECT 'a row' AS what`)
const kept = (url: string) => runQuery<{ what: string }>(url, 'SELECT what FROM kept')

test('a server is set up for ingest, and responds only after data is on the disk', async () => {
  const { url } = await started(databaseFolder())

  const settings = await runQuery(
    url,
    `SELECT name, current_setting(name) AS is FROM pg_settings WHERE name IN
    ('shared_buffers', 'max_wal_size', 'checkpoint_timeout', 'max_connections', 'synchronous_commit', 'fsync',
    'TimeZone', 'server_encoding', 'unix_socket_directories')`,
  )

  expect(Object.fromEntries((settings as { name: string; is: string }[]).map(({ name, is }) => [name, is]))).toEqual({
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    max_connections: '60',
    synchronous_commit: 'on',
    fsync: 'on',
    TimeZone: 'UTC',
    server_encoding: 'UTF8',
    unix_socket_directories: '',
  })
})

test('text sorts by code point, and upper and lower case work beyond ASCII', async () => {
  const { url } = await started(databaseFolder())

  expect(await runQuery(url, `SELECT lower('ÄÖÜ') AS low, 'Z' < 'a' AS by_code_point`)).toEqual([
    { low: 'äöü', by_code_point: true },
  ])
})

test('the password is random, required, and stored where only its owner can read it', async () => {
  const dataDir = databaseFolder()
  const { url } = await started(dataDir)
  const wrong = new URL(url)
  wrong.password = 'postgres'

  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  await expect(runQuery(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('a second start on the same folder continues with the data of the first, on the same port', async () => {
  const dataDir = databaseFolder()
  const first = await started(dataDir)
  await keep(first.url)
  await first.stop()
  const second = await started(dataDir)

  expect(second.url).toBe(first.url)
  expect(await kept(second.url)).toEqual([{ what: 'a row' }])
})

test('a port that another program has taken in between is not reused', async () => {
  const dataDir = databaseFolder()
  const first = await started(dataDir)
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  onTestFinished(() => void squatter.close())
  await once(squatter, 'listening')
  const second = await started(dataDir)

  expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
  expect(await runQuery(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a start is refused while another process holds the folder, and the error names that process', async () => {
  const dataDir = databaseFolder()
  await started(dataDir)
  const second = runFile(fixture, [dataDir])

  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`already runs over ${dataDir} (process ${process.pid})`)
})

test('a server that a killed launcher left running is stopped, and its data is kept', async () => {
  const dataDir = databaseFolder()
  const launcher = runFile(fixture, [dataDir])
  await keep(/url (\S+)/.exec(await launcher.until(/url \S+ \./))![1]!)
  const orphan = serverOf(dataDir)
  launcher.child.kill('SIGKILL')
  await launcher.ended
  const lines: string[] = []
  const { url } = await started(dataDir, (line) => lines.push(line))

  expect(lines).toEqual([`Stopping the PostgreSQL (process ${orphan}) that an earlier run left behind.`])
  expect(serverOf(dataDir)).not.toBe(orphan)
  expect(await kept(url)).toEqual([{ what: 'a row' }])
})

test('after launcher and server were killed together, the next start recovers all committed data', async () => {
  const dataDir = databaseFolder()
  const launcher = runFile(fixture, [dataDir])
  await keep(/url (\S+)/.exec(await launcher.until(/url \S+ \./))![1]!)
  launcher.child.kill('SIGKILL')
  process.kill(serverOf(dataDir), 'SIGKILL')
  await launcher.ended
  const { url } = await started(dataDir)

  expect(await kept(url)).toEqual([{ what: 'a row' }])
})

test('a server that is killed is started again at the same address', async () => {
  const dataDir = databaseFolder()
  const { url } = await started(dataDir)
  await keep(url)
  process.kill(serverOf(dataDir), 'SIGKILL')

  await vi.waitFor(async () => expect(await kept(url)).toEqual([{ what: 'a row' }]), { timeout: 30_000, interval: 100 })
})

test('the process id of a dead server may belong to another program now', async () => {
  const dataDir = databaseFolder()
  const first = await started(dataDir)
  await first.stop()
  writeFileSync(
    join(dataDir, 'cluster', 'postmaster.pid'),
    `${process.pid}\n${join(dataDir, 'cluster')}\n1\n5432\n\n127.0.0.1\n0 0\nready   \n`,
  )
  const second = await started(dataDir)

  expect(await runQuery(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('stop returns when the server has ended', async () => {
  const dataDir = databaseFolder()
  const { stop } = await started(dataDir)
  await stop()

  expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
})
