import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { countCpu, type Measured, serverBehind } from './cpu.ts'
import { type Conversion, conversions, copyFromTopic, withLatest } from './kcat.ts'
import { aMillion, countRows, cpuWords, inTurn, type Outcome, perSecond, send, untilStored } from './measure.ts'

const partitions = 2
const topics = { positions: 'carapace.position.v1', can_frames: 'carapace.can.v1' } as const
const loads = [
  { stream: 'positions', rows: 400_000, eventsPerRequest: 20_000, lanes: 4 },
  { stream: 'can_frames', rows: 1_000_000, eventsPerRequest: 200, lanes: 4 },
] as const

type Table = keyof typeof topics

/**
 * What lies in Kafka, into the same table of the same server with synchronous_commit on: kcat with psql, and our consumer. Both read the
 * same topic from its beginning; rows a second from the first commit seen to the last, so that nobody's start counts.
 */
export async function compareTelemetry(): Promise<void> {
  for (const one of loads) {
    const dataDir = mkdtempSync(join(tmpdir(), 'carapace-peers-'))
    const cluster = await startCluster({ dataDir, ingests: 1, apis: 0, kafka: { partitions }, nats: false })
    const sql = postgres(cluster.databaseUrl, { max: 1, onnotice: () => undefined })
    try {
      const server = await serverBehind(sql)
      await send({ databaseUrl: cluster.databaseUrl, sql, urls: cluster.ingests.map(({ url }) => url), key: cluster.ingestKey, processes: {} }, one)
      await cluster.ingests[0]!.kill('SIGTERM')
      const copy = (conversion: Conversion) => copyAll(cluster, sql, dataDir, one.stream, one.rows, conversion, server)
      const latest: Record<string, () => Promise<Outcome>> = one.stream === 'positions' ? { 'kcat and psql, which keep the latest position of each vehicle too': () => copy(withLatest) } : {}
      const best = await inTurn({
        ours: () => consumeAll(cluster, sql, one.stream, one.rows, server),
        'kcat and psql': () => copy(conversions[one.stream]),
        ...latest,
      })
      console.log(`${one.rows.toLocaleString('en')} rows of ${one.stream} from Kafka:`)
      for (const [name, { rate, cpu }] of Object.entries(best)) console.log(`  ${name}: ${perSecond(rate)}; ours over it ${(best.ours.rate / rate).toFixed(2)} (aim 2); ${cpuWords(cpu)}`)
    } finally {
      await sql.end()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** Our consumer, made to forget how far it came. */
async function consumeAll({ ingests: [ingest] }: Cluster, sql: Sql, table: Table, rows: number, server: Measured): Promise<Outcome> {
  await sql`TRUNCATE ${sql(table)}, ingest_positions, ingest_parts`
  ingest!.launch()
  const outcome = await sustained(sql, table, rows, { ingest: { pid: ingest!.pid }, ...server })
  await ingest!.kill('SIGTERM')
  return outcome
}

async function copyAll({ broker, databaseUrl }: Cluster, sql: Sql, folder: string, table: Table, rows: number, conversion: Conversion, server: Measured): Promise<Outcome> {
  await sql`TRUNCATE ${sql(table)}`
  await sql`DROP TABLE IF EXISTS latest`
  await sql`CREATE TABLE latest (vehicle_id int PRIMARY KEY, ts timestamptz NOT NULL, lat float8 NOT NULL, lon float8 NOT NULL)`
  const spent = countCpu({ 'kcat, awk and psql': { pid: process.pid, of: 'ended children' }, ...server })
  const copying = copyFromTopic(broker!.brokers, topics[table], databaseUrl, folder, conversion)
  const [{ rate }] = await Promise.all([sustained(sql, table, rows, {}), copying])
  return { rate, cpu: aMillion(spent(), rows) }
}

/** From the first look at the table that finds any rows to the look that finds all. */
async function sustained(sql: Sql, table: string, rows: number, processes: Measured): Promise<Outcome> {
  for (;;) {
    const spent = countCpu(processes)
    const first = await countRows(sql, table)
    const firstAt = Date.now()
    if (first > 0) {
      const seconds = ((await untilStored(sql, table, rows)) - firstAt) / 1000
      return { rate: (rows - first) / seconds, cpu: aMillion(spent(), rows - first) }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
