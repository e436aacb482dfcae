import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { silenceRounds, watchSilence } from '@carapace/ingest/src/msoc/silence.queries.ts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'

import { alertsOf, theAlert } from '../../support/events.ts'
import { createVehicle } from '../../support/factories.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
// the rounds of this file are the only ones
await site.ingest.stop()
const connections = connect(site.url, createLog())
afterAll(() => connections.close())
const jobs = { db: connections.db, publisher: { publish: () => undefined } as never }
let fleets = 0

/** An organisation with vehicles that report every ten minutes, all of them heard just now. */
async function aFleet(vehicles: number): Promise<{ of: Organisation; vins: string[] }> {
  const of = await site.organisation(`Gap ${++fleets}`)
  const vins = Array.from({ length: vehicles }, (_, n) => `GAP${fleets}X${n}`)
  for (const vin of vins) await createVehicle(site, of.members.ADMIN.token, { vin, reports_every_seconds: 600 })
  await heard(of, vins, 0)
  return { of, vins }
}

/** Sets when vehicles were heard last, in seconds before now. */
const heard = ({ org }: Organisation, vins: readonly string[], seconds: number) => site.sql`
  INSERT INTO vehicle_state (vehicle_id, org_uuid, last_seen)
  SELECT id, org_uuid, now() - make_interval(secs => ${seconds}) FROM vehicles
  WHERE org_uuid = ${org.uuid} AND vin = ANY(${[...vins]})
  ON CONFLICT (vehicle_id) DO UPDATE SET last_seen = excluded.last_seen`
/** Nobody of earlier tests is heard any more, and silence counts from no gap of theirs. */
const forgetOthers = () =>
  site.sql`WITH forgotten AS (DELETE FROM vehicle_state) UPDATE reception SET receiving_since = NULL`
const rulesOf = async (of: Organisation) => (await alertsOf(site, of)).map(({ rule }) => rule).sort()
const silentSeconds = 1_850

test('[SILENCE-5] [OWN-GAP-3] 50 vehicles that are jammed while others are heard are one alert of them', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(60)
  await heard(of, vins.slice(0, 50), silentSeconds)
  await watchSilence(jobs, 0)
  const alert = await theAlert(site, of)
  expect(alert).toMatchObject({ rule: 'fleet-silence', title: '50 of 60 vehicles silent at once', folded: 50 })
  expect(alert.explanation).toContainEqual(
    expect.objectContaining({ field: 'others heard meanwhile', observed: '10 vehicles' }),
  )
  const { alerts: parts } = await site.request(of.members.VIEWER.token, listAlerts, {
    folded_into: alert.uuid,
    limit: 500,
  })
  expect(parts.map(({ vehicle }) => vehicle!.vin).sort()).toEqual(vins.slice(0, 50).sort())
  const [health] =
    await site.sql`SELECT sum(open_alerts)::int AS open FROM vehicle_state WHERE org_uuid = ${of.org.uuid}`
  expect(health!.open).toBe(0)
  // one more joins, and those that are heard again are cleared
  await heard(of, [vins[55]!], silentSeconds)
  await watchSilence(jobs, 0)
  expect(await theAlert(site, of)).toMatchObject({ uuid: alert.uuid, folded: 51, cleared_at: null })
  await heard(of, vins.slice(0, 48), 0)
  await watchSilence(jobs, 0)
  const after = await alertsOf(site, of)
  expect(after.map(({ rule, cleared_at: at }) => `${rule} ${at === null ? 'open' : 'cleared'}`).sort()).toEqual([
    'fleet-silence cleared',
    'silence open',
    'silence open',
    'silence open',
  ])
})

test('[SILENCE-5] all vehicles of one organisation, while another organisation is heard, are silent', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(50)
  await aFleet(1)
  await heard(of, vins, silentSeconds)
  await watchSilence(jobs, 0)
  expect(await theAlert(site, of)).toMatchObject({ rule: 'fleet-silence', folded: 50 })
})

test('[OWN-GAP-3] all vehicles and no other sender at all: one alert that states that doubt', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(50)
  await heard(of, vins, silentSeconds)
  await watchSilence(jobs, 0)
  const alert = await theAlert(site, of)
  expect(alert).toMatchObject({ rule: 'fleet-silence', folded: 50 })
  expect(JSON.stringify(alert.explanation)).toContain('our uplink may be the cause')
})

test('[OWN-GAP-3] where all others end at the same time, it is a gap of our own', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(50)
  const other = await aFleet(3)
  await heard(of, vins, silentSeconds)
  await heard(other.of, other.vins, silentSeconds)
  await watchSilence(jobs, 0)
  await watchSilence(jobs, 0)
  expect(await rulesOf(of)).toEqual(['own-gap'])
  expect(await theAlert(site, of)).toMatchObject({ vehicle: null, severity: 'medium', cleared_at: null })

  // the uplink is back, and one vehicle is heard: the others get their time
  await heard(of, vins.slice(0, 1), -1)
  await watchSilence(jobs, 0)
  await watchSilence(jobs, 0)
  expect(await theAlert(site, of)).toMatchObject({ rule: 'own-gap', cleared_at: expect.any(String) })
})

test('[SILENCE-5] the numbers are those of the step, and without it each vehicle has its own alert', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(8)
  const { token } = of.members.ANALYST
  const save = (fields: object) =>
    site.call(token, 'msoc/v1/alerts/standing-steps/save', {
      kind: 'folding',
      built_in: 'silence',
      name: 'Silence',
      active: true,
      folding: { vehicles: 3, share: 0, seconds: 60, severity: 'critical' },
      ...fields,
    })
  const { body } = await save({})
  await heard(of, vins.slice(0, 3), silentSeconds)
  await watchSilence(jobs, 0)
  expect(await theAlert(site, of)).toMatchObject({ rule: 'fleet-silence', severity: 'critical', folded: 3 })

  const { of: plain, vins: others } = await aFleet(8)
  await site.call(plain.members.ANALYST.token, 'msoc/v1/alerts/standing-steps/save', {
    kind: 'folding',
    built_in: 'silence',
    name: 'Silence',
    active: false,
    folding: body.step.folding,
  })
  await heard(plain, others.slice(0, 6), silentSeconds)
  await watchSilence(jobs, 0)
  expect(await rulesOf(plain)).toEqual(Array.from({ length: 6 }, () => 'silence'))
})

test('[OWN-GAP-1] after a time without any process there is a notice, and no vehicle is blamed', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(6)
  await heard(of, vins, silentSeconds)
  await site.sql`UPDATE reception SET round_at = now() - interval '31 minutes'`
  // a process that has just begun
  await watchSilence(jobs, Date.now())
  const alert = await theAlert(site, of)
  expect(alert).toMatchObject({ rule: 'own-gap', vehicle: null, cleared_at: expect.any(String) })
  expect(alert.explanation).toContainEqual(
    expect.objectContaining({ field: 'vehicles reported as silent', observed: 'none' }),
  )
})

test('[OWN-GAP-2] while the broker is away there is a notice, and silence begins again after that', async () => {
  await forgetOthers()
  const { of, vins } = await aFleet(6)
  let trouble: string | undefined = 'Kafka does not answer'
  const round = silenceRounds(0, Date.now, watchSilence, { until: Date.now, trouble: () => trouble })
  await heard(of, vins, silentSeconds)
  await round(jobs)
  expect(await rulesOf(of)).toEqual([])
  await site.sql`UPDATE reception SET trouble_since = now() - interval '21 seconds'`
  await round(jobs)
  await round(jobs)
  expect(await theAlert(site, of)).toMatchObject({ rule: 'own-gap', count: 1, cleared_at: null })
  // another process that reaches the broker blames nobody either
  await watchSilence(jobs, 0)
  expect(await rulesOf(of)).toEqual(['own-gap'])

  trouble = undefined
  await site.sql`UPDATE reception SET trouble_at = now() - interval '30 seconds'`
  await vi.waitFor(async () => {
    await round(jobs)
    expect(await theAlert(site, of)).toMatchObject({ rule: 'own-gap', cleared_at: expect.any(String) })
  })
})
