import { afterAll, expect, test } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { createMetrics } from '@carapace/ingest/src/core/metrics.ts'
import { Fenced } from '@carapace/ingest/src/msoc/committing.ts'
import type { Item } from '@carapace/ingest/src/msoc/item.ts'
import { movePositions, positionOf, readPositions } from '@carapace/ingest/src/msoc/kafka/positions.sink.ts'
import type { Chunk } from '@carapace/ingest/src/msoc/chunk.ts'
import { createPipeline } from '@carapace/ingest/src/msoc/pipeline.ts'
import { createPartitionMaker } from '@carapace/ingest/src/msoc/storing/partitions.ts'
import { claimKeys } from '@carapace/ingest/src/msoc/storing/replies.sink.ts'
import { latestOf, storeStates } from '@carapace/ingest/src/msoc/storing/state.sink.ts'
import { createOrganisation } from '@carapace/shared/account/provision.queries'
import { openBus } from '@carapace/shared/core/bus/bus'
import type { PositionEvent } from '@carapace/shared/msoc/events/events'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'

import { testDatabase } from '../../support/database.ts'

const { db, url, sql } = await testDatabase()
const org = await createOrganisation(db, { name: 'Alpha' })
const log = createLog()
const began = Date.now() - 60_000

/** A database connection and a pipeline, as in an ingest process. */
async function aProcess() {
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
  return { ...connections, ...pipeline }
}

const one = await aProcess()
const other = await aProcess()

const position = (vehicle: string, lat: number, seconds: number): PositionEvent => ({
  kind: 'position',
  vehicle,
  ts: began + seconds * 1_000,
  deviceTs: null,
  lat,
  lon: 11,
  speedKph: null,
  headingDeg: null,
  altitudeM: null,
  hdop: null,
})

const chunk = (events: PositionEvent[], more: Partial<Chunk> = {}): Chunk => ({
  org,
  source: 'a test',
  receivedAt: began,
  idempotency: undefined,
  events,
  lines: events.map((_, i) => i + 1),
  rejects: [],
  ...more,
})

/** The records of a partition from one offset to another. */
const records = (topic: string, from: number, next: number, events: PositionEvent[] = []): Chunk =>
  chunk(events, { recordOf: { topic, partition: 0, from, next, part: undefined } })

const begin = (topic: string, first: number) => readPositions(one.db, [{ topic, partition: 0 }], async () => first)
const reached = (topic: string) => positionOf(one.db, { topic, partition: 0 })

test.for([
  { what: 'begin before it', from: 9 },
  { what: 'begin beyond it', from: 11 },
])('[KAFKA-8] records that $what are skipped, and the position stays', async ({ from }) => {
  const topic = `from ${from}`
  await begin(topic, 10)
  const some = records(topic, from, 15)
  expect(await one.write((tx) => movePositions(tx, [some]))).toEqual(new Set([some]))
  expect(await reached(topic)).toBe(10)
})

test('[KAFKA-8] records that start at the position, and those that follow them, are stored', async () => {
  await begin('exact', 10)
  const run = [records('exact', 10, 12), records('exact', 12, 13)]
  const gap = records('exact', 14, 15)
  expect(await one.write((tx) => movePositions(tx, [...run, gap]))).toEqual(new Set([gap]))
  expect(await reached('exact')).toBe(13)
})

test('[KAFKA-8] a process drops its state of vehicles whose records another process stored', async () => {
  await begin('fenced', 0)
  await sql`INSERT INTO vehicles (org_uuid, org_id, vin) VALUES (${org.uuid}, ${org.id}, 'MOVED')`
  await one.submit(records('fenced', 0, 1, [position('MOVED', 48, 0)]))
  const jump = () => records('fenced', 1, 2, [position('MOVED', 60, 1)])
  await other.submit(jump())
  await expect(one.submit(jump())).rejects.toThrow(Fenced)
  await one.submit(records('fenced', 2, 3, [position('MOVED', 60.0001, 2)]))
  const jumps = await sql`SELECT count FROM alerts WHERE org_uuid = ${org.uuid} AND rule = 'impossible-movement'`
  expect(jumps).toEqual([{ count: '1' }])
})

test('[EVENT-10] one Idempotency-Key under two ingest keys means two requests, also in one batch', async () => {
  const keyed = (keyUuid: string, events: PositionEvent[]) => chunk(events, { idempotency: { keyUuid, key: 'same' } })
  const batch = () => [
    keyed('00000000-0000-4000-8000-000000000001', [position('A', 1, 0)]),
    keyed('00000000-0000-4000-8000-000000000002', [position('A', 1, 0), position('A', 1, 1)]),
  ]
  const claim = (chunks: Chunk[]) => one.write((tx) => claimKeys(tx, chunks, new Date()))
  expect(await claim(batch())).toEqual(new Map())
  const again = batch()
  const answered = await claim(again)
  expect(again.map((each) => answered.get(each)?.accepted)).toEqual([1, 2])
})

test("[VEHICLE-4] a vehicle's last report time never goes back, neither in a batch nor in the table", async () => {
  const [row] = await sql`INSERT INTO vehicles (org_uuid, org_id, vin)
    VALUES (${org.uuid}, ${org.id}, 'HEARD') RETURNING id`
  const vehicle = { id: row!.id as VehicleId }
  const states = (...received: number[]) =>
    latestOf(
      received.map((receivedAt) => ({ org, vehicle, event: position('HEARD', 1, 0), receivedAt }) as unknown as Item),
    )
  expect(states(began + 2_000, began + 1_000)).toMatchObject([{ lastSeen: began + 2_000 }])
  for (const receivedAt of [began + 2_000, began + 1_000]) await one.write((tx) => storeStates(tx, states(receivedAt)))
  const [state] = await sql`SELECT extract(epoch FROM last_seen)::float8 * 1000 AS ms FROM vehicle_state
    WHERE vehicle_id = ${vehicle.id}`
  expect(state!.ms).toBe(began + 2_000)
})

test('[BATCH-5] an update of all states writes no index', async () => {
  const rows = await sql`INSERT INTO vehicles (org_uuid, org_id, vin)
    SELECT ${org.uuid}, ${org.id}, 'STATE' || n FROM generate_series(1, 1000) n RETURNING id`
  const states = (second: number) =>
    latestOf(
      rows.map(({ id }) => ({
        org,
        vehicle: { id: id as VehicleId },
        event: position('', 1, second),
        receivedAt: began,
      })) as unknown as Item[],
    )
  const indexBytes = async () => (await sql`SELECT pg_indexes_size('vehicle_state')::int AS bytes`)[0]!.bytes as number
  await one.write((tx) => storeStates(tx, states(0)))
  const before = await indexBytes()
  // once: until the room is used again, no transaction of any other database may be older
  await one.write((tx) => storeStates(tx, states(1)))
  expect(await indexBytes()).toBe(before)
})
