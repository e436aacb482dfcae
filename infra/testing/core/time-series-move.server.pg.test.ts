import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { createStatements, partitionOf } from '@carapace/shared/core/time-series/time-series'
import { createPartitions, dropOld, offersTimescale } from '@carapace/shared/core/time-series/time-series.queries'
import { allTimeSeries, positionsOverTime } from '@carapace/shared/msoc/events/events.series'

import { prepareDatabase } from '../../local/postgres/database.ts'
import { testDatabase } from '../support/database.ts'
import { position } from '../support/events.ts'
import { startInstallation } from '../support/installation.ts'

/** The tables as they are on a server without TimescaleDB. */
const nativeDatabase = () =>
  testDatabase(async (db) => {
    for (const series of allTimeSeries) {
      for (const statement of createStatements(series, false)) await db.execute(statement)
    }
  })
const site = await startInstallation({}, nativeDatabase)
const { sql, db } = site
const why = (await offersTimescale(db)) ? '' : ' (skipped: the server has no TimescaleDB)'
const {
  key,
  members: {
    VIEWER: { token },
  },
} = await site.organisation('Alpha')
/** Sends the events during the move, so that Alpha's data stays the same. */
const bravo = await site.organisation('Bravo')
const day = 86_400_000
const now = Date.now()
const vehicle = 'MOVED'
const script = resolve(import.meta.dirname, '../../local/admin.ts')
const environment = { ...process.env, DATABASE_URL: site.url }

const admin = (...words: string[]) =>
  promisify(execFile)(process.execPath, [script, ...words], { env: environment }).then(({ stdout }) => stdout.trim())

/** One event of every kind, in each six hours of five days. */
const events = Array.from({ length: 20 }, (_, i) => now - 60_000 - (i * day) / 4).flatMap((ts, i) => [
  position(vehicle, i, 9, { ts }),
  { type: 'telemetry', vehicle, ts, signals: { 'Vehicle.Speed': i } },
  {
    type: 'can',
    vehicle,
    ts,
    bus: 'can0',
    frames: [
      [0, i, '0A'],
      [500, i, '0B'],
    ],
  },
  { type: 'syslog', vehicle, ts, message: `line ${i}` },
  { type: 'ids.can', vehicle, ts, event_id: 0x8001 + i },
  { type: 'inventory', vehicle, ts, ecus: [{ ecu: 'BCM', software: 'SW', version: String(i) }] },
])

const span = { vehicle, from: new Date(now - 6 * day).toISOString(), to: new Date(now - 30_000).toISOString() }
const calls = [
  'positions',
  'positions/replay',
  'can/frames',
  'syslog',
  'ids/events',
  'signals',
  'signals/plot',
  'assets/health',
  'rollups',
  'dashboard',
]

/** The answers of the product about the past. */
async function fetchPast(): Promise<Record<string, unknown>> {
  const more = {
    signals: { path: 'Vehicle.Speed' },
    'signals/plot': { paths: 'Vehicle.Speed' },
    rollups: { step: 'hour' },
  } as Record<string, object>
  const answers = await Promise.all(
    calls.map(async (call) => {
      const { status, body, text } = await site.get(token, `msoc/v1/${call}`, { ...span, ...more[call] })
      expect(status, text).toBe(200)
      return [call, body] as const
    }),
  )
  return Object.fromEntries(answers)
}

interface Positions {
  readonly positions: readonly { readonly ts: string; readonly lat: number }[]
}

const latitudes = async (of: string) =>
  ((await site.get(of, 'msoc/v1/positions', span)).body as Positions).positions.map(({ lat }) => lat)

const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      allTimeSeries.map(
        async ({ name }) => [name, (await sql`SELECT count(*)::int FROM ${sql(name)}`)[0]!.count] as const,
      ),
    ),
  )
const kinds = async () =>
  (
    await sql<
      { relkind: string }[]
    >`SELECT relkind FROM pg_class WHERE relname IN ${sql(allTimeSeries.map(({ name }) => name))}`
  ).map(({ relkind }) => relkind)

test.skipIf(why !== '')(
  `[TIMESERIES-2] native partitions stay when the server gains TimescaleDB, with a hint to move${why}`,
  async () => {
    const notify = vi.fn<(sentence: string) => void>()
    expect(await prepareDatabase(site.url, notify)).toEqual({ timescale: false })
    expect(await kinds()).toEqual(['p', 'p', 'p', 'p', 'p', 'p'])
    expect(notify.mock.calls).toEqual([[expect.stringContaining('npm run admin -- time-series move')]])

    expect((await site.post(key, events)).body).toEqual({ accepted: 120, rejected: [] })
    expect(await counts()).toEqual({
      positions: 20,
      signals: 20,
      can_frames: 40,
      ids_events: 20,
      syslog_events: 20,
      software_reports: 20,
    })
  },
)

test.skipIf(why !== '')(
  `[TIMESERIES-6] a killed move continues, ingest goes on, and the answers are the same afterwards${why}`,
  { timeout: 180_000 },
  async () => {
    const before = await fetchPast()
    const held = partitionOf(positionsOverTime, now - 2 * day)
    const late = partitionOf(positionsOverTime, now - 4 * day)
    const reader = postgres(site.url, { max: 1 })
    const release = Promise.withResolvers<void>()
    const reading = reader.begin(async (tx) => {
      await tx`LOCK TABLE ${tx(held.name)} IN ACCESS SHARE MODE`
      await release.promise
    })
    const mover = spawn(process.execPath, [script, 'time-series', 'move'], { env: environment, stdio: 'ignore' })
    await vi.waitFor(
      async () =>
        expect(await sql`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = ${held.name}::regclass`).toHaveLength(
          1,
        ),
      { timeout: 30_000, interval: 50 },
    )
    mover.kill('SIGKILL')
    await once(mover, 'exit')

    // ingest runs as before; one event is in the time that is moved already, one is not
    const between = [position(vehicle, 51, 9, { ts: late.from + 1 }), position(vehicle, 50, 9, { ts: now - 40_000 })]
    expect((await site.post(bravo.key, between)).body.accepted).toBe(2)
    expect(await latitudes(bravo.members.VIEWER.token)).toEqual([51, 50])
    // history that is not moved yet is missing
    expect(await latitudes(token)).toEqual(
      (before.positions as Positions).positions.filter(({ ts }) => Date.parse(ts) >= held.to).map(({ lat }) => lat),
    )
    release.resolve()
    await reading
    await reader.end()

    expect(await admin('time-series', 'move')).toContain('All time series are hypertables.')
    expect(await kinds()).toEqual(['r', 'r', 'r', 'r', 'r', 'r'])
    expect(await counts()).toEqual({
      positions: 22,
      signals: 20,
      can_frames: 40,
      ids_events: 20,
      syslog_events: 20,
      software_reports: 20,
    })
    expect(await sql`SELECT 1 FROM pg_class WHERE relname LIKE '%\\_native%'`).toHaveLength(0)
    expect(await fetchPast()).toEqual(before)
    expect(await latitudes(bravo.members.VIEWER.token)).toEqual([51, 50])
    expect(await admin('time-series', 'move')).toBe('The time series are hypertables already.')
  },
)

test.skipIf(why !== '')(
  `[TIMESERIES-5] [TIMESERIES-6] moved data is compressed and deleted like newer data, without changes${why}`,
  { timeout: 180_000 },
  async () => {
    const before = await fetchPast()
    for (const { name } of allTimeSeries) {
      const [job] = await sql<{ id: number }[]>`SELECT job_id AS id
        FROM timescaledb_information.jobs
        WHERE hypertable_name = ${name}
        AND proc_name = 'policy_compression'`
      await sql`CALL run_job(${job!.id})`
    }
    const [compressed] = await sql`SELECT count(*)::int
        FROM timescaledb_information.chunks
        WHERE hypertable_name = 'positions'
        AND is_compressed`
    expect(compressed!.count).toBeGreaterThan(12)
    expect(await fetchPast()).toEqual(before)

    const keepFrom = partitionOf(positionsOverTime, now - 2 * day).from
    expect((await dropOld(db, positionsOverTime, keepFrom + 90 * day)).length).toBeGreaterThan(8)
    expect(await latitudes(token)).toEqual(
      (before.positions as Positions).positions.filter(({ ts }) => Date.parse(ts) >= keepFrom).map(({ lat }) => lat),
    )
  },
)

test.skipIf(why !== '')(
  `[TIMESERIES-8] what new chunks span is the operator's to say, and a migration leaves it${why}`,
  async () => {
    expect(await admin('time-series', 'chunk', '--table', 'positions', '--interval', '30 minutes')).toBe(
      'Chunks of positions that are made from now on span 30 minutes.',
    )
    await prepareDatabase(site.url)
    await site.post(key, [position(vehicle, 70, 9, { ts: now - 20 * day })])
    const [chunk] = await sql`SELECT (range_end - range_start)::text AS span
        FROM timescaledb_information.chunks
        WHERE hypertable_name = 'positions'
        ORDER BY range_start
        LIMIT 1`
    expect(chunk!.span).toBe('00:30:00')
    expect(await admin('time-series', 'list')).toMatch(/^positions: \d+ chunks of 00:30:00, \d+ compressed/)
  },
)

test.runIf(why !== '')(
  '[TIMESERIES-6] [TIMESERIES-8] without TimescaleDB nothing moves, and partitions span what they are named after',
  async () => {
    await expect(admin('time-series', 'move')).rejects.toThrow('This server has no TimescaleDB')
    await expect(admin('time-series', 'chunk', '--table', 'positions', '--interval', '1 hour')).rejects.toThrow(
      'positions is partitioned natively',
    )
    expect(await admin('time-series', 'list')).toMatch(/^positions: \d+ native partitions of 6 hours/)
    await createPartitions(db, positionsOverTime, [partitionOf(positionsOverTime, now)])
    expect(await kinds()).toEqual(['p', 'p', 'p', 'p', 'p', 'p'])
  },
)
