import { describe, expect, test } from 'vitest'
import { compressions } from '@carapace/ingest/src/core/kafka-settings.ts'

import { idsEvent, position, theAlert } from '../../support/events.ts'
import { fetchAnswer, type Installation, sendAndEnd, startInstallation } from '../../support/installation.ts'
import {
  AssignerProtocol,
  ConfigResourceTypes,
  eventually,
  kafkaMissing,
  kafkaSettings,
  recordsIn,
  settled,
  externalClient,
  externalProducer,
  topicsIn,
} from '../../support/servers/kafka.ts'

describe.skipIf(kafkaMissing)(`ingest over Kafka${kafkaMissing ? `: ${kafkaMissing}` : ''}`, async () => {
  if (kafkaMissing) return
  const site = await startInstallation()
  const alpha = await site.organisation('Alpha')
  const settings = kafkaSettings()
  const topics = topicsIn(settings)
  const one = await site.anotherIngest({ kafka: settings })
  const two = await site.anotherIngest({ kafka: settings })

  let vehicles = 0
  const newVehicle = () => `VEHICLE${++vehicles}`
  const post = (events: object[], { port = one.port, key }: { port?: number; key?: string } = {}) =>
    site.post(alpha.key, events, { port, headers: key ? { 'idempotency-key': key } : {} })

  test('[KAFKA-1] input of every kind of source is stored, by whichever process has the partition', async () => {
    const vin = newVehicle()
    const now = Date.now()
    const events = [
      position(vin, 1, 1),
      {
        type: 'telemetry',
        vehicle: vin,
        ts: now,
        signals: { 'Vehicle.Speed': 3, 'Vehicle.Name': 'ü', 'Vehicle.IsOpen': true },
      },
      {
        type: 'can',
        vehicle: vin,
        ts: now,
        bus: 'can0',
        frames: [
          [0, 0x123, '00FF'],
          [10, 0x18daf110, ''],
        ],
        fd: true,
      },
      idsEvent(vin, { context: 'C0FFEE', detail: { ecu: 'gateway' } }),
      { type: 'ids.eth', vehicle: vin, ts: now, event_id: 0x8002 },
      { type: 'ids.host', vehicle: vin, ts: now, event_id: 0x8003 },
      { type: 'syslog', vehicle: vin, ts: now, message: 'hello' },
    ]
    expect((await post(events)).body).toEqual({ accepted: 7, rejected: [] })
    await site.post(alpha.key, '(1700000000.000100) can0 123#DEADBEEF\n', {
      path: `candump?vehicle=${vin}`,
      port: two.port,
      headers: { 'content-type': 'text/plain' },
    })
    await sendAndEnd(
      one.syslogPort,
      `<13>1 - - app - - [carapace@32473 key="${alpha.key}" vehicle="${vin}"] over syslog\n` +
        `<13>1 - - app - - [carapace@32473 key="${alpha.key}"] of no vehicle\n`,
    )

    await eventually(async () =>
      expect(await countsOf(site)).toMatchObject({
        positions: 1,
        signals: 3,
        can_frames: 3,
        ids_events: 3,
        syslog_events: 3,
      }),
    )
    expect(await site.sql`SELECT vehicle_id = 0 AS nobodys FROM syslog_events WHERE message = 'of no vehicle'`).toEqual(
      [{ nobodys: true }],
    )
    expect((await theAlert(site, alpha, { vehicle: vin, rule: 'ids.can 0x8001' })).count).toBe(1)
  })

  test("[KAFKA-2] a vehicle's records have one partition number in all topics, and origin headers", async () => {
    const [position_, can] = [await recordsIn(settings, topics.of.position), await recordsIn(settings, topics.of.can)]
    const key = `${alpha.org.uuid}/VEHICLE1`
    const numbers = new Set(
      [...position_, ...can].filter((record) => record.key === key).map(({ partition }) => partition),
    )
    expect(numbers.size).toBe(1)
    expect(position_[0]!.headers).toMatchObject({
      org: alpha.org.uuid,
      batch: expect.any(String),
      part: expect.stringMatching(/^\d+$/),
      received_at: expect.stringMatching(/^\d{13}$/),
      source: 'http',
    })
  })

  test('[KAFKA-7] each process has the same partition numbers of every topic, and together they have all', async () => {
    const three = await site.anotherIngest({ kafka: settings })
    const admin = externalClient(settings).admin()
    await admin.connect()
    await eventually(async () => {
      const {
        groups: [group],
      } = await admin.describeGroups([settings.group])
      expect(group!.members).toHaveLength(3)
      const shares = group!.members.map(({ memberAssignment }) =>
        Object.entries(AssignerProtocol.MemberAssignment.decode(memberAssignment)!.assignment),
      )
      for (const share of shares) expect(new Set(share.map(([, numbers]) => numbers.join())).size).toBe(1)
      expect(shares.map((share) => share.length)).toEqual(shares.map(() => topics.all.length))
      expect(shares.flatMap(([first]) => first![1]).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
    })
    await admin.disconnect()
    await three.stop()
  })

  test('[KAFKA-4] a request repeated with the same key, also to another process, is stored once', async () => {
    const vins = Array.from({ length: 8 }, newVehicle)
    const request = vins.flatMap((vin) => [position(vin, 1, 1), position(vin, 91, 1), idsEvent(vin)])
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) => post(request, { key: 'again', port: [one, two][i % 2]!.port })),
    )
    await settled(site, settings)

    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(
      await site.sql`SELECT count(*)::int AS rows, count(DISTINCT vehicle_id)::int AS vehicles
        FROM positions
        JOIN vehicles v ON v.id = vehicle_id
        WHERE vin IN ${site.sql(vins)}`,
    ).toEqual([{ rows: 8, vehicles: 8 }])
    expect((await theAlert(site, alpha, { vehicle: vins[0]! })).count).toBe(1)
    expect(await site.sql`SELECT 1 FROM ingest_rejects WHERE reason LIKE 'lat:%'`).toHaveLength(8)
  })

  test('[KAFKA-4] a log that is uploaded again with the same key adds no frames, whenever it is sent', async () => {
    const vin = newVehicle()
    const log = Array.from({ length: 25_000 }, (_, i) => {
      const micros = String(((i % 1_000) * 997) % 1_000_000).padStart(6, '0')
      return `(${1_700_000_000 + Math.floor(i / 1_000)}.${micros}) can0 123#${i.toString(16).padStart(8, '0')}`
    }).join('\n')
    const upload = (port: number) =>
      site.post(alpha.key, log, {
        path: `candump?vehicle=${vin}`,
        port,
        headers: { 'content-type': 'text/plain', 'idempotency-key': 'log' },
      })
    for (const { port } of [one, two, one])
      expect((await upload(port)).body).toMatchObject({ accepted: 25_000, parts: 3 })
    await settled(site, settings)

    const [frames] = await site.sql`SELECT count(*)::int, count(DISTINCT data)::int AS different
        FROM can_frames f
        JOIN vehicles v ON v.id = f.vehicle_id
        WHERE v.vin = ${vin}`
    expect(frames).toEqual({ count: 25_000, different: 25_000 })
  })

  test('[KAFKA-4] a record that the broker has twice, after a lost acknowledgement, is stored once', async () => {
    const vin = newVehicle()
    const producer = await externalProducer(settings)
    const message = {
      key: `${alpha.org.uuid}/${vin}`,
      value: JSON.stringify(position(vin, 1, 1)),
      headers: { org: alpha.org.uuid, batch: 'a batch', part: '0', received_at: String(Date.now()), source: 'http' },
    }
    for (let times = 0; times < 3; times++)
      await producer.send({ topic: topics.of.position, messages: [message, message] })
    await settled(site, settings)
    expect(await positionsOf(site, vin)).toBe(1)
  })

  test('[KAFKA-5] records without headers get the only organisation; invalid lines are kept', async () => {
    const vin = newVehicle()
    const producer = await externalProducer(settings)
    await producer.send({
      topic: topics.of.position,
      messages: [
        { value: `${JSON.stringify(position(vin, 1, 1))}\nnot JSON\n\n${JSON.stringify(position(vin, 2, 2))}\n` },
        { value: null },
      ],
    })
    await eventually(async () => expect(await positionsOf(site, vin)).toBe(2))

    expect(await site.sql`SELECT source, line, event FROM ingest_rejects WHERE source = 'kafka'`).toEqual([
      { source: 'kafka', line: 2, event: 'not JSON' },
    ])
    await eventually(async () =>
      expect((await recordsIn(settings, topics.rejects)).filter(({ headers }) => headers.kept === '1')).toMatchObject([
        { value: 'not JSON', headers: { org: alpha.org.uuid, line: '2', reason: expect.stringMatching(/^not JSON/) } },
      ]),
    )
    await settled(site, settings)
    expect(await site.sql`SELECT 1 FROM ingest_rejects WHERE event = 'not JSON'`).toHaveLength(1)
  })

  test.for(compressions.map((compression) => ({ compression })))(
    '[KAFKA-3] records that other producers compressed with $compression are read, and so are ours',
    async ({ compression }) => {
      const vin = newVehicle()
      const different = kafkaSettings({ compression, partitions: 1 })
      const ingest = await site.anotherIngest({ kafka: different })
      await post(
        Array.from({ length: 500 }, (_, i) => position(vin, i / 100, 1)),
        { port: ingest.port },
      )
      await eventually(async () => expect(await positionsOf(site, vin)).toBe(500))
      await ingest.stop()
    },
  )

  test('[KAFKA-8] while processes start and stop, every event is stored once, and alert counts are exact', async () => {
    const vins = Array.from({ length: 40 }, newVehicle)
    let sent = 0
    let isOver = false
    const send = async (port: number) => {
      while (!isOver) {
        const { status } = await post(
          vins.flatMap((vin) => [position(vin, 1, 1), idsEvent(vin)]),
          { port },
        )
        if (status === 200) sent += 1
      }
    }
    const sending = [send(one.port), send(two.port)]
    for (let round = 0; round < 3; round++) {
      const other = await site.anotherIngest({ kafka: settings })
      const before = sent
      await eventually(async () => expect(sent).toBeGreaterThan(before + 5))
      await other.stop()
    }
    isOver = true
    await Promise.all(sending)
    await settled(site, settings)

    const stored = await site.sql`SELECT count(*)::int AS rows
        FROM positions p
        JOIN vehicles v ON v.id = p.vehicle_id
        WHERE vin IN ${site.sql(vins)}
        GROUP BY vin`
    expect(stored).toEqual(vins.map(() => ({ rows: sent })))
    const counts = await site.sql`SELECT a.count::int
        FROM alerts a
        JOIN vehicles v ON v.id = a.vehicle_id
        WHERE vin IN ${site.sql(vins)}`
    expect(counts).toEqual(vins.map(() => ({ count: sent })))
  })

  test('[KAFKA-10] an attack that is under way when its partition moves is still found', async () => {
    const other = kafkaSettings({ partitions: 1 })
    const vin = newVehicle()
    const failure = {
      type: 'syslog',
      vehicle: vin,
      app_name: 'sshd',
      hostname: 'tcu',
      message: 'Failed password for root from 203.0.113.7 port 41000 ssh2',
    }
    const first = await site.anotherIngest({ kafka: other })
    await post(
      Array.from({ length: 3 }, () => ({ ...failure, ts: Date.now() })),
      { port: first.port },
    )
    await settled(site, other)
    await first.stop()
    const second = await site.anotherIngest({ kafka: other })
    await post(
      Array.from({ length: 2 }, () => ({ ...failure, ts: Date.now() })),
      { port: second.port },
    )

    await eventually(async () => expect((await theAlert(site, alpha, { vehicle: vin })).count).toBe(5))
    await second.stop()
  })

  test('[KAFKA-12] a draining process reports it and still serves; the lag of its partitions is a metric', async () => {
    const own = kafkaSettings()
    const ingest = await site.anotherIngest({ kafka: own })
    expect((await fetchAnswer(`http://127.0.0.1:${ingest.port}/health`)).body).toEqual({ status: 'ok' })
    ingest.drain()
    expect(await fetchAnswer(`http://127.0.0.1:${ingest.port}/health`)).toMatchObject({
      status: 503,
      body: { reason: 'draining' },
    })
    expect((await post([position(newVehicle(), 1, 1)], { port: ingest.port })).status).toBe(200)
    await settled(site, own)
    await eventually(async () =>
      expect((await fetchAnswer(`http://127.0.0.1:${ingest.port}/metrics`)).text).toMatch(
        new RegExp(`^carapace_kafka_lag_records\\{topic="${topicsIn(own).of.position}"\\} 0$`, 'm'),
      ),
    )
    await ingest.stop()
  })

  test('[KAFKA-13] topics get their settings; topics with unequal partitions prevent the start', async () => {
    const admin = externalClient(settings).admin()
    await admin.connect()
    const {
      resources: [position_],
    } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topics.of.position }],
    })
    expect(
      Object.fromEntries(position_!.configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ).toMatchObject({ 'retention.ms': '3600000', 'max.message.bytes': '10485760', 'min.insync.replicas': '1' })
    const uneven = kafkaSettings()
    await admin.createTopics({
      topics: [
        { topic: topicsIn(uneven).of.position, numPartitions: 2 },
        { topic: topicsIn(uneven).of.can, numPartitions: 3 },
      ],
    })
    await admin.disconnect()
    await expect(site.anotherIngest({ kafka: uneven })).rejects.toThrow(/all topics need the same number of partitions/)
  })

  test('[KAFKA-5] with several organisations, a record of unknown organisation is a dead letter', async () => {
    const bravo = await site.organisation('Bravo')
    const vin = newVehicle()
    const own = kafkaSettings()
    const ingest = await site.anotherIngest({ kafka: own })
    const producer = await externalProducer(own)
    const value = JSON.stringify(position(vin, 1, 1))
    await producer.send({
      topic: topicsIn(own).of.position,
      messages: [{ value }, { value, headers: { org: 'no uuid' } }, { value, headers: { org: bravo.org.uuid } }],
    })
    await settled(site, own)

    expect(await site.sql`SELECT org_uuid FROM vehicles WHERE vin = ${vin}`).toEqual([{ org_uuid: bravo.org.uuid }])
    await eventually(async () =>
      expect(
        (await recordsIn(own, topicsIn(own).rejects)).map(({ value: text, headers }) => [
          text,
          headers.kept,
          headers.reason,
        ]),
      ).toEqual(
        expect.arrayContaining([
          [value, '0', expect.stringContaining('no header')],
          [value, '0', expect.stringContaining('no organisation no uuid')],
        ]),
      ),
    )
    await ingest.stop()
  })
})

const positionsOf = async (site: Installation, vin: string) =>
  Number(
    (await site.sql`SELECT count(*) FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin = ${vin}`)[0]!
      .count,
  )

async function countsOf(site: Installation) {
  const [counts] = await site.sql`SELECT (SELECT count(*)
      FROM positions)::int AS positions, (SELECT count(*)
      FROM signals)::int AS signals, (SELECT count(*)
      FROM can_frames)::int AS can_frames,
    (SELECT count(*) FROM ids_events)::int AS ids_events, (SELECT count(*) FROM syslog_events)::int AS syslog_events`
  return counts
}
