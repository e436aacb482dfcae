import { expect, test, vi } from 'vitest'
import { dropOld } from '@carapace/shared/core/time-series/time-series.queries'
import { canFramesOverTime } from '@carapace/shared/msoc/events/events.series'

import { startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ANALYST
const { org } = alpha
const dayMs = 86_400_000
const vin = 'WPINNED1'

async function version(dbcUuid: string, number: number): Promise<string> {
  const [row] = await site.sql<{ uuid: string }[]>`
    INSERT INTO dbc_versions (org_uuid, dbc_uuid, version, file_name, text, sha256, messages, signals, uploaded_by)
    VALUES (${org.uuid}, ${dbcUuid}, ${number}, 'body.dbc', 'BO_ 1 M: 8 X', '\\x00', 1, 0, 'x') RETURNING uuid`
  return row!.uuid
}

async function activeProfile(version: number): Promise<string> {
  const profile = {
    shape: 1,
    learned: { frames: 0, seconds: 0, vehicles: 0 },
    load: { mean: 0, peak: 0 },
    ids: [],
    exceptions: [],
  }
  await site.sql`UPDATE can_profiles
    SET state = 'RETIRED', retired_at = now()
    WHERE org_uuid = ${org.uuid}
    AND state = 'ACTIVE'`
  const [row] = await site.sql<{ uuid: string }[]>`
    INSERT INTO can_profiles (org_uuid, model, bus, version, state, origin, profile, created_by, activated_at)
   
    VALUES (${org.uuid}, 'Pinned', 'can0', ${version}, 'ACTIVE', 'DBC', ${site.sql.json(profile)}, 'x', now())
    RETURNING uuid`
  return row!.uuid
}

const evidenceOf = async (uuid: string) => (await site.get(token, 'msoc/v1/alerts/get', { uuid })).body.evidence
const framesLeft = async () => (await site.sql`SELECT 1 FROM can_frames WHERE org_id = ${org.id}`).length

test('[EVIDENCE-4] evidence stays the same after its frames, the DBC or the profile have changed', async () => {
  await createVehicle(site, alpha.members.ADMIN.token, { vin, model: 'Pinned' })
  const [dbc] = await site.sql<
    { uuid: string }[]
  >`INSERT INTO dbcs (org_uuid, name) VALUES (${org.uuid}, 'Body') RETURNING uuid`
  const [first, second] = [await version(dbc!.uuid, 1), await version(dbc!.uuid, 2)]
  await site.sql`INSERT INTO dbc_assignments (org_uuid, model, bus, version_uuid, assigned_by)
    VALUES (${org.uuid}, 'Pinned', 'can0', ${first}, 'x')`
  const profile = await activeProfile(1)

  const ts = Date.now()
  await site.post(alpha.key, [
    { type: 'can', vehicle: vin, ts: ts - 500, bus: 'can0', id: 0x1a0, data: '0102' },
    { type: 'can', vehicle: vin, ts: ts + 500, bus: 'can0', id: 0x18fef100, ext: true, data: 'FF' },
    { type: 'can', vehicle: vin, ts, bus: 'can1', id: 0x1a1, data: '03' },
    { type: 'ids.can', vehicle: vin, ts, event_id: 0x8003 },
  ])
  const [alert] = (await site.get(token, 'msoc/v1/alerts', { vehicle: vin, source: 'ids' })).body.alerts
  // the sensor's own event replaces a finding on the bus: which detector raises it is tested elsewhere
  await site.sql`UPDATE alert_evidence
    SET kind = 'can', bus = 'can0', filled_at = NULL, due_at = now()
    WHERE alert_uuid = ${alert.uuid}`
  const then = await vi.waitFor(
    async () => {
      const evidence = await evidenceOf(alert.uuid)
      expect(evidence.filled_at).not.toBeNull()
      return evidence
    },
    { timeout: 20_000 },
  )
  expect(then).toMatchObject({
    kind: 'can',
    bus: 'can0',
    total: 2,
    dbc: { version_uuid: first, name: 'Body', version: 1, file_name: 'body.dbc' },
    profile: { uuid: profile, model: 'Pinned', bus: 'can0', version: 1 },
  })
  expect(then.events.map(({ id }: { id: number }) => id)).toEqual([0x1a0, 0x18fef100])

  expect(await framesLeft()).toBe(3)
  await dropOld(site.db, canFramesOverTime, Date.now() + 60 * dayMs)
  expect(await framesLeft()).toBe(0)
  await site.sql`UPDATE dbc_assignments SET version_uuid = ${second} WHERE org_uuid = ${org.uuid}`
  await activeProfile(2)
  expect(await evidenceOf(alert.uuid)).toEqual(then)
})

test('[EVIDENCE-4] a bus without a database and a profile pins nothing', async () => {
  await site.post(alpha.key, [{ type: 'ids.can', vehicle: 'WUNREAD1', ts: Date.now(), event_id: 0x8003 }])
  const [alert] = (await site.get(token, 'msoc/v1/alerts', { vehicle: 'WUNREAD1' })).body.alerts
  await site.sql`UPDATE alert_evidence
    SET kind = 'can', bus = 'can0', filled_at = NULL, due_at = now()
    WHERE alert_uuid = ${alert.uuid}`
  await vi.waitFor(
    async () =>
      expect(await evidenceOf(alert.uuid)).toMatchObject({
        filled_at: expect.any(String),
        total: 0,
        dbc: null,
        profile: null,
      }),
    { timeout: 20_000 },
  )
})

/** Evidence that is due and not collected yet, of an alert about the bus of a vehicle. */
async function dueOf(vehicle: string): Promise<string> {
  await createVehicle(site, alpha.members.ADMIN.token, { vin: vehicle, model: 'Pinned' })
  await site.post(alpha.key, [{ type: 'ids.can', vehicle, ts: Date.now(), event_id: 0x8003 }])
  const [alert] = (await site.get(token, 'msoc/v1/alerts', { vehicle })).body.alerts
  await site.sql`UPDATE alert_evidence
    SET kind = 'can', bus = 'can0', filled_at = NULL, due_at = now() + interval '1 hour'
    WHERE alert_uuid = ${alert.uuid}`
  return alert.uuid
}
const fill = (uuid: string) => site.sql`UPDATE alert_evidence SET due_at = now() WHERE alert_uuid = ${uuid}`
const filled = (uuid: string) =>
  vi.waitFor(
    async () => {
      const evidence = await evidenceOf(uuid)
      expect(evidence.filled_at).not.toBeNull()
      return evidence
    },
    { timeout: 20_000 },
  )

test('[EVIDENCE-4] the profile is the one that was active when the alert was raised, not a later one', async () => {
  const then = await activeProfile(10)
  const uuid = await dueOf('WPINNED2')
  await activeProfile(11)
  await fill(uuid)
  expect((await filled(uuid)).profile).toMatchObject({ uuid: then, version: 10 })

  await site.sql`UPDATE can_profiles
    SET state = 'RETIRED', retired_at = now()
    WHERE org_uuid = ${org.uuid}
    AND state = 'ACTIVE'`
  const unwatched = await dueOf('WPINNED3')
  await activeProfile(12)
  await fill(unwatched)
  expect((await filled(unwatched)).profile).toBeNull()
})

test('[EVIDENCE-4] a database that is deleted while the evidence is collected is not pinned', async () => {
  const [dbc] = await site.sql<
    { uuid: string }[]
  >`INSERT INTO dbcs (org_uuid, name) VALUES (${org.uuid}, 'Going') RETURNING uuid`
  const going = await version(dbc!.uuid, 1)
  await site.sql`UPDATE dbc_assignments SET version_uuid = ${going} WHERE org_uuid = ${org.uuid}`
  const uuid = await dueOf('WPINNED4')
  await site.sql.begin(async (sql) => {
    await sql`DELETE FROM dbc_assignments WHERE org_uuid = ${org.uuid}`
    await sql`DELETE FROM dbcs WHERE uuid = ${dbc!.uuid}`
    await fill(uuid)
    await vi.waitFor(
      async () =>
        expect(
          await site.sql`SELECT 1
            FROM pg_stat_activity
            WHERE datname = current_database()
            AND wait_event_type = 'Lock'`,
        ).not.toEqual([]),
      { timeout: 20_000 },
    )
  })
  expect((await filled(uuid)).dbc).toBeNull()
})
