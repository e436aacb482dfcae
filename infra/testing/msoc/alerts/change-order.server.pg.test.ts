import { expect, test, vi } from 'vitest'

import { alertsOf, idsEvent } from '../../support/events.ts'
import { refreshHealth } from '@carapace/shared/msoc/alerts/changes.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { sql } from 'drizzle-orm'

import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ANALYST
const vehicles = 12
const rounds = 25

interface Change {
  readonly seq: number
  readonly alert_uuid: string
  readonly kind: string
}

const changesAfter = (seq: number) =>
  site.sql<Change[]>`SELECT seq::int, alert_uuid, kind
    FROM alert_changes
    WHERE org_uuid = ${alpha.org.uuid}
    AND seq > ${seq}
    ORDER BY seq`

/**
 * Posts to one ingest process. Every round raises new alerts and repeats old ones, of vehicles for which the other
 * process also raises alerts.
 */
async function raise(port: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const events = Array.from({ length: vehicles }, (_, i) => [
      idsEvent(`V${i}`, { sensor_instance: round % 8 }),
      idsEvent(`V${(i * 5 + port) % vehicles}`, { event_id: 0x8002 }),
    ]).flat()
    const { status, text } = await site.post(alpha.key, events, { port })
    expect(status, text).toBe(200)
  }
}

/** Works through the queue as analysts do, in whatever order it is. */
async function work(): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const uuids = (await alertsOf(site, alpha, { status: 'NEW,ASSIGNED' }))
      .slice(0, 20)
      .map(({ uuid }) => uuid)
      .sort(() => (round % 2 ? 1 : -1))
    if (uuids.length === 0) continue
    const changes = [
      { owner: 'me' },
      { acknowledge: round % 2 === 0 },
      { status: 'CLOSED', resolution: 'FALSE_POSITIVE' },
      { tags: [`round ${round}`] },
    ]
    const { status, text } = await site.call(token, 'msoc/v1/alerts/update', {
      uuids,
      change: changes[round % changes.length],
    })
    expect(status, text).toBe(200)
    if (round % 5 === 4)
      await site.call(token, 'msoc/v1/cases/create', { title: `Case ${round}`, alert_uuids: uuids.slice(0, 2) })
  }
}

test('[CHANGE-1] a reader that continues after its last seq misses no change of concurrent writers', async () => {
  const second = await site.anotherIngest()
  const viewer = await site.live(token)
  const queue = viewer.subscribe('msoc.alerts')
  await queue.snapshot()
  const read: Change[] = []
  const look = async () => read.push(...(await changesAfter(read.at(-1)?.seq ?? 0)))
  let done = false
  const reading = (async () => {
    while (!done) await look()
  })()

  await Promise.all([raise(site.ingest.port), raise(second.port), work(), work()])
  done = true
  await reading
  const [{ seq }] = await site.sql<
    [{ seq: number }]
  >`SELECT seq::int FROM change_counters WHERE org_uuid = ${alpha.org.uuid}`
  const last = (await changesAfter(0)).at(-1)!.seq
  await look()
  await queue.until(() => queue.seq() >= last, 'the last change')

  const receivedSeqs = (queue.changes as Change[]).map((change) => change.seq)
  const ofCases = await site.sql<
    { seq: number }[]
  >`SELECT seq::int FROM case_changes WHERE org_uuid = ${alpha.org.uuid}`
  const whole = await changesAfter(0)
  expect(read.at(-1)!.seq).toBeGreaterThanOrEqual(last)
  expect(read).toEqual(whole.slice(0, read.length))
  expect(receivedSeqs).toEqual(whole.slice(0, receivedSeqs.length).map((change) => change.seq))
  expect(
    [...whole, ...ofCases]
      .map((change) => change.seq)
      .sort((a, b) => a - b)
      .slice(0, seq),
  ).toEqual(Array.from({ length: seq }, (_, i) => i + 1))
})

test("[ALERT-1] afterwards every repeat is counted, and each vehicle's number of open alerts is right", async () => {
  const [{ counted }] = await site.sql<
    [{ counted: number }]
  >`SELECT sum(count)::int AS counted FROM alerts WHERE org_uuid = ${alpha.org.uuid}`
  expect(counted).toBe(2 * rounds * vehicles * 2)
  const off = await site.sql`
    SELECT s.vehicle_id FROM vehicle_state s
   
    WHERE s.open_alerts <> (SELECT count(*)
    FROM alerts a
    WHERE a.vehicle_id = s.vehicle_id
    AND a.status NOT IN ('CLOSED', 'MERGED')
    AND a.cleared_at IS NULL)`
  expect(off).toHaveLength(0)
})

test('[ALERT-2] recurrences of a finding form one chain, of which at most one alert is open', async () => {
  const broken = await site.sql`
    SELECT dedup_key FROM alerts WHERE org_uuid = ${alpha.org.uuid} GROUP BY dedup_key
    HAVING count(*) FILTER (WHERE status NOT IN ('CLOSED', 'MERGED')) > 1 OR count(*) <> count(previous_uuid) + 1`
  expect(broken).toHaveLength(0)
})

test('[ALERT-1] an update of the open alert count that waits for another includes its change', async () => {
  const posted = await site.post(alpha.key, [
    idsEvent('WAITS', { sensor_instance: 50 }),
    idsEvent('WAITS', { sensor_instance: 51 }),
  ])
  expect(posted.body.rejected, posted.text).toEqual([])
  const [{ id }] = await site.sql<
    [{ id: VehicleId }]
  >`SELECT id FROM vehicles WHERE org_uuid = ${alpha.org.uuid} AND vin = 'WAITS'`
  const [one, other] = await site.sql<
    { uuid: string }[]
  >`SELECT uuid FROM alerts WHERE vehicle_id = ${id} ORDER BY uuid`
  const close = (uuid: string) => sql`UPDATE alerts SET status = 'CLOSED' WHERE uuid = ${uuid}`
  let second: Promise<unknown> = Promise.resolve()
  await site.db.transaction(async (tx) => {
    await tx.execute(close(one!.uuid))
    await refreshHealth(tx, alpha.org, [id])
    second = site.db.transaction(async (later) => {
      await later.execute(close(other!.uuid))
      await refreshHealth(later, alpha.org, [id])
    })
    await vi.waitFor(
      async () =>
        expect(
          await site.sql`SELECT 1
            FROM pg_stat_activity
            WHERE datname = current_database()
            AND wait_event_type = 'Lock'`,
        ).toHaveLength(1),
      { timeout: 20_000 },
    )
  })
  await second
  const [state] = await site.sql<
    { open_alerts: number }[]
  >`SELECT open_alerts FROM vehicle_state WHERE vehicle_id = ${id}`
  expect(state!.open_alerts).toBe(0)
})
