import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres, { type Sql } from 'postgres'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { cases, warmUps } from './ingest/cases.ts'
import { serverBehind } from './support/cpu.ts'
import { measureCase, rounds, send, type Subject } from './ingest/measure.ts'

/**
 * The streams of bench:ingest through Kafka: rows a second from the first HTTP request to the last committed row,
 * compared with psql's \copy of the same rows, and the CPU time of each process. Uses the embedded PostgreSQL, or the
 * server in TIMESCALE_URL.
 */
const { values } = parseArgs({
  options: { partitions: { type: 'string', default: '1,2,4' }, ingests: { type: 'string', default: '1' } },
})
const ingests = Number(values.ingests)
const { TIMESCALE_URL: serverUrl } = process.env

for (const partitions of values.partitions.split(',').map(Number)) {
  console.log(
    `${serverUrl ? 'the server of TIMESCALE_URL' : 'embedded PostgreSQL'}, ingest processes: ` +
      `${ingests}, one broker, partitions: ${partitions}`,
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'carapace-kafka-'))
  const cluster = await startCluster({ dataDir, ingests, apis: 0, kafka: { partitions }, nats: false, serverUrl })
  const sql = postgres(cluster.databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const subject = await subjectOf(cluster, sql)
    for (const warmUp of warmUps) await send(subject, warmUp)
    for (const one of cases) {
      const before = brokerBytes(dataDir)
      if (!(await measureCase(one, subject, one.limits.kafka))) process.exitCode = 1
      console.log(
        `    the broker keeps ${((brokerBytes(dataDir) - before) / (rounds * one.rows)).toFixed(1)} bytes a row`,
      )
    }
  } finally {
    await sql.end()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The total size of our topics' segments. */
function brokerBytes(dataDir: string): number {
  return globSync(join(dataDir, 'kafka/data/carapace.*/*.log')).reduce((sum, file) => sum + statSync(file).size, 0)
}

async function subjectOf({ databaseUrl, ingestKey, broker, ingests: services }: Cluster, sql: Sql): Promise<Subject> {
  const named = Object.fromEntries(services.map(({ name, pid }) => [name, { pid }]))
  const processes = { ...named, broker: { pid: broker!.pid }, ...(await serverBehind(sql)) }
  return { databaseUrl, sql, urls: services.map(({ url }) => url), key: ingestKey, processes }
}
