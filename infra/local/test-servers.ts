import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { removeHome } from './postgres-home.ts'
import { startPostgres } from './postgres.ts'

/** A server that the database tests run against. */
interface TestServer {
  name: string
  url: string
  /** It is not the first. */
  again: boolean
}

/** Where Debian's package of the oldest PostgreSQL that we support puts its programs. */
const DEBIAN_15 = '/usr/lib/postgresql/15'

/**
 * The embedded PostgreSQL over a scratch folder, a TimescaleDB (`TIMESCALE_URL`) and the oldest PostgreSQL we support (`PG15_URL`, or
 * Debian's programs), as far as they are there, with a sentence about each that isn't. Stops those it started.
 */
export async function testServers(scratch: string) {
  const started = new AsyncDisposableStack()
  const start = (folder: string, programs?: string) => startScratch(join(scratch, folder), started, programs)
  const { TIMESCALE_URL, PG15_URL } = process.env

  const list: TestServer[] = [{ name: 'embedded PostgreSQL', url: await start('postgres'), again: false }]
  const skipped: string[] = []

  if (TIMESCALE_URL) list.push({ name: 'TimescaleDB', url: TIMESCALE_URL, again: true })
  else skipped.push('Database tests on TimescaleDB are left out: TIMESCALE_URL names no server.')

  const fifteen = PG15_URL || (existsSync(join(DEBIAN_15, 'bin', 'initdb')) ? await start('postgres-15', DEBIAN_15) : undefined)
  if (fifteen) list.push({ name: 'PostgreSQL 15', url: fifteen, again: true })
  else skipped.push(`Database tests on PostgreSQL 15 are left out: PG15_URL names no server, and there is none in ${DEBIAN_15}.`)

  return { list, skipped, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

async function startScratch(folder: string, started: AsyncDisposableStack, programs?: string): Promise<string> {
  const postgres = await startPostgres({ dataDir: folder, log: console.log, programs })
  started.defer(async () => {
    await postgres.stop()
    removeHome(folder)
  })
  return postgres.url
}
