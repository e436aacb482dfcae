import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { freeServerPort } from '@carapace/infra/local/installation/ports.ts'
import { startCluster } from '../../cluster/cluster.ts'
import { createScratchDatabase } from '../../cluster/scratch-database.ts'
import { countCpu, type Measured, serverBehind } from '../support/cpu.ts'
import { aMillion, cpuWords, inTurn, type Outcome, perSecond, untilStored } from '../ingest/measure.ts'
import { makeSystemEvents, type RsyslogQueue, startRsyslog } from './rsyslog.ts'
import type { SyslogSending } from './syslog-sender.ts'

const lines = 100_000
const connections = 4

/**
 * rsyslog is tried with each of these, and measured with the best one: machines differ. A disk queue has one worker.
 */
const memoryQueues: readonly RsyslogQueue[] = [1, 2, 4].flatMap((workers) =>
  [1_000, 10_000].map((batch) => ({ type: 'LinkedList', batch, workers }) as const),
)
const diskQueues: readonly RsyslogQueue[] = [1_000, 10_000].map((batch) => ({ type: 'Disk', batch, workers: 1 }))

/**
 * Log lines over TCP, from the first byte sent to the last line committed: rsyslog with its PostgreSQL output into its
 * own table, and our listener into syslog_events, on the same server with synchronous_commit on. Syslog over TCP has no
 * acknowledgements, so both may lose lines in transit. The memory queue is compared with our listener that passes lines
 * directly to the pipeline, the disk queue with our listener through Kafka.
 */
export async function compareSyslog(): Promise<void> {
  await compare('queue in memory', memoryQueues, false)
  await compare('queue on disk, ours through Kafka', diskQueues, true)
}

async function compare(title: string, queues: readonly RsyslogQueue[], isThroughKafka: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carapace-peers-'))
  const cluster = await startCluster({
    dataDir,
    ingests: 1,
    apis: 0,
    nats: false,
    ...(isThroughKafka ? { kafka: { partitions: 2 } } : {}),
  })
  const scratch = await createScratchDatabase(cluster.databaseUrl)
  const [ours, theirs] = [cluster.databaseUrl, scratch.url].map((url) =>
    postgres(url, { max: 1, onnotice: () => undefined }),
  ) as [Sql, Sql]
  try {
    console.log(`syslog over TCP, ${title}:`)
    const [server, serverOfTheirs] = [await serverBehind(ours), await serverBehind(theirs)]
    const [{ syslogPort, pid }] = cluster.ingests as [(typeof cluster.ingests)[number]]
    const broker: Measured = cluster.broker ? { broker: { pid: cluster.broker.pid } } : {}
    const mine = () => measure(ours, 'syslog_events', syslogPort, { ...broker, ingest: { pid }, ...server })
    const rsyslog = (queue: RsyslogQueue) => measureRsyslog(theirs, scratch.url, dataDir, queue, serverOfTheirs)

    await makeSystemEvents(theirs)
    await mine() // registers the vehicles and warms up the server
    const tried: { queue: RsyslogQueue; rate: number }[] = []
    for (const queue of queues) tried.push({ queue, rate: (await rsyslog(queue)).rate })
    const { queue } = tried.reduce((one, other) => (other.rate > one.rate ? other : one))
    const best = await inTurn({ ours: mine, rsyslog: () => rsyslog(queue) })
    console.log(`  ours: ${perSecond(best.ours.rate, 'lines')}; ${cpuWords(best.ours.cpu)}`)
    console.log(
      `  rsyslog: ${perSecond(best.rsyslog.rate, 'lines')}; ${cpuWords(best.rsyslog.cpu)}; ` +
        `${namesOf(queue)}, the best of ` +
        tried.map((one) => `${namesOf(one.queue)}: ${Math.round(one.rate)}`).join('; '),
    )
    console.log(`  ours over rsyslog: ${(best.ours.rate / best.rsyslog.rate).toFixed(2)} (aim 2)`)
  } finally {
    await Promise.all([ours.end(), theirs.end()])
    await scratch.drop()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function namesOf({ batch, workers }: RsyslogQueue): string {
  return `${batch} lines a transaction over ${workers}`
}

async function measureRsyslog(
  sql: Sql,
  url: string,
  folder: string,
  queue: RsyslogQueue,
  server: Measured,
): Promise<Outcome> {
  const port = await freeServerPort()
  const rsyslog = await startRsyslog(url, folder, port, queue)
  try {
    return await measure(sql, 'systemevents', port, { rsyslog: { pid: rsyslog.pid }, ...server })
  } finally {
    await rsyslog.stop()
  }
}

async function measure(
  sql: Sql,
  table: 'syslog_events' | 'systemevents',
  port: number,
  processes: Measured,
): Promise<Outcome> {
  await sql`TRUNCATE ${sql(table)}`
  const spent = countCpu(processes)
  const child = fork(join(import.meta.dirname, 'syslog-sender.ts'))
  child.send({ port, lines, connections } satisfies SyslogSending)
  const [{ startedAt }] = (await once(child, 'message')) as [{ startedAt: number }]
  const seconds = ((await untilStored(sql, table, lines)) - startedAt) / 1000
  return { rate: lines / seconds, cpu: aMillion(spent(), lines) }
}
