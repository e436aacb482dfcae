import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import { countCpu, type Measured, serverBehind } from '../support/cpu.ts'
import { type Conversion, conversions, copyFromTopic, remembering, withLatest } from './kcat.ts'
import { aMillion, countRows, cpuWords, inTurn, type Outcome, perSecond, send, untilStored } from '../ingest/measure.ts'
import {
  howToGetTelegraf,
  isTelegrafThere,
  makeTelegrafTable,
  startTelegraf,
  type TelegrafSetting,
  telegrafTable,
} from './telegraf.ts'

const partitions = 2
const topics = { positions: 'carapace.position.v1', can_frames: 'carapace.can.v1' } as const
const loads = [
  { stream: 'positions', rows: 1_000_000, eventsPerRequest: 20_000, lanes: 4 },
  { stream: 'can_frames', rows: 1_000_000, eventsPerRequest: 200, lanes: 4 },
] as const

/** Telegraf is tried with each of these, and measured with the best one: machines differ. */
const settings: readonly TelegrafSetting[] = (['VIN', 'number'] as const).flatMap((vehicle) =>
  [1_000, 5_000, 20_000].map((batch) => ({ vehicle, batch })),
)

type Table = keyof typeof topics
type Contenders = Record<string, () => Promise<Outcome>>

/** The data in Kafka, and the database for it. */
interface Subject {
  readonly stream: Table
  readonly rows: number
  readonly cluster: Cluster
  readonly sql: Sql
  readonly folder: string
  readonly server: Measured
}

/**
 * Data from Kafka into the same server with synchronous_commit on: kcat with psql and our consumer into the same table,
 * Telegraf into its own table. All read the same topic from its beginning. Rows a second are counted from the first
 * commit seen to the last, so that start-up time does not count.
 */
export async function compareTelemetry(): Promise<void> {
  for (const load of loads) {
    const folder = mkdtempSync(join(tmpdir(), 'carapace-peers-'))
    const cluster = await startCluster({ dataDir: folder, ingests: 1, apis: 0, kafka: { partitions }, nats: false })
    const sql = postgres(cluster.databaseUrl, { max: 1, onnotice: () => undefined })
    try {
      await send(
        {
          databaseUrl: cluster.databaseUrl,
          sql,
          urls: cluster.ingests.map(({ url }) => url),
          key: cluster.ingestKey,
          processes: {},
        },
        load,
      )
      await cluster.ingests[0]!.kill('SIGTERM')
      await compare({ stream: load.stream, rows: load.rows, cluster, sql, folder, server: await serverBehind(sql) })
    } finally {
      await sql.end()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function compare(subject: Subject): Promise<void> {
  const { stream, rows } = subject
  console.log(`${rows.toLocaleString('en')} rows of ${stream} from Kafka:`)
  const contenders: Contenders = {
    'kcat and psql': () => copyAll(subject, conversions[stream]),
    'the same, which note how far they came': () => copyAll(subject, remembering(conversions[stream])),
    ...(stream === 'positions' ? await positionContenders(subject) : {}),
  }
  const { ours, ...others } = await inTurn<string>({ ours: () => consumeAll(subject), ...contenders })
  console.log(`  ours: ${perSecond(ours!.rate)}; ${cpuWords(ours!.cpu)}`)
  for (const [name, { rate, cpu }] of Object.entries(others))
    console.log(
      `  ${name}: ${perSecond(rate)}; ours over it ${(ours!.rate / rate).toFixed(2)} (aim 2); ${cpuWords(cpu)}`,
    )
}

async function positionContenders(subject: Subject): Promise<Contenders> {
  return {
    'the same, which keep the latest position of each vehicle too': () => copyAll(subject, remembering(withLatest)),
    ...(await telegraf(subject)),
  }
}

/**
 * Telegraf with its best setting, if it is installed. Positions only: none of its parsers makes a row of each frame of
 * an event, with the event's time plus the frame's offset.
 */
async function telegraf(subject: Subject): Promise<Contenders> {
  if (!isTelegrafThere()) {
    console.log(`  ${howToGetTelegraf}`)
    return {}
  }
  const tried: { setting: TelegrafSetting; rate: number }[] = []
  for (const setting of settings) tried.push({ setting, rate: (await telegrafAll(subject, setting)).rate })
  const { setting } = tried.reduce((one, other) => (other.rate > one.rate ? other : one))
  console.log(
    '  Telegraf, rows/s by setting: ' +
      tried.map((one) => `${wordsOf(one.setting)}: ${Math.round(one.rate)}`).join('; '),
  )
  return { [`Telegraf, ${wordsOf(setting)}`]: () => telegrafAll(subject, setting) }
}

function wordsOf({ batch, vehicle }: TelegrafSetting): string {
  return `${batch} rows a transaction, vehicle by ${vehicle}`
}

async function telegrafAll(
  { cluster, sql, folder, stream, rows, server }: Subject,
  setting: TelegrafSetting,
): Promise<Outcome> {
  await makeTelegrafTable(sql, setting)
  const running = await startTelegraf(cluster.broker!.brokers, topics[stream], cluster.databaseUrl, folder, setting)
  try {
    return await sustained(sql, telegrafTable, rows, { Telegraf: { pid: running.pid }, ...server })
  } finally {
    await running.kill('SIGTERM')
  }
}

/** Our consumer, with its stored position reset. */
async function consumeAll({
  cluster: {
    ingests: [ingest],
  },
  sql,
  stream,
  rows,
  server,
}: Subject): Promise<Outcome> {
  await sql`TRUNCATE ${sql(stream)}, ingest_positions, ingest_parts`
  ingest!.launch()
  const outcome = await sustained(sql, stream, rows, { ingest: { pid: ingest!.pid }, ...server })
  await ingest!.kill('SIGTERM')
  return outcome
}

async function copyAll(
  { cluster: { broker, databaseUrl }, sql, folder, stream, rows, server }: Subject,
  conversion: Conversion,
): Promise<Outcome> {
  await sql`TRUNCATE ${sql(stream)}`
  await sql`DROP TABLE IF EXISTS latest, places`
  await sql`
    CREATE TABLE latest (
      vehicle_id int PRIMARY KEY, ts timestamptz NOT NULL, lat float8 NOT NULL, lon float8 NOT NULL)`
  await sql`CREATE TABLE places (partition int PRIMARY KEY, next bigint NOT NULL)`
  const spent = countCpu({ 'kcat, awk and psql': { pid: process.pid, of: 'ended children' }, ...server })
  const copying = copyFromTopic(broker!.brokers, topics[stream], databaseUrl, folder, conversion)
  const [{ rate }] = await Promise.all([sustained(sql, stream, rows, {}), copying])
  return { rate, cpu: aMillion(spent(), rows) }
}

/** The rate from the first check that finds any rows in the table to the check that finds all. */
async function sustained(
  sql: Sql,
  table: Table | typeof telegrafTable,
  rows: number,
  processes: Measured,
): Promise<Outcome> {
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
