import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

import { startBroker } from '../../../kafka/broker.ts'
import { kafkaCommands } from '../../../local/admin/kafka.ts'
import { type Command, parse } from '../../../local/admin/command.ts'
import { idsEvent, position, theAlert } from '../../support/events.ts'
import { fetchAnswer, startInstallation } from '../../support/installation.ts'
import {
  eventually,
  kafkaMissing,
  kafkaSettings,
  recordsIn,
  settled,
  externalClient,
  externalProducer,
  topicsIn,
} from '../../support/servers/kafka.ts'

describe.skipIf(kafkaMissing)(`trouble with Kafka${kafkaMissing ? `: ${kafkaMissing}` : ''}`, async () => {
  if (kafkaMissing) return
  const site = await startInstallation()
  const alpha = await site.organisation('Alpha')

  let vehicles = 0
  const newVehicle = () => `VEHICLE${++vehicles}`
  const post = (events: object[], port: number, key?: string) =>
    site.post(alpha.key, events, { port, headers: key ? { 'idempotency-key': key } : {} })
  const positionsOf = async (vin: string) =>
    Number(
      (await site.sql`SELECT count(*) FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin = ${vin}`)[0]!
        .count,
    )
  const healthOf = (port: number) => fetchAnswer(`http://127.0.0.1:${port}/health`)
  const metric = async (port: number, name: string) =>
    Number(
      new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(
        (await fetchAnswer(`http://127.0.0.1:${port}/metrics`)).text,
      )?.[1],
    )

  test('[KAFKA-8] if two processes both believe to own a partition, each record is stored by one of them', async () => {
    const vins = Array.from({ length: 10 }, newVehicle)
    const settings = kafkaSettings()
    // separate groups, so that neither learns of the other
    const [one, two] = await Promise.all([
      site.anotherIngest({ kafka: settings }),
      site.anotherIngest({ kafka: { ...settings, group: `${settings.group}-other` } }),
    ])
    for (let i = 0; i < 20; i++)
      await post(
        vins.flatMap((vin) => [position(vin, i, 1), idsEvent(vin)]),
        [one, two][i % 2]!.port,
      )
    await settled(site, settings)

    const stored = await site.sql`SELECT count(*)::int AS rows, count(DISTINCT lat)::int AS different
        FROM positions p
        JOIN vehicles v ON v.id = p.vehicle_id
        WHERE vin IN ${site.sql(vins)}
        GROUP BY vin`
    expect(stored).toEqual(vins.map(() => ({ rows: 20, different: 20 })))
    expect((await theAlert(site, alpha, { vehicle: vins[0]!, rule: 'ids.can 0x8001' })).count).toBe(20)
    expect(
      (await metric(one.port, 'carapace_kafka_fenced_total')) + (await metric(two.port, 'carapace_kafka_fenced_total')),
    ).toBeGreaterThan(0)
    await Promise.all([one.stop(), two.stop()])
  })

  test('[KAFKA-9] records that the database could not store are retried until it can, in order and once', async () => {
    const vin = newVehicle()
    const settings = kafkaSettings({ partitions: 1 })
    const ingest = await site.anotherIngest({ kafka: settings })
    await site.sql.unsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'later' USING ERRCODE = '40001'; END $$;
      CREATE TRIGGER refusing BEFORE INSERT ON positions FOR EACH ROW EXECUTE FUNCTION refuse();`)
    for (let i = 0; i < 5; i++) expect((await post([position(vin, i, 1)], ingest.port)).status).toBe(200)
    // longer than the retries of a batch: the records are returned to the broker at least once
    const before = await site.sql`SELECT clock_timestamp() AS at`
    await eventually(async () =>
      expect((await site.sql`SELECT clock_timestamp() - ${before[0]!.at} > INTERVAL '10 s' AS late`)[0]!.late).toBe(
        true,
      ),
    )
    expect(await positionsOf(vin)).toBe(0)
    await site.sql`DROP TRIGGER refusing ON positions`
    await settled(site, settings)

    expect(await positionsOf(vin)).toBe(5)
    await ingest.stop()
  })

  test('[KAFKA-6] a record that the database refuses is kept as rejects; other records are stored', async () => {
    const [good, bad] = [newVehicle(), newVehicle()]
    const settings = kafkaSettings({ partitions: 1 })
    const ingest = await site.anotherIngest({ kafka: settings })
    await site.sql.unsafe(`CREATE OR REPLACE FUNCTION refuse_bad() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.hdop = 666 THEN RAISE EXCEPTION 'the test refuses' USING ERRCODE = '23514'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refusing BEFORE INSERT ON positions FOR EACH ROW EXECUTE FUNCTION refuse_bad();`)
    onTestFinished(async () => void (await site.sql`DROP TRIGGER IF EXISTS refusing ON positions`))
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        post([position(good, i, 1), position(bad, i, 1, { hdop: i === 7 ? 666 : 1 })], ingest.port),
      ),
    )
    await settled(site, settings)

    expect([await positionsOf(good), await positionsOf(bad)]).toEqual([20, 19])
    expect(await site.sql`SELECT reason FROM ingest_rejects WHERE vehicle = ${bad}`).toEqual([
      { reason: 'the database refused it: the test refuses' },
    ])
    await ingest.stop()
  })

  test('[KAFKA-11] lost records stop their partition, with a report, until an operator accepts the loss', async () => {
    const vin = newVehicle()
    const settings = kafkaSettings({ partitions: 1 })
    const topic = topicsIn(settings).of.position
    const first = await site.anotherIngest({ kafka: settings })
    await post([position(vin, 1, 1)], first.port)
    await settled(site, settings)
    await first.stop()
    const producer = await externalProducer(settings)
    await producer.send({
      topic,
      messages: Array.from({ length: 10 }, (_, i) => ({ value: JSON.stringify(position(vin, 2 + i, 1)) })),
    })
    const admin = externalClient(settings).admin()
    await admin.connect()
    await admin.fetchTopicOffsets(topic) // kafkajs deletes only in topics that it has looked up before
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '6' }] })
    await admin.disconnect()

    const second = await site.anotherIngest({ kafka: settings })
    await eventually(async () =>
      expect(await healthOf(second.port)).toMatchObject({
        status: 200,
        body: { status: 'degraded', reason: expect.stringContaining(`${topic}/0`) },
      }),
    )
    expect(await metric(second.port, 'carapace_kafka_position_lost')).toBe(1)
    await post([{ type: 'syslog', vehicle: vin, ts: Date.now(), message: 'the others go on' }], second.port)
    await eventually(async () =>
      expect(await site.sql`SELECT 1 FROM syslog_events WHERE message = 'the others go on'`).toHaveLength(1),
    )
    expect(await positionsOf(vin)).toBe(1)

    expect(await skipLost(topic, settings)).toContain(`${topic}/0 continues at record 6; it was at 1.`)
    await settled(site, settings)
    expect(await positionsOf(vin)).toBe(1 + 5)
    await eventually(async () => expect((await healthOf(second.port)).body).toEqual({ status: 'ok' }))
    expect(await skipLost(topic, settings)).toContain('is lost: the next record is')
    await second.stop()
  })

  async function skipLost(topic: string, { brokers }: ReturnType<typeof kafkaSettings>): Promise<string> {
    process.env.KAFKA_BROKERS = brokers.join(',')
    const { words, values } = parse(['kafka', 'skip-lost', '--topic', topic, '--partition', '0'])
    const command: Command = kafkaCommands[words]!
    return command({ db: site.db, databaseUrl: site.url, values, secretKey: () => '' }).finally(
      () => delete process.env.KAFKA_BROKERS,
    )
  }

  test(
    '[KAFKA-9] while the broker is down senders get 503, and afterwards nothing is lost or duplicated',
    { timeout: 300_000 },
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'carapace-kafka-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const broker = await startBroker({ dataDir })
      onTestFinished(() => broker.stop())
      const settings = kafkaSettings({ brokers: [broker.brokers] })
      const ingest = await site.anotherIngest({ kafka: settings })
      onTestFinished(() => ingest.stop())
      const vin = newVehicle()
      expect((await post([position(vin, 0, 0)], ingest.port)).status).toBe(200)
      await settled(site, settings)
      await broker.kill('SIGKILL')

      const away = await post([position(vin, 1, 1)], ingest.port, 'one')
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
      await eventually(async () =>
        expect(await healthOf(ingest.port)).toMatchObject({ status: 503, body: { reason: 'Kafka does not answer' } }),
      )
      await broker.start()
      await eventually(async () => expect((await post([position(vin, 1, 1)], ingest.port, 'one')).status).toBe(200))
      await eventually(async () => expect((await post([position(vin, 2, 2)], ingest.port, 'two')).status).toBe(200))
      await settled(site, settings)

      expect(await positionsOf(vin)).toBe(3)
      await eventually(async () => expect((await healthOf(ingest.port)).status).toBe(200))
    },
  )

  test('[KAFKA-5] many invalid records are skipped: a limited number is kept and copied', async () => {
    const settings = kafkaSettings({ partitions: 1 })
    const ingest = await site.anotherIngest({ kafka: settings })
    const producer = await externalProducer(settings)
    const vin = newVehicle()
    await producer.send({
      topic: topicsIn(settings).of.can,
      messages: [
        { value: 'x\n'.repeat(500_000), headers: { org: alpha.org.uuid } },
        { value: 'y'.repeat(5_000_000), headers: { org: crypto.randomUUID() } },
        { value: JSON.stringify(position(vin, 1, 1)) },
      ],
    })
    await settled(site, settings)

    expect(await positionsOf(vin)).toBe(1)
    expect(
      await site.sql`SELECT max(line) AS lines, count(*)::int AS rows,
          count(*) FILTER (WHERE reason LIKE '%and 499000 more%')::int AS telling
        FROM ingest_rejects
        WHERE event = 'x'`,
    ).toEqual([{ lines: 1_000, rows: 1_000, telling: 1 }])
    const letters = await recordsIn(settings, topicsIn(settings).rejects)
    expect(letters.filter(({ headers }) => headers.kept === '1')).toHaveLength(1_000)
    expect(letters.filter(({ headers }) => headers.kept === '0')).toMatchObject([
      { value: 'y'.repeat(1024 * 1024), headers: { reason: expect.stringContaining('of its 5000000 bytes') } },
    ])
    await ingest.stop()
  })

  test('[KAFKA-5] a dead letter is not read as an input record again', async () => {
    const settings = kafkaSettings({ partitions: 1 })
    const ingest = await site.anotherIngest({ kafka: settings })
    const producer = await externalProducer(settings)
    await producer.send({
      topic: topicsIn(settings).of.can,
      messages: [
        { value: 'no event', headers: { org: crypto.randomUUID() } },
        { value: 'no event', headers: { org: alpha.org.uuid } },
      ],
    })
    await settled(site, settings)
    await eventually(async () =>
      expect(
        (await recordsIn(settings, topicsIn(settings).rejects))
          .map(({ headers }) => headers.kept)
          .toSorted((a, b) => Number(a) - Number(b)),
      ).toEqual(['0', '1']),
    )
    await settled(site, settings)
    expect(await site.sql`SELECT 1 FROM ingest_rejects WHERE event = 'no event'`).toHaveLength(1)
    await ingest.stop()
  })
})
