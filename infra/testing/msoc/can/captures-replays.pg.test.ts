import { expect, test, vi } from 'vitest'
import { removeCapture } from '@carapace/api/src/msoc/capture/captures.queries.ts'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'

import { capturesOf, fileOf, start, trafficOf } from '../../support/captures.ts'
import { alertsOf } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members
const { captureOf, uploaded, framesIn, over } = capturesOf(site, alpha)

test('[CAPTURE-36] a capture is replayed to a new test vehicle as its traffic, once and complete', async () => {
  const frames = trafficOf(30_000)
  const { uuid } = await uploaded(fileOf(frames))
  const { status, body } = await site.call(analyst.token, 'msoc/v1/captures/replay', {
    uuid,
    vehicle: 'PLAYED',
    model: 'M2',
    speed: 0,
  })
  expect([status, body.replay]).toMatchObject([200, { vehicle: { vin: 'PLAYED' }, state: 'WAITING', sent: 0 }])
  const { vehicle } = (await site.get(viewer.token, 'msoc/v1/assets/vehicle', { uuid: 'PLAYED' })).body
  expect(vehicle).toMatchObject({ is_test: true, model: 'M2' })
  expect(await over(uuid, body.replay.uuid)).toMatchObject({ state: 'DONE', sent: 30_000, error: null })

  const recorded = await framesIn('msoc/v1/can/blocks', { vehicle: 'PLAYED' })
  expect(recorded).toHaveLength(30_000)
  const shift = recorded[0]!.ts - frames[0]!.ts
  expect(recorded.every(({ ts }, i) => Math.abs(ts - shift - frames[i]!.ts) < 0.002)).toBe(true)
  expect(recorded.at(-1)!.ts).toBeLessThanOrEqual(Date.now())
})

test('[CAPTURE-37] a replay continues in another process where one stopped, without duplicates', async () => {
  const { uuid } = await uploaded(fileOf(trafficOf(40_000)))
  const others = [await site.anotherIngest(), await site.anotherIngest()]
  const { body } = await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'SHARED', speed: 0 })
  expect(await over(uuid, body.replay.uuid)).toMatchObject({ state: 'DONE', sent: 40_000 })
  await Promise.all(others.map((one) => one.stop()))
  expect(
    await site.sql`SELECT count(*)::int AS frames
      FROM can_frames f
      JOIN vehicles v ON v.id = f.vehicle_id
      WHERE v.vin = 'SHARED'`,
  ).toMatchObject([{ frames: 40_000 }])
})

test('[CAPTURE-38] a replay at the recorded speed is stopped, and the sent frames stay', async () => {
  const { uuid } = await uploaded(fileOf(trafficOf(60_000)))
  const { body } = await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'SLOW' })
  expect((await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'SLOW' })).body.message).toContain(
    'already',
  )
  await vi.waitFor(
    async () =>
      expect((await captureOf(uuid)).replays[0]).toMatchObject({
        state: 'RUNNING',
        sent: expect.toSatisfy((count: number) => count > 0),
      }),
    { timeout: 10_000, interval: 100 },
  )
  expect(
    (await site.call(analyst.token, 'msoc/v1/captures/cancel-replay', { uuid: body.replay.uuid })).body.replay.state,
  ).toBe('CANCELLED')
  const replay = await over(uuid, body.replay.uuid)
  expect([replay.state, replay.sent < 30_000]).toEqual(['CANCELLED', true])
  expect((await site.call(analyst.token, 'msoc/v1/captures/cancel-replay', { uuid: body.replay.uuid })).status).toBe(
    422,
  )
})

test('[CAPTURE-39] captures are replayed to test vehicles only', async () => {
  const { uuid } = await uploaded(fileOf(trafficOf(10)))
  await createVehicle(site, admin.token, { vin: 'REAL' })
  expect((await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'REAL' })).body.message).toContain(
    'no test vehicle',
  )
})

test('[CAPTURE-36] a replay raises the same alerts as its traffic, with the same frames as evidence', async () => {
  // a steady id, and then a flood of the highest priority
  const steady = Array.from({ length: 3_000 }, (_, i): CanFrame => ({
    ts: start + 10 * i,
    bus: 'can0',
    id: 0x200 + (i % 4),
    flags: 0,
    dlc: 2,
    data: Uint8Array.of(1, 2),
  }))
  const flood = Array.from({ length: 30_000 }, (_, i): CanFrame => ({
    ts: start + 25_000 + i * 0.15,
    bus: 'can0',
    id: 0,
    flags: 0,
    dlc: 8,
    data: new Uint8Array(8),
  }))
  const { uuid } = await uploaded(fileOf([...steady, ...flood].sort((a, b) => a.ts - b.ts)))
  const { body } = await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'ATTACKED', speed: 0 })
  await over(uuid, body.replay.uuid)
  const [alert] = await alertsOf(site, alpha, { vehicle: 'ATTACKED' })
  expect(alert).toMatchObject({ source: 'detector', bus: 'can0', rule: expect.stringMatching(/^can-/) })
  await vi.waitFor(
    async () => {
      const { status, text } = await site.get(viewer.token, 'msoc/v1/can/export', {
        alert: alert!.uuid,
        format: 'candump',
      })
      expect([status, text.split('\n').length > 100]).toEqual([200, true])
    },
    { timeout: 20_000, interval: 200 },
  )
})

/** Two frames, this number of days apart. */
const apart = (days: number) =>
  fileOf(
    [0, days * 86_400_000].map((ms): CanFrame => ({
      ts: start + ms,
      bus: 'can0',
      id: 1,
      flags: 0,
      dlc: 0,
      data: new Uint8Array(),
    })),
  )

test('[CAPTURE-36] a replay with frames older than the retention is refused at any speed', async () => {
  const { uuid } = await uploaded(apart(40))
  const replay = (vehicle: string, speed: number) =>
    site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle, speed })
  for (const speed of [0, 10, 0.5])
    expect(await replay('OLD', speed)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('days old') },
    })
  const { status, body } = await replay('OLD', 1)
  expect(status).toBe(200)
  await site.call(analyst.token, 'msoc/v1/captures/cancel-replay', { uuid: body.replay.uuid })
})

test.for([1e-9, 1e-320, 0.009, -1, 1_001])('[CAPTURE-36] a speed of %d is invalid', async (speed) => {
  const { uuid } = await uploaded(apart(0))
  expect((await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'ODD', speed })).status).toBe(400)
})

test('[CAPTURE-39] at most five captures are replayed at once in an organisation', async () => {
  const { uuid } = await uploaded(apart(1))
  const begun = []
  for (let i = 0; i < 5; i++)
    begun.push(
      (await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: `MANY${i}` })).body.replay.uuid,
    )
  expect((await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'MANY5' })).status).toBe(429)
  for (const one of begun) await site.call(analyst.token, 'msoc/v1/captures/cancel-replay', { uuid: one })
})

test('[CAPTURE-39] many replays of other organisations that are not due do not delay this one', async () => {
  const { uuid } = await capturesOf(site, bravo).uploaded(apart(1))
  await createVehicle(site, bravo.members.ADMIN.token, { vin: 'WAITS' })
  await site.sql`
    INSERT INTO capture_replays (uuid, org_uuid, capture_uuid, vehicle_id, speed, sent, created_by, created_at)
   
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${bravo.org.uuid}, ${uuid}, v.id, 1, 1,
      'somebody', now() - INTERVAL '1 minute'
    FROM vehicles v, generate_series(1, 120) n
    WHERE v.vin = 'WAITS'`
  const { uuid: mine } = await uploaded(fileOf(trafficOf(100)))
  const { body } = await site.call(analyst.token, 'msoc/v1/captures/replay', { uuid: mine, vehicle: 'TURN', speed: 0 })
  expect(await over(mine, body.replay.uuid)).toMatchObject({ state: 'DONE', sent: 100 })
  expect(
    await site.sql`SELECT 1 FROM capture_replays WHERE org_uuid = ${bravo.org.uuid} AND state = 'WAITING'`,
  ).toHaveLength(120)
})

test('[CAPTURE-49] a capture that is deleted while its replay is requested does not exist', async () => {
  const { uuid } = await uploaded(apart(0))
  const answer = await site.db.transaction(async (tx) => {
    await removeCapture(tx, alpha.org, uuid)
    const replayRequest = site.call(analyst.token, 'msoc/v1/captures/replay', { uuid, vehicle: 'LATE' })
    await vi.waitFor(async () =>
      expect(
        await site.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ).toHaveLength(1),
    )
    return { replayRequest }
  })
  expect((await answer.replayRequest).status).toBe(404)
})
