import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { watchSilence } from '@carapace/ingest/src/msoc/silence.queries.ts'
import { createPartitionMaker } from '@carapace/ingest/src/msoc/storing/partitions.ts'
import { openBus } from '@carapace/shared/core/bus/bus'
import { silentFleets, silentVehicles } from '@carapace/shared/msoc/vehicles/silence.queries'

import { alertsOf, position, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ADMIN
const minuteAgo = Date.now() - 60_000

const log = createLog()
const connections = connect(site.url, log)
const publisher = (await openBus({ nats: undefined })).publisher()
const jobs = { db: connections.db, publisher, log, partitions: createPartitionMaker(connections.db) }
afterAll(async () => {
  publisher.close()
  await connections.close()
})

test('[GEOFENCE-1] a vehicle that leaves an area after being inside raises an alert of its severity', async () => {
  await site.call(token, 'msoc/v1/geofences/save', {
    name: 'Yard',
    severity: 'critical',
    active: true,
    polygon: [
      [9, 48],
      [9.01, 48],
      [9.01, 48.01],
      [9, 48.01],
    ],
  })
  await site.call(token, 'msoc/v1/geofences/save', {
    name: 'Sleeping',
    severity: 'critical',
    active: false,
    polygon: [
      [9, 48],
      [9.01, 48],
      [9.01, 48.01],
      [9, 48.01],
    ],
  })
  const at = (vehicle: string, lon: number, seconds: number) =>
    position(vehicle, 48.005, lon, { ts: minuteAgo + seconds * 1_000 })
  // areas are read again within 5 s: the exit of another vehicle shows when they have been
  await vi.waitFor(
    async () => {
      const probeVin = `SCOUT${crypto.randomUUID().slice(0, 8)}`
      await site.post(alpha.key, [at(probeVin, 9.005, 0), at(probeVin, 9.011, 10)])
      expect(await alertsOf(site, alpha, { vehicle: probeVin })).toHaveLength(1)
    },
    { timeout: 20_000, interval: 500 },
  )
  await site.post(alpha.key, [at('LEAVER', 9.005, 0), at('LEAVER', 9.006, 1)])
  expect(await alertsOf(site, alpha, { vehicle: 'LEAVER' })).toEqual([])
  await site.post(alpha.key, [
    at('LEAVER', 9.0105, 10),
    at('LEAVER', 9.005, 5),
    at('PASSER', 9.02, 0),
    at('PASSER', 9.021, 10),
  ])

  const alert = await theAlert(site, alpha, { vehicle: 'LEAVER' })
  expect(alert).toMatchObject({
    rule: 'geofence-exit',
    severity: 'critical',
    title: 'Left geofence Yard',
    count: 1,
    last_seen: new Date(minuteAgo + 10_000).toISOString(),
  })
  expect(alert.explanation).toEqual([{ field: 'position', observed: '48.00500, 9.01050', expected: 'inside Yard' }])
  expect(await alertsOf(site, alpha, { vehicle: 'PASSER' })).toEqual([])
  expect((await site.get(token, 'msoc/v1/assets/vehicle', { uuid: 'LEAVER' })).body.vehicle.health).toBe('compromised')
})

test('[GEOFENCE-4] [GEOFENCE-6] entering a circle alerts for the vehicles and models that it names', async () => {
  await createVehicle(site, token, { vin: 'NAMED' })
  await createVehicle(site, token, { vin: 'OF-MODEL', model: 'Hauler T9' })
  await createVehicle(site, token, { vin: 'OTHER', model: 'Halo 7' })
  const saved = await site.call(token, 'msoc/v1/geofences/save', {
    name: 'Harbour',
    severity: 'medium',
    active: true,
    circle: { lon: 9, lat: 50, radius_m: 1_000 },
    alert_on: 'enter',
    vins: ['NAMED'],
    models: ['Hauler T9'],
  })
  expect(saved.body.geofence).toMatchObject({ alert_on: 'enter', vins: ['NAMED'], models: ['Hauler T9'] })
  expect(saved.body.geofence.polygon).toHaveLength(64)
  let seconds = 0
  // areas are read again within 5 s
  await vi.waitFor(
    async () => {
      seconds += 2
      const [out, inside] = [seconds, seconds + 1].map((at) => ({ ts: minuteAgo + at * 1_000 }))
      for (const vehicle of ['OTHER', 'OF-MODEL', 'NAMED'])
        await site.post(alpha.key, [position(vehicle, 50, 9.02, out), position(vehicle, 50, 9.01, inside)])
      // both: the areas may be read between their positions
      for (const vehicle of ['OF-MODEL', 'NAMED']) expect(await alertsOf(site, alpha, { vehicle })).toHaveLength(1)
    },
    { timeout: 20_000, interval: 500 },
  )
  expect(await theAlert(site, alpha, { vehicle: 'NAMED' })).toMatchObject({
    rule: 'geofence-entry',
    title: 'Entered geofence Harbour',
    severity: 'medium',
  })
  expect(await alertsOf(site, alpha, { vehicle: 'OTHER' })).toEqual([])
})

test('[GEOFENCE-6] a save keeps the crossings and VINs that it leaves out; a polygon replaces a circle', async () => {
  const circle = { lon: 12, lat: 55, radius_m: 500 }
  const stated = { name: 'Port', severity: 'low', active: true }
  const { body } = await site.call(token, 'msoc/v1/geofences/save', {
    ...stated,
    circle,
    alert_on: 'both',
    vins: ['A'],
  })
  const polygon = [
    [12, 55],
    [12.1, 55],
    [12.1, 55.1],
  ]
  const { uuid, revision } = body.geofence
  const changed = await site.call(token, 'msoc/v1/geofences/save', { ...stated, uuid, revision, polygon })
  expect(changed.body.geofence).toMatchObject({ circle: null, polygon, alert_on: 'both', vins: ['A'], models: [] })
  expect((await site.call(token, 'msoc/v1/geofences/save', stated)).body.errors).toEqual({
    polygon: 'An area is a polygon or a circle.',
  })
})

test('[MOVEMENT-1] [MOVEMENT-3] two positions too far apart are impossible, and so is the way back', async () => {
  const at = (lat: number, seconds: number) => position('JUMPER', lat, 9, { ts: minuteAgo + seconds * 1_000 })
  await site.post(alpha.key, [at(58, 0), at(58.001, 1)])
  await site.post(alpha.key, [at(59, 2)])
  expect(await theAlert(site, alpha, { vehicle: 'JUMPER' })).toMatchObject({
    rule: 'impossible-movement',
    severity: 'high',
    count: 1,
    title: 'Impossible movement: 111 km in 1 s',
  })
  await site.post(alpha.key, [at(58, 3)])
  expect((await theAlert(site, alpha, { vehicle: 'JUMPER' })).count).toBe(2)
})

test('[SILENCE-1] [SILENCE-3] silence raises one alert, cleared by an event and closed by an analyst', async () => {
  await createVehicle(site, token, { vin: 'SILENT', reports_every_seconds: 10 })
  await site.post(alpha.key, [position('SILENT', 1, 1)])
  await watchSilence(jobs, 0)
  expect(await alertsOf(site, alpha, { vehicle: 'SILENT' })).toEqual([])

  await site.sql`UPDATE vehicle_state s
    SET last_seen = now() - interval '31 seconds'
    FROM vehicles v
    WHERE v.id = s.vehicle_id
    AND v.vin = 'SILENT'`
  const alert = await vi.waitFor(
    async () => {
      await watchSilence(jobs, 0) // ingest's own round may have the lock
      return theAlert(site, alpha, { vehicle: 'SILENT' })
    },
    { timeout: 20_000 },
  )
  expect(alert).toMatchObject({ rule: 'silence', severity: 'medium', status: 'NEW', cleared_at: null, count: 1 })
  expect((await site.get(token, 'msoc/v1/assets/vehicle', { uuid: 'SILENT' })).body.vehicle.open_alerts).toBe(1)
  await watchSilence(jobs, 0)
  expect((await theAlert(site, alpha, { vehicle: 'SILENT' })).count).toBe(1)

  await site.post(alpha.key, [position('SILENT', 1, 1)])
  await vi.waitFor(
    async () => {
      await watchSilence(jobs, 0)
      expect(await theAlert(site, alpha, { vehicle: 'SILENT' })).toMatchObject({
        uuid: alert.uuid,
        status: 'NEW',
        cleared_at: expect.any(String),
      })
    },
    { timeout: 20_000 },
  )
  expect((await site.get(token, 'msoc/v1/assets/vehicle', { uuid: 'SILENT' })).body.vehicle.open_alerts).toBe(0)
  const { changes } = (await site.get(token, 'msoc/v1/alerts/get', { uuid: alert.uuid })).body
  expect(changes.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== 'evidence')).toEqual([
    'clear',
    'raise',
  ])
})

test('[SILENCE-1] a vehicle without an expected report interval is never silent', async () => {
  await site.post(alpha.key, [position('QUIET', 1, 1)])
  await site.sql`UPDATE vehicle_state s
    SET last_seen = now() - interval '3 days'
    FROM vehicles v
    WHERE v.id = s.vehicle_id
    AND v.vin = 'QUIET'`
  await watchSilence(jobs, 0)
  expect(await alertsOf(site, alpha, { vehicle: 'QUIET' })).toEqual([])
})

/** Sets when the first `count` of a fleet's vehicles were heard last, in seconds before now. */
const heardBefore = (prefix: string, count: number, seconds: number) => site.sql`UPDATE vehicle_state s
  SET last_seen = now() - make_interval(secs => ${seconds})
  FROM vehicles v
  WHERE v.id = s.vehicle_id AND v.vin = ANY(${Array.from({ length: count }, (_, n) => `${prefix}${n}`)})`

async function aFleet(name: string, prefix: string, vehicles: number) {
  const { key, ...org } = await site.organisation(name)
  for (let n = 0; n < vehicles; n++)
    await createVehicle(site, org.members.ADMIN.token, { vin: `${prefix}${n}`, reports_every_seconds: 600 })
  await site.post(
    key,
    Array.from({ length: vehicles }, (_, n) => position(`${prefix}${n}`, 1, 1)),
  )
  return { key, ...org }
}

test('[SILENCE-4] [SILENCE-5] the time without ingest is no silence of a vehicle', async () => {
  const { org } = await aFleet('Downtime', 'DOWN', 8)
  await heardBefore('DOWN', 8, 1_850)
  const found = async (since: number) => {
    const mine = (rows: readonly { org_uuid: string }[]) => rows.filter(({ org_uuid }) => org_uuid === org.uuid).length
    const now = Date.now()
    return [
      mine(await silentFleets(connections.db, now, since)),
      mine(await silentVehicles(connections.db, now, since, 1_000)),
    ]
  }
  // ingest's own rounds began to receive lately: only this test takes them for silent
  expect(await found(Date.now() - 1_000)).toEqual([0, 0])
  expect(await found(0)).toEqual([1, 8])
  await heardBefore('DOWN', 4, 0)
  expect(await found(0)).toEqual([0, 4])
  await heardBefore('DOWN', 8, 4_000)
  expect(await found(0)).toEqual([0, 8])
})

test('[SILENCE-5] many vehicles that fall silent at once are one alert, which is cleared', async () => {
  const { key, ...fleet } = await aFleet('Uplink', 'LINK', 12)
  await heardBefore('LINK', 10, 1_850)
  await vi.waitFor(
    async () => {
      await watchSilence(jobs, 0)
      expect(await alertsOf(site, { key, ...fleet })).toHaveLength(1)
    },
    { timeout: 20_000 },
  )
  const alert = await theAlert(site, { key, ...fleet })
  expect(alert).toMatchObject({
    rule: 'fleet-silence',
    severity: 'high',
    title: '10 of 12 vehicles silent at once',
    vehicle: null,
    cleared_at: null,
    count: 1,
  })
  await watchSilence(jobs, 0)
  expect(await theAlert(site, { key, ...fleet })).toMatchObject({ count: 1, cleared_at: null })

  await heardBefore('LINK', 9, 0)
  await vi.waitFor(
    async () => {
      await watchSilence(jobs, 0)
      const alerts = await alertsOf(site, { key, ...fleet })
      const isCleared = Object.fromEntries(alerts.map((one) => [one.rule, one.cleared_at !== null]))
      expect(isCleared).toEqual({ 'fleet-silence': true, silence: false })
    },
    { timeout: 20_000 },
  )
})

test('[AUTHENTICATION-1] [AUTHENTICATION-3] five failed sign-ins over TCP syslog are an alert', async () => {
  const failure = (n: number) =>
    `<86>1 ${new Date(minuteAgo + n * 1_000).toISOString()} WVWZZZ1JZXW000001 sshd 42 - ` +
    `[carapace@32473 key="${alpha.key}"] Failed password for root from 203.0.113.${n} port 22 ssh2\n`
  await site.syslog([1, 2, 3, 4].map(failure).join(''))
  await vi.waitFor(async () => expect(await site.sql`SELECT 1 FROM syslog_events WHERE auth_failure`).toHaveLength(4), {
    timeout: 20_000,
  })
  expect(await alertsOf(site, alpha, { vehicle: 'WVWZZZ1JZXW000001' })).toEqual([])
  await site.syslog(failure(5))

  const alert = await vi.waitFor(() => theAlert(site, alpha, { vehicle: 'WVWZZZ1JZXW000001' }), { timeout: 20_000 })
  expect(alert).toMatchObject({ rule: 'authentication-failures', severity: 'high', count: 5 })
  expect(alert.observables).toEqual(
    expect.arrayContaining([
      { kind: 'address', value: '203.0.113.5' },
      { kind: 'hostname', value: 'WVWZZZ1JZXW000001' },
    ]),
  )
  await vi.waitFor(
    async () => {
      const { evidence } = (await site.get(token, 'msoc/v1/alerts/get', { uuid: alert.uuid })).body
      expect(evidence).toMatchObject({ kind: 'syslog', total: 5 })
      expect(JSON.stringify(evidence)).not.toContain(alpha.key)
    },
    { timeout: 20_000, interval: 100 },
  )
})

test('[KAFKA-10] an ingest that starts within a backlog finds an hours-old attack in it', async () => {
  const failure = (minutes: number, seconds: number) => ({
    type: 'syslog',
    vehicle: 'BACKLOG',
    ts: Date.now() - minutes * 60_000 + seconds * 1_000,
    app_name: 'sshd',
    hostname: 'tcu',
    message: 'Failed password for root from 203.0.113.7 port 22 ssh2',
  })
  await site.post(
    alpha.key,
    [1, 2].map((n) => failure(20, n)),
  ) // stored already, but at a later event time: not part of the attack
  await site.post(
    alpha.key,
    [1, 2, 3].map((n) => failure(60, n)),
  )
  const { port } = await site.anotherIngest()
  await site.post(alpha.key, [failure(60, 4)], { port })
  expect(await alertsOf(site, alpha, { vehicle: 'BACKLOG' })).toEqual([])
  await site.post(alpha.key, [failure(60, 5)], { port })
  expect(await theAlert(site, alpha, { vehicle: 'BACKLOG' })).toMatchObject({
    rule: 'authentication-failures',
    count: 5,
  })
})

test('[REJECT-STORM-1] a hundred refused events within a minute raise one alert of the organisation', async () => {
  const { key, ...storm } = await site.organisation('Storm')
  await site.post(key, 'x\n'.repeat(99))
  expect(await alertsOf(site, { key, ...storm })).toEqual([])
  await site.post(key, 'x\n'.repeat(2))
  expect(await theAlert(site, { key, ...storm })).toMatchObject({
    rule: 'reject-storm',
    severity: 'medium',
    vehicle: null,
    count: 101,
  })
  await site.post(key, 'x\n'.repeat(10))
  expect((await theAlert(site, { key, ...storm })).count).toBe(111)
})

const learned = Date.now() - 120_000
/** 61 s of a bus with ten ids, 20 frames a second: enough for learning by the vehicle's clock, sent in one request. */
const learning = (vehicle: string) =>
  Array.from({ length: 62 }, (_, second) => ({
    type: 'can',
    vehicle,
    ts: learned + second * 1_000,
    bus: 'can0',
    frames: Array.from({ length: 20 }, (_frame, i) => [
      i * 50_000 + ((i * 7919 * (second + 1)) % 9_000),
      0x100 + (i % 10),
      '00',
    ]),
  }))

test('[CAN-1] [CAN-2] on a learned bus a new id raises an alert, and a known one does not', async () => {
  await site.post(alpha.key, learning('LEARNED'))
  await site.post(alpha.key, [
    {
      type: 'can',
      vehicle: 'LEARNED',
      ts: learned + 65_000,
      bus: 'can0',
      frames: [
        [0, 0x105, '00'],
        [1_000, 0x666, 'DEAD'],
        [2_000, 0x666, 'BEEF'],
      ],
    },
  ])
  const alert = await theAlert(site, alpha, { vehicle: 'LEARNED' })

  expect(alert).toMatchObject({
    rule: 'can-unknown-id',
    severity: 'high',
    bus: 'can0',
    count: 2,
    title: 'Unknown arbitration id 0x666 on can0',
  })
  await vi.waitFor(
    async () => {
      const { evidence } = (await site.get(token, 'msoc/v1/alerts/get', { uuid: alert.uuid })).body
      expect(evidence.events.map(({ id, data }: { id: number; data: string }) => [id, data])).toEqual(
        expect.arrayContaining([
          [0x666, 'DEAD'],
          [0x666, 'BEEF'],
          [0x105, '00'],
        ]),
      )
    },
    { timeout: 20_000, interval: 100 },
  )
})

test('[CAN-5] learned models also apply in an ingest process that starts later', async () => {
  await site.post(alpha.key, learning('RESTARTED'))
  const { port } = await site.anotherIngest()
  await site.post(
    alpha.key,
    [{ type: 'can', vehicle: 'RESTARTED', ts: learned + 65_000, bus: 'can0', id: 0x777, data: '' }],
    { port },
  )
  expect(await theAlert(site, alpha, { vehicle: 'RESTARTED' })).toMatchObject({
    title: 'Unknown arbitration id 0x777 on can0',
  })
})

test('[ALERT-9] a more severe sign of an acknowledged alert is a new, related alert', async () => {
  const flood = (count: number, ts: number) => ({
    type: 'can',
    vehicle: 'WORSENED',
    ts,
    bus: 'can0',
    frames: Array.from({ length: count }, (_, i) => [i * 900, 0x666, 'FF']),
  })
  const detailOf = async (uuid: string) => (await site.get(token, 'msoc/v1/alerts/get', { uuid })).body
  const worst = async () =>
    (await alertsOf(site, alpha, { vehicle: 'WORSENED' })).find(({ severity }) => severity === 'critical')
  await site.post(alpha.key, learning('WORSENED'))
  await site.post(alpha.key, [flood(2, learned + 65_000)])
  const first = await theAlert(site, alpha, { vehicle: 'WORSENED' })
  await site.call(token, 'msoc/v1/alerts/update', { uuids: [first.uuid], change: { acknowledge: true } })

  await site.post(alpha.key, [flood(900, learned + 68_000)])
  const second = await worst()
  expect(second).toMatchObject({
    title: 'Flood of 0x666 on can0',
    rule: 'can-flood',
    acknowledged_at: null,
    previous_uuid: null,
    dedup_key: first.dedup_key,
  })
  const { alert, related, changes } = await vi.waitFor(
    async () => {
      const detail = await detailOf(first.uuid)
      expect(detail.changes[0]).toMatchObject({ kind: 'relate' })
      return detail
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(alert).toMatchObject({
    title: 'Unknown arbitration id 0x666 on can0',
    rule: 'can-unknown-id',
    severity: 'high',
    explanation: first.explanation,
    acknowledged_at: expect.any(String),
  })
  expect(related).toMatchObject([{ uuid: second!.uuid }])
  expect(changes[0].detail).toEqual({
    uuid: second!.uuid,
    number: second!.number,
    title: 'Flood of 0x666 on can0',
    severity: 'critical',
  })
  expect((await detailOf(second!.uuid)).related).toMatchObject([{ uuid: first.uuid }])

  const count = second!.count
  await site.post(alpha.key, [flood(900, learned + 75_000)])
  expect((await worst())!.count).toBeGreaterThan(count)
  expect(await alertsOf(site, alpha, { vehicle: 'WORSENED' })).toHaveLength(2)
})

test('[CAN-FLOOD-1] [EVIDENCE-3] a flood of one id on a flooded bus is one critical alert', async () => {
  const flood = (count: number, id: (i: number) => number) => ({
    type: 'can',
    vehicle: 'FLOODED',
    ts: Date.now() - 5_000,
    bus: 'can1',
    frames: Array.from({ length: count }, (_, i) => [Math.floor((i * 900_000) / count), id(i), '']),
  })
  await site.post(alpha.key, [flood(499, () => 7)])
  expect(await alertsOf(site, alpha, { vehicle: 'FLOODED' })).toEqual([])
  await site.post(alpha.key, [{ ...flood(3_600, (i) => (i % 6 === 0 ? 7 : 0x100 + (i % 1_000))), ts: Date.now() }])

  expect(
    (await alertsOf(site, alpha, { vehicle: 'FLOODED' })).map(({ title, severity }) => `${title}: ${severity}`).sort(),
  ).toEqual(['Flood of 0x007 on can1: critical'])
})
