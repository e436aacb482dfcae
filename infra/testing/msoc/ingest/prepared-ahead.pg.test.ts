import { afterAll, expect, test } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { createMetrics } from '@carapace/ingest/src/core/metrics.ts'
import type { Chunk } from '@carapace/ingest/src/msoc/chunk.ts'
import { createFleets } from '@carapace/ingest/src/msoc/detect/fleet.ts'
import { createPipeline } from '@carapace/ingest/src/msoc/pipeline.ts'
import { createPreparation } from '@carapace/ingest/src/msoc/preparing.ts'
import { createPartitionMaker } from '@carapace/ingest/src/msoc/storing/partitions.ts'
import { createSignalIds } from '@carapace/ingest/src/msoc/storing/signal-ids.ts'
import { createAllRules } from '@carapace/ingest/src/msoc/rules/org-rules.ts'
import { createOrganisation } from '@carapace/shared/account/provision.queries'
import { openBus } from '@carapace/shared/core/bus/bus'
import type { PositionEvent, SyslogEvent, TelemetryEvent, VehicleEvent } from '@carapace/shared/msoc/events/events'

import { testDatabase } from '../../support/database.ts'

const { db, url, sql } = await testDatabase()
const org = await createOrganisation(db, { name: 'Alpha' })
await sql`UPDATE organisations SET unknown_vehicles = 'register' WHERE uuid = ${org.uuid}`
const log = createLog()
const connections = connect(url, log)
const bus = await openBus({ nats: undefined }, log)
const publisher = bus.publisher()
const partitions = createPartitionMaker(connections.db)
const pipeline = createPipeline({ connections, publisher, partitions, metrics: createMetrics(), log })
afterAll(async () => {
  await pipeline.drain()
  publisher.close()
  await bus.close()
  await connections.close()
})
const began = Date.now() - 60_000
/** As many rows as a batch holds: it is taken from the queue while the batch before it commits. */
const fullRows = 20_000

const at = (vehicle: string, seconds: number) => ({ vehicle, ts: began + seconds * 1_000, deviceTs: null })

function position(vehicle: string, lat: number, seconds: number): PositionEvent {
  const unknown = { speedKph: null, headingDeg: null, altitudeM: null, hdop: null }
  return { kind: 'position', ...at(vehicle, seconds), lat, lon: 11, ...unknown }
}

function signal(vehicle: string, path: string): TelemetryEvent {
  return { kind: 'telemetry', ...at(vehicle, 0), signals: [[path, 1]] }
}

/** A log line that PostgreSQL refuses. */
function withNul(vehicle: string): SyslogEvent {
  const header = { hostname: null, appName: null, procId: null, msgId: null, structuredData: null }
  return { kind: 'syslog', ...at(vehicle, 1), facility: 1, severity: 5, ...header, message: '\0' }
}

function chunk(events: VehicleEvent[], more: Partial<Chunk> = {}): Chunk {
  const lines = events.map((_, i) => i + 1)
  return { org, source: 'a test', receivedAt: began, idempotency: undefined, events, lines, rejects: [], ...more }
}

/** A full batch, together with the rows of other chunks. */
const filling = (rows: number, events: VehicleEvent[] = []) =>
  chunk([...events, ...Array.from({ length: rows - events.length }, (_, i) => position('FILLER', 48, i / 1_000))])

test('[BATCH-3] a batch prepared while the one before it is refused does not know its events', async () => {
  await pipeline.submit(chunk([position('MOVED', 48, 0), position('FILLER', 48, 0)]))
  const [refused, stored] = await Promise.all([
    pipeline.submit(chunk([position('MOVED', 60, 1), withNul('MOVED')])),
    pipeline.submit(filling(fullRows, [position('MOVED', 48.0001, 2)])),
  ])
  expect([refused.accepted, stored.accepted]).toEqual([0, fullRows])
  expect(await sql`SELECT title FROM alerts WHERE rule = 'impossible-movement'`).toEqual([])
})

test('[BATCH-3] a request that is stored already leaves the batch that was prepared with it', async () => {
  const idempotency = { keyUuid: '00000000-0000-4000-8000-000000000001', key: 'once' }
  const keyed = () => chunk([position('KEYED', 48, 0)], { idempotency })
  await pipeline.submit(keyed())
  const replies = await Promise.all([
    pipeline.submit(chunk([position('KEYED', 48, 1)])),
    pipeline.submit(filling(fullRows - 1)),
    pipeline.submit(keyed()),
    pipeline.submit(filling(fullRows)),
  ])
  expect(replies.map(({ accepted }) => accepted)).toEqual([1, fullRows - 1, 1, fullRows])
  const [row] = await sql`SELECT count(*)::int AS rows FROM positions p JOIN vehicles v ON v.id = p.vehicle_id
    WHERE v.vin = 'KEYED'`
  expect(row).toEqual({ rows: 2 })
})

test('[BATCH-2] a batch is prepared ahead only if nothing has to be read or created for it', async () => {
  const fleets = createFleets(connections.db)
  const signalIds = createSignalIds(connections.db)
  const rules = createAllRules(connections.db, log)
  const preparation = createPreparation({ connections, fleets, rules, signalIds, partitions, log })
  const batch = () => [chunk([position('AHEAD', 48, 0), signal('AHEAD', 'Vehicle.Ahead')])]
  expect(preparation.prepareAhead(batch())).toBeUndefined()
  await preparation.prepare(batch())

  const ahead = preparation.prepareAhead(batch())!
  expect([...ahead.rows].map(([table, { rows }]) => [table, rows])).toEqual([
    ['positions', 1],
    ['signals', 1],
  ])
  expect(preparation.prepareAhead([chunk([position('OTHER', 48, 0)])])).toBeUndefined()
  expect(preparation.prepareAhead([chunk([signal('AHEAD', 'Vehicle.Other')])])).toBeUndefined()
  expect(preparation.isCurrent(ahead)).toBe(true)
  fleets.forgetThese(org, ['AHEAD'])
  expect(preparation.isCurrent(ahead)).toBe(false)
  expect(preparation.prepareAhead(batch())).toBeUndefined()
})
