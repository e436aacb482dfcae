import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { createStatements, intervalMs } from '@carapace/shared/core/time-series/time-series'
import { createPartitions, partitionsBetween } from '@carapace/shared/core/time-series/time-series.queries'
import { chunksOf } from '@carapace/shared/core/time-series/chunks.queries'
import { allTimeSeries, positionsOverTime } from '@carapace/shared/msoc/events/events.series'
import { fleetOf } from '../fleet/vehicles/vehicles.ts'
import { type Installation, startInstallation } from './support/installation.ts'
import { openViewerSession } from './support/viewer-session.ts'
import { copyDrives } from './timescale-rows.ts'

/**
 * A day of a fleet's positions at 1 Hz in TimescaleDB: bytes a row before and after compression, and the api's response
 * times with this data. The whole day of 1,000 vehicles has 86.4 million rows. A smaller run has fewer vehicles but
 * always the whole day, since requests read a vehicle's day. `--native` keeps the same rows in native partitions, for
 * comparison.
 */
const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '100' },
    hours: { type: 'string', default: '24' },
    native: { type: 'boolean', default: false },
  },
})
const [vehicles, hours] = [Number(values.vehicles), Number(values.hours)]
const limits = { dashboard: 200, day: 300 }
const samples = 11
/** The whole fleet's replay is a long request without its own limit. */
const fewSamples = 3
const hourMs = 3_600_000
const alertsPerVehicle = 10

const server = process.env.TIMESCALE_URL
if (!server) {
  console.error(
    'TIMESCALE_URL names no PostgreSQL server with TimescaleDB, such as ' +
      'postgres://postgres@127.0.0.1:5432/postgres. The benchmark creates its own database there and drops it.',
  )
  process.exit(2)
}

const name = `carapace_bench_${randomBytes(6).toString('hex')}`
const url = new URL(server)
url.pathname = `/${name}`
const admin = postgres(server, { max: 1, onnotice: () => undefined })
const sql = postgres(url.href, { max: 1, onnotice: () => undefined })
/** A separate connection for the product's own queries: Drizzle changes how its client reads times. */
const db = drizzle(postgres(url.href, { max: 1, onnotice: () => undefined }))
let exceeded = false
await admin`CREATE DATABASE ${admin(name)}`
let installation: Installation | undefined
try {
  if (values.native)
    for (const series of allTimeSeries)
      for (const statement of createStatements(series, false)) await db.execute(statement)
  process.env.DATABASE_URL = url.href // for the installation, which is a child process
  installation = await startInstallation()
  await measure(installation)
} finally {
  await installation?.stop()
  await Promise.all([sql.end(), db.$client.end()])
  await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`
  await admin.end()
}
process.exitCode = exceeded ? 1 : 0

async function measure({ run }: Installation): Promise<void> {
  const fleet = fleetOf(6, vehicles)
  const token = await openViewerSession(url.href)
  await sendAlerts(
    run,
    fleet.map(({ vin }) => vin),
  )
  const ids = new Map(
    (await sql<{ vin: string; id: number }[]>`SELECT vin, id FROM vehicles`).map(({ vin, id }) => [vin, id]),
  )
  const [org] = await sql<{ id: number }[]>`SELECT id FROM organisations LIMIT 1`
  // complete chunks, all of them old enough to be compressed
  const to = Math.floor(Date.now() / intervalMs(positionsOverTime.chunk)) * intervalMs(positionsOverTime.chunk)
  const from = to - hours * hourMs
  await createPartitions(db, positionsOverTime, partitionsBetween(positionsOverTime, from, to))

  const began = performance.now()
  const rows = await copyDrives(
    url.href,
    { vehicles: fleet.map((vehicle) => ({ vehicle, id: ids.get(vehicle.vin)! })), orgId: org!.id, from, hours },
    (hour) => process.stderr.write(`\r${hour} of ${hours} hours copied`),
  )
  const part = rows / 86_400_000
  console.log(
    `\n${vehicles} vehicles x ${hours} h x 3,600 s = ${whole(rows)} rows, ${part.toFixed(3)} of a ` +
      'day of 1,000 vehicles (86,400,000), copied at ' +
      `${whole((rows * 1_000) / (performance.now() - began))} rows/s`,
  )
  await fillRollups(org!.id, from, to)
  await sql`VACUUM ANALYZE`

  const plain = await chunksOf(db, positionsOverTime)
  console.log(
    `uncompressed: ${(plain.bytes / rows).toFixed(1)} bytes a row with its index, so ` +
      `${gigabytes(plain.bytes / part)} a day of 1,000 vehicles; the largest chunk ` +
      gigabytes(plain.largest),
  )
  const timingInput = { api: `${run.url}/api/msoc/v1/`, token, vins: fleet.map(({ vin }) => vin), from, to }
  await timeAll(timingInput, values.native ? 'native partitions' : 'uncompressed chunks')
  if (values.native) return

  const compressing = performance.now()
  for (const { chunk } of await sql<{ chunk: string }[]>`SELECT show_chunks('positions')::text AS chunk`)
    await sql`SELECT compress_chunk(${chunk}::regclass, true)`
  const seconds = (performance.now() - compressing) / 1_000
  await sql`VACUUM ANALYZE`
  const packed = await chunksOf(db, positionsOverTime)
  console.log(
    `compressed: ${(packed.bytes / rows).toFixed(2)} bytes a row, ` +
      `${(plain.bytes / packed.bytes).toFixed(1)} times less, so ${gigabytes(packed.bytes / part)} a ` +
      `day of 1,000 vehicles; ${whole(rows / seconds)} rows/s`,
  )
  await timeAll(timingInput, 'compressed chunks')
}

interface TimingInput {
  readonly api: string
  readonly token: string
  readonly vins: readonly string[]
  readonly from: number
  readonly to: number
}

/**
 * Times each request, first for always different vehicles, whose rows were not read since they were written or
 * compressed (cold), and then repeatedly for the same vehicle (warm).
 */
async function timeAll({ api, token, vins, from, to }: TimingInput, over: string): Promise<void> {
  const span = `from=${from}&to=${to}`
  const hour = `from=${to - hourMs}&to=${to}`
  const questions: [title: string, limit: number | undefined, paths: (vin: string) => string][] = [
    ['dashboard', limits.dashboard, () => `dashboard?${span}`],
    ['rollups by the hour, a day', limits.dashboard, () => `rollups?step=hour&${span}`],
    ['rollups by the minute, a day', limits.dashboard, () => `rollups?step=minute&${span}`],
    ["a vehicle's day as its track", limits.day, (vin) => `positions/replay?vehicle=${vin}&${span}`],
    ["a vehicle's day, first page of 10,000", limits.day, (vin) => `positions?vehicle=${vin}&limit=10000&${span}`],
    ["a vehicle's day, its health", limits.day, (vin) => `assets/health?vehicle=${vin}&${span}`],
    ['replay of an hour, all vehicles', undefined, () => `positions/replay?${hour}`],
  ]
  let next = 0
  console.log(
    `\n${over}: ms until the api has answered: median and longest of ${samples} (the fleet's replay: ` +
      `${fewSamples}), the median beside its limit`,
  )
  for (const [title, limit, path] of questions) {
    const times = limit === undefined ? fewSamples : samples
    const cold: number[] = []
    for (let i = 0; i < times; i++) cold.push(await timed(path(vins[next++ % vins.length]!)))
    const same = path(vins[0]!)
    await timed(same)
    const warm: number[] = []
    for (let i = 0; i < times; i++) warm.push(await timed(same))
    exceeded ||= limit !== undefined && Math.max(median(cold), median(warm)) > limit
    console.log(`${title.padEnd(40)} cold ${formatTimes(cold, limit)}   warm ${formatTimes(warm, limit)}`)
  }
  const [pages, ms] = await wholeDay(vins[next % vins.length]!)
  console.log(
    `${"a vehicle's day, every row".padEnd(40)} ${pages} pages, ${Math.round(ms)} ms in all, ` +
      `${Math.round(ms / pages)} a page`,
  )

  async function timed(path: string): Promise<number> {
    const began = performance.now()
    await request(path)
    return performance.now() - began
  }

  async function request(path: string): Promise<{ next_cursor?: string | null }> {
    const response = await fetch(api + path, { headers: { 'access-token': token } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as { next_cursor?: string | null }
  }

  async function wholeDay(vin: string): Promise<[pages: number, ms: number]> {
    const began = performance.now()
    let pages = 0
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; pages++) {
      cursor = (await request(`positions?vehicle=${vin}&limit=10000&${span}${cursor && `&cursor=${cursor}`}`))
        .next_cursor
    }
    return [pages, performance.now() - began]
  }
}

function formatTimes(ms: readonly number[], limit: number | undefined): string {
  const middle = median(ms)
  const exceeded = limit !== undefined && middle > limit ? ', EXCEEDED' : ''
  const ofLimit = limit === undefined ? '' : ` (${(middle / limit).toFixed(2)} of ${limit}${exceeded})`
  return `${middle.toFixed(0).padStart(5)} ${Math.max(...ms)
    .toFixed(0)
    .padStart(5)}${ofLimit}`
}

function median(ms: readonly number[]): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)]!
}

/** Registers the vehicles and raises some alerts for each, which the dashboard counts. */
async function sendAlerts({ ingest_url, ingest_key }: Installation['run'], vins: readonly string[]): Promise<void> {
  for (let i = 0; i < alertsPerVehicle; i++) {
    const events = vins.map((vehicle) =>
      JSON.stringify({ type: 'ids.can', vehicle, ts: Date.now(), event_id: 0x8001 + i }),
    )
    const response = await fetch(`${ingest_url}/ingest/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingest_key}`, 'content-type': 'application/x-ndjson' },
      body: events.join('\n'),
    })
    if (!response.ok) throw new Error(`ingest answered ${response.status}: ${await response.text()}`)
  }
}

/** Writes the counts that ingest would have made if the positions had come through it. */
async function fillRollups(orgId: number, from: number, to: number): Promise<void> {
  for (const step of ['minute', 'hour']) {
    const first = new Date(from).toISOString()
    const last = new Date(to - 1).toISOString()
    const buckets = sql`
      generate_series(${first}::timestamptz, ${last}::timestamptz, ${`1 ${step}`}::interval) AS bucket`
    await sql`INSERT INTO event_rollups (org_id, step, bucket, kind, events)
      SELECT ${orgId}, ${step}, bucket, kind, ${vehicles * 60}
      FROM ${buckets}, unnest(ARRAY['position', 'telemetry', 'can', 'syslog']) AS kind
      ON CONFLICT DO NOTHING`
    await sql`INSERT INTO health_rollups (org_id, step, bucket, healthy, degraded, compromised, offline)
      SELECT ${orgId}, ${step}, bucket, ${vehicles}, 0, 0, 0
      FROM ${buckets}
      ON CONFLICT DO NOTHING`
  }
}

function whole(count: number): string {
  return Math.round(count).toLocaleString('en')
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(2)} GiB`
}
