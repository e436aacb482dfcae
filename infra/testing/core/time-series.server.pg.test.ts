import { afterAll, expect, test } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { forgetOld } from '@carapace/ingest/src/msoc/jobs.ts'
import { createPartitionMaker } from '@carapace/ingest/src/msoc/storing/partitions.ts'
import { openBus } from '@carapace/shared/core/bus/bus'
import { intervalMs, partitionOf } from '@carapace/shared/core/time-series/time-series'
import { createPartitions, dropOld, partitionsBetween } from '@carapace/shared/core/time-series/time-series.queries'
import { allTimeSeries, canFramesOverTime, positionsOverTime } from '@carapace/shared/msoc/events/events.series'

import { prepareDatabase } from '../../local/postgres/database.ts'
import { position } from '../support/events.ts'
import { startInstallation } from '../support/installation.ts'
import { createRandom } from '@carapace/shared/core/random.fixture'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { sql, timescale } = site
const { token } = alpha.members.ADMIN
const post = (events: readonly object[]) => site.post(alpha.key, events)
const day = 86_400_000
const random = createRandom(7)

/** The definition of our time series tables in the database's catalogue. */
async function shape() {
  return {
    columns: await sql`SELECT table_name, column_name, data_type, is_nullable
        FROM information_schema.columns
        WHERE table_schema = 'public'
        AND table_name IN ${sql(allTimeSeries.map(({ name }) => name))}
        ORDER BY 1, 2`,
    indexes: await sql`SELECT tablename, indexname
        FROM pg_indexes
        WHERE schemaname = 'public'
        AND tablename IN ${sql(allTimeSeries.map(({ name }) => name))}
        ORDER BY 1, 2`,
    jobs: timescale
      ? await sql`SELECT proc_name, hypertable_name
        FROM timescaledb_information.jobs
        WHERE hypertable_name IS NOT NULL
        ORDER BY 1, 2`
      : [],
  }
}

/** The chunks or partitions of a table, by their beginning in epoch ms. */
async function spans(table: string): Promise<number[]> {
  const rows = timescale
    ? await sql<
        { begins: Date }[]
      >`SELECT range_start AS begins FROM timescaledb_information.chunks WHERE hypertable_name = ${table}`
    : await sql<{ begins: Date }[]>`SELECT to_timestamp(substring(c.relname
      FROM '_p(\\d{12})$') || '+00', 'YYYYMMDDHH24MITZH') AS begins
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ${table}::regclass`
  return rows.map(({ begins }) => begins.getTime()).sort((a, b) => a - b)
}

const server = timescale ? 'TimescaleDB' : 'native partitions'
test(`[TIMESERIES-1] creating the tables again changes nothing (${server})`, async () => {
  const before = await shape()
  expect(await prepareDatabase(site.url)).toEqual({ timescale })
  expect(await Promise.all([prepareDatabase(site.url), prepareDatabase(site.url)])).toEqual([
    { timescale },
    { timescale },
  ])
  expect(await shape()).toEqual(before)
  expect(before.columns.length).toBeGreaterThan(40)
})

test('[TIMESERIES-2] each table is a hypertable or partitioned by range, as the server supports', async () => {
  const hypertables = timescale
    ? await sql<
        { name: string }[]
      >`SELECT hypertable_name AS name FROM timescaledb_information.hypertables WHERE compression_enabled`
    : []
  const partitioned = await sql<
    { name: string }[]
  >`SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace`
  const all = allTimeSeries.map(({ name }) => name).sort()
  expect([hypertables, partitioned].map((rows) => rows.map(({ name }) => name).sort())).toEqual(
    timescale ? [all, []] : [[], all],
  )
})

test('[TIMESERIES-3] [TIMESERIES-4] chunks have the declared span, aligned to the epoch', async () => {
  const now = Date.now()
  const times = [now - 29 * day, now - 10 * day, now, now + 4 * 60_000]
  const can = times.map((ts) => ({
    type: 'can',
    vehicle: 'SPREAD',
    ts,
    bus: 'can0',
    frames: [
      [0, 1, ''],
      [3_599_999_999, 2, ''],
    ],
  }))
  expect((await post([...can, ...times.map((ts) => position('SPREAD', 1, 1, { ts }))])).body.accepted).toBe(8)

  for (const series of [canFramesOverTime, positionsOverTime]) {
    const there = await spans(series.name)
    const span = intervalMs(series.chunk)
    expect(there.filter((begins) => begins % span !== 0)).toEqual([])
    expect(there).toEqual(expect.arrayContaining(times.map((ts) => partitionOf(series, ts).from)))
  }
  const [row] =
    await sql`SELECT count(*)::int FROM can_frames f JOIN vehicles v ON v.id = f.vehicle_id WHERE v.vin = 'SPREAD'`
  expect(row!.count).toBe(8)
})

test.skipIf(timescale)('[TIMESERIES-4] parallel creators of the same partitions create each once', async () => {
  const from = Date.now() + 40 * day
  await Promise.all(
    Array.from({ length: 6 }, () =>
      createPartitions(site.db, positionsOverTime, partitionsBetween(positionsOverTime, from, from + 3 * day)),
    ),
  )
  expect((await spans('positions')).filter((begins) => begins >= from - day)).toHaveLength(13)
})

test('[TIMESERIES-5] retention drops only whole chunks that ended before the retention time', async () => {
  const span = intervalMs(positionsOverTime.chunk)
  const { from } = partitionOf(positionsOverTime, Date.now() - 20 * day)
  const at = [from, from + span - 1, from + span, from + 2 * span - 1]
  await post(at.map((ts, i) => position('KEPT', i, 1, { ts })))
  const left = async () =>
    (
      await sql<
        { lat: number }[]
      >`SELECT lat FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin = 'KEPT' ORDER BY lat`
    ).map(({ lat }) => lat)
  const keep = intervalMs(positionsOverTime.keep)

  expect(await dropOld(site.db, positionsOverTime, from + span + keep - 1)).not.toEqual(
    expect.arrayContaining([partitionOf(positionsOverTime, from).name]),
  )
  expect(await left()).toEqual([0, 1, 2, 3])
  expect((await dropOld(site.db, positionsOverTime, from + span + keep)).length).toBeGreaterThan(0)
  expect(await left()).toEqual([2, 3])
  const { port } = await site.anotherIngest() // the first ingest assumes that the chunk still exists
  expect((await site.post(alpha.key, [position('KEPT', 0, 1, { ts: from })], { port })).body.accepted).toBe(1)
})

const skipped = timescale ? '' : ' (skipped: the server has no TimescaleDB)'
test.skipIf(!timescale)(
  `[TIMESERIES-7] a late event in a compressed chunk is stored, returned and compressed${skipped}`,
  async () => {
    const { from } = partitionOf(positionsOverTime, Date.now() - 12 * day)
    const ts = Array.from({ length: 50 }, (_, i) => from + i * 60_000)
    await post(ts.map((at, i) => position('LATE', i, 1, { ts: at })))
    const compress = () =>
      sql`SELECT compress_chunk(format('%I.%I', chunk_schema, chunk_name)::regclass, true)
        FROM timescaledb_information.chunks
        WHERE hypertable_name = 'positions'
        AND range_start = ${new Date(from)}`
    await compress()

    expect(
      (
        await post([
          position('LATE', 80, 1, { ts: from + 30_000 }),
          position('LATE', 81, 1, { ts: Date.now() - 60_000 }),
        ])
      ).body.accepted,
    ).toBe(2)
    const span = {
      vehicle: 'LATE',
      from: new Date(from).toISOString(),
      to: new Date(from + 2 * 3_600_000).toISOString(),
    }
    const fetchLatitudes = async () =>
      (await site.get(token, 'msoc/v1/positions', span)).body.positions.map(({ lat }: { lat: number }) => lat)
    const replayed = async () => (await site.get(token, 'msoc/v1/positions/replay', span)).body.tracks[0].lat
    const expected = [0, 80, ...Array.from({ length: 49 }, (_, i) => i + 1)]
    expect(await fetchLatitudes()).toEqual(expected)
    expect(await replayed()).toEqual(expected)
    await compress()
    expect(await fetchLatitudes()).toEqual(expected)
    expect(await replayed()).toEqual(expected)
    await prepareDatabase(site.url) // configures compression again
    expect(await fetchLatitudes()).toEqual(expected)
  },
)

test.skipIf(!timescale)(
  "[TIMESERIES-7] a vehicle's history is the same before and after compression, also at steps in between",
  async () => {
    const { from } = partitionOf(positionsOverTime, Date.now() - 14 * day)
    const span = intervalMs(positionsOverTime.chunk)
    // one chunk that is compressed and the chunk after it, with pauses
    const times = Array.from(
      { length: 200 },
      (_, i) => from + Math.floor((2 * span * i) / 200) + random(60_000),
    ).filter((_, i) => i % 50 < 40)
    await post(times.map((ts, i) => position('BOTH', 40 + i / 1_000, 9, { ts, speed_kph: i })))
    const query = {
      vehicle: 'BOTH',
      from: new Date(from + 1_234).toISOString(),
      to: new Date(from + 2 * span - 4_321).toISOString(),
    }
    const fetchResponses = async () =>
      Promise.all(
        ['positions/replay', 'assets/health'].map(
          async (call) => (await site.get(token, `msoc/v1/${call}`, query)).body,
        ),
      )
    const before = await fetchResponses()
    expect(before[0].tracks[0].t.length).toBeGreaterThan(150)
    await sql`SELECT compress_chunk(format('%I.%I', chunk_schema, chunk_name)::regclass, true)
      FROM timescaledb_information.chunks
      WHERE hypertable_name = 'positions'
      AND range_start = ${new Date(from)}`
    expect(await fetchResponses()).toEqual(before)
  },
)

test('the daily cleanup keeps newer data', async () => {
  const connections = connect(site.url, createLog())
  const publisher = (await openBus({ nats: undefined })).publisher()
  afterAll(async () => {
    publisher.close()
    await connections.close()
  })
  await post([position('YOUNG', 1, 1)])
  const before = await spans('positions')
  await forgetOld({ db: connections.db, publisher, log: createLog(), partitions: createPartitionMaker(connections.db) })
  expect(await spans('positions')).toEqual(before)
  expect(
    await sql`SELECT 1 FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin = 'YOUNG'`,
  ).toHaveLength(1)
})

const kinds: ((vehicle: string, ts: number) => object)[] = [
  (vehicle, ts) => position(vehicle, random(90), random(180), { ts }),
  (vehicle, ts) => ({
    type: 'telemetry',
    vehicle,
    ts,
    signals: { 'Vehicle.Speed': random(200), 'Vehicle.Name': `n${random(9)}` },
  }),
  (vehicle, ts) => ({
    type: 'can',
    vehicle,
    ts,
    bus: 'can0',
    frames: Array.from({ length: 1 + random(40) }, (_, i) => [i * 10, random(2_048), '']),
  }),
  (vehicle, ts) => ({ type: 'ids.host', vehicle, ts, event_id: 0x8001 + random(4), sensor_instance: random(3) }),
  (vehicle, ts) => ({ type: 'syslog', vehicle, ts, message: `m${random(99)}` }),
]

test('rollups by minute and hour equal the counts of the raw rows, after a random mix in random order', async () => {
  const beta = await site.organisation('Mixed')
  const now = Date.now()
  // an event with two signals is one event, and counts as one row of its first signal
  for (let round = 0; round < 12; round++) {
    const events = Array.from({ length: 200 }, () =>
      kinds[random(kinds.length)]!(`MIX${random(20)}`, now - random(3 * 3_600_000)),
    )
    expect((await site.post(beta.key, events)).body.accepted).toBe(200)
  }
  for (const step of ['minute', 'hour']) {
    const raw = await sql`
      SELECT bucket, kind, count(*)::int AS events FROM (
        SELECT date_trunc(${step}, ts, 'UTC') AS bucket, 'position' AS kind FROM positions WHERE org_id = ${beta.org.id}
       
      UNION ALL
      SELECT date_trunc(${step}, ts, 'UTC'), 'telemetry'
      FROM signals
      WHERE org_id = ${beta.org.id}
      AND value IS NOT NULL
        UNION ALL SELECT date_trunc(${step}, ts, 'UTC'), kind FROM ids_events WHERE org_id = ${beta.org.id}
        UNION ALL SELECT date_trunc(${step}, ts, 'UTC'), 'syslog' FROM syslog_events WHERE org_id = ${beta.org.id}
      ) AS e GROUP BY 1, 2 ORDER BY 1, 2`
    const rolled = await sql`SELECT bucket, kind, events::int
        FROM event_rollups
        WHERE org_id = ${beta.org.id}
        AND step = ${step}
        AND kind <> 'can'
        ORDER BY 1, 2`
    expect(rolled).toEqual(raw)
    // a packed event counts all its frames in the minute in which it begins
    const [frames] = await sql`SELECT (SELECT sum(events)::int
        FROM event_rollups
        WHERE org_id = ${beta.org.id}
        AND step = ${step}
        AND kind = 'can') AS rolled, (SELECT count(*)::int
        FROM can_frames
        WHERE org_id = ${beta.org.id}) AS raw`
    expect(frames!.rolled).toBe(frames!.raw)
  }
  const alerts = await sql`SELECT a.severity, count(*)::int AS alerts
      FROM alerts a
      WHERE org_uuid = ${beta.org.uuid}
      GROUP BY 1
      ORDER BY 1`
  const raised = await sql`SELECT severity, sum(alerts)::int AS alerts
      FROM alert_rollups
      WHERE org_id = ${beta.org.id}
      AND step = 'minute'
      GROUP BY 1
      ORDER BY 1`
  expect(raised).toEqual(alerts)
})

test("[MAP-2] a vehicle's state is its newest position, in any order of arrival", async () => {
  const now = Date.now()
  const at = (second: number) =>
    position('SHUFFLED', second, 1, { ts: now - 60_000 + second * 1_000, speed_kph: second })
  const order = Array.from({ length: 50 }, (_, i) => i).sort(() => random(2) - 0.5)
  for (let from = 0; from < 50; from += 7) await post(order.slice(from, from + 7).map(at))
  const { vehicle } = (await site.get(token, 'msoc/v1/assets/vehicle', { uuid: 'SHUFFLED' })).body
  expect(vehicle.position).toMatchObject({ lat: 49, speed_kph: 49, ts: new Date(now - 11_000).toISOString() })

  const off = await sql`
    SELECT v.vin FROM vehicle_state s JOIN vehicles v ON v.id = s.vehicle_id
   
    WHERE s.position_ts <> (SELECT max(ts)
    FROM positions p
    WHERE p.vehicle_id = s.vehicle_id)
    AND v.vin NOT IN ('KEPT')`
  expect(off).toHaveLength(0)
  const { body } = await site.get(token, 'msoc/v1/positions', { vehicle: 'SHUFFLED', limit: 20 })
  expect(body.positions.map(({ lat }: { lat: number }) => lat)).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test("pages of one vehicle's frames return each frame once and in order, to the microsecond", async () => {
  const ts = Date.now() - 60_000
  await post([
    {
      type: 'can',
      vehicle: 'PAGED',
      ts,
      bus: 'can0',
      frames: Array.from({ length: 1_000 }, (_, i) => [
        Math.floor(i / 10),
        i % 2_048,
        (i % 256).toString(16).padStart(2, '0'),
      ]),
    },
  ])
  const frames: { ts: string; id: number }[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await site.get(token, 'msoc/v1/can/frames', { vehicle: 'PAGED', limit: 33, cursor })
    frames.push(...body.frames)
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect([frames.length, new Set(frames.map(({ id }) => id)).size]).toEqual([1_000, 1_000])
  expect(frames.map((frame) => frame.ts)).toEqual(frames.map((frame) => frame.ts).sort())
  expect(new Set(frames.map((frame) => frame.ts)).size).toBe(100)
})
