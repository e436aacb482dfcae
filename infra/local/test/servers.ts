import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { startBroker } from '../../kafka/broker.ts'
import { findKafka } from '../../kafka/jars.ts'
import { findNats, startNats } from '../../nats/server.ts'
import { removeHome } from '../postgres/home.ts'
import { startPostgres } from '../postgres/postgres.ts'

/** A server that the database tests run against. */
interface TestServer {
  name: string
  url: string
  /** Whether the tests have already run on another server. */
  again: boolean
}

/** The folder of programs in Debian's package of the oldest PostgreSQL that we support. */
const DEBIAN_15 = '/usr/lib/postgresql/15'

/**
 * The available test servers: the embedded PostgreSQL on a scratch folder, a TimescaleDB (`TIMESCALE_URL`) and the
 * oldest PostgreSQL that we support (`PG15_URL`, or Debian's programs); for each missing server a sentence. The result
 * stops the servers that this started.
 */
export async function testServers(scratch: string) {
  const started = new AsyncDisposableStack()
  const start = (folder: string, programs?: string) => startScratch(join(scratch, folder), started, programs)
  const { TIMESCALE_URL, PG15_URL } = process.env

  const list: TestServer[] = [{ name: 'embedded PostgreSQL', url: await start('postgres'), again: false }]
  const skipped: string[] = []

  if (TIMESCALE_URL) list.push({ name: 'TimescaleDB', url: TIMESCALE_URL, again: true })
  else skipped.push('Database tests on TimescaleDB are left out: TIMESCALE_URL names no server.')

  const fifteen =
    PG15_URL || (existsSync(join(DEBIAN_15, 'bin', 'initdb')) ? await start('postgres-15', DEBIAN_15) : undefined)
  if (fifteen) list.push({ name: 'PostgreSQL 15', url: fifteen, again: true })
  else
    skipped.push(
      `Database tests on PostgreSQL 15 are left out: PG15_URL names no server, and there is none in ${DEBIAN_15}.`,
    )

  return { list, skipped, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/**
 * A Kafka broker and a NATS server on scratch folders, if this machine has them: the settings that the scale tests
 * read; for each missing server a sentence. The result stops the servers that this started. Nothing is downloaded.
 */
export async function scaleServers(scratch: string) {
  const started = new AsyncDisposableStack()
  const env: { TEST_KAFKA_BROKERS?: string; TEST_NATS_URL?: string } = {}
  const skipped: string[] = []

  const [kafka, nats] = [findKafka(), findNats(process.env)]
  if ('missing' in kafka) skipped.push(`Tests with Kafka are left out. ${kafka.missing}`)
  else {
    const broker = await startBroker({ dataDir: join(scratch, 'kafka') })
    started.defer(broker.stop)
    env.TEST_KAFKA_BROKERS = broker.brokers
  }
  if ('missing' in nats) skipped.push(`Tests with NATS are left out. ${nats.missing}`)
  else {
    const server = await startNats({ dataDir: join(scratch, 'nats') })
    started.defer(server.stop)
    env.TEST_NATS_URL = server.url
  }
  return { env, skipped, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

async function startScratch(folder: string, started: AsyncDisposableStack, programs?: string): Promise<string> {
  // each worker of a stage has several installations, each with its own connection pools
  const postgres = await startPostgres({
    dataDir: folder,
    log: console.log,
    programs,
    maxConnections: 200,
    durable: false,
  })
  started.defer(async () => {
    await postgres.stop()
    removeHome(folder)
  })
  return postgres.url
}
