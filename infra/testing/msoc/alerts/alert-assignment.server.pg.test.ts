import { expect, test } from 'vitest'
import { getAlert, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import {
  endAlertStep,
  listAlertSteps,
  orderAlertSteps,
  saveAlertStep,
  tryAlertStep,
} from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import type { Assignment } from '@carapace/shared/msoc/alerts/pipeline/assignment'

import { alertsOf, idsEvent, theAlert } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
// a second api works on the same organisations
await site.anotherApi()
const waitMs = 15_000

let vehicles = 0
const newVin = () => `ASSIGN${++vehicles}`
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

function working({ members }: Organisation) {
  const { ANALYST: analyst, ADMIN: admin } = members
  const save = async (kind: string, vins: string[], more: object) =>
    (
      await site.request(analyst.token, saveAlertStep, {
        kind: kind as 'assignment',
        matchers: { vehicles: vins },
        from: ago(1_000),
        until: null,
        reason: `Our ${kind}`,
        ...more,
      })
    ).step
  const assignment = (more: Partial<Assignment> = {}): Assignment => ({
    method: 'round_robin',
    members: [analyst.uuid, admin.uuid],
    shift: null,
    ...more,
  })
  const detailOf = (uuid: string) => site.request(analyst.token, getAlert, { uuid })
  return { analyst, admin, save, assignment, detailOf }
}

/** Waits until all alerts of these vehicles have an owner, and returns the names of the owners by vehicle. */
async function ownersOf(organisation: Organisation, vins: readonly string[]): Promise<(string | undefined)[]> {
  const read = async () => {
    const alerts = await alertsOf(site, organisation)
    return vins.map((vin) => alerts.find(({ vehicle }) => vehicle?.vin === vin)?.owner?.name)
  }
  await expect.poll(async () => (await read()).includes(undefined), { timeout: waitMs }).toBe(false)
  return read()
}

test('[ALERT-PIPELINE-11] [ALERT-PIPELINE-14] new alerts get owners in turn, each once, by two processes', async () => {
  const org = await site.organisation('Turns')
  const { analyst, save, assignment, detailOf } = working(org)
  const vins = Array.from({ length: 20 }, newVin)
  const step = await save('assignment', vins, { assignment: assignment() })
  for (const vin of vins) await site.post(org.key, [idsEvent(vin)])
  const names = await ownersOf(org, vins)
  expect(names.filter((name) => name === 'Turns analyst')).toHaveLength(10)
  expect(names.slice(0, 2)).toEqual(['Turns analyst', 'Turns admin'])

  const alert = await theAlert(site, org, { vehicle: vins[0]! })
  expect(alert).toMatchObject({ status: 'ASSIGNED', acknowledged_at: null })
  const { changes } = await detailOf(alert.uuid)
  expect(changes.filter(({ kind }) => kind === 'assign')).toMatchObject([
    { actor: 'Alert pipeline', detail: { owner: 'Turns analyst', step: step.uuid, reason: 'Our assignment' } },
  ])
  await site.request(analyst.token, updateAlerts, { uuids: [alert.uuid], change: { owner: null } })
  await site.post(org.key, [idsEvent(vins[0]!)])
  const next = newVin()
  await save('assignment', [next], { assignment: assignment({ members: [analyst.uuid] }) })
  await site.post(org.key, [idsEvent(next)])
  await ownersOf(org, [next])
  expect((await theAlert(site, org, { vehicle: vins[0]! })).owner).toBe(null)
})

test('[ALERT-PIPELINE-11] the first assignment with somebody on shift counts; suppressed alerts wait', async () => {
  const org = await site.organisation('Shifts')
  const { analyst, admin, save, assignment } = working(org)
  const [loud, quiet] = [newVin(), newVin()]
  const day = (new Date().getUTCDay() + 6) % 7 // the day before, from 1
  const over = { days: [day === 0 ? 7 : day], from: '00:00', to: '00:01', zone: 'UTC' }
  await save('assignment', [loud, quiet], { assignment: assignment({ members: [admin.uuid], shift: over }) })
  await save('assignment', [loud, quiet], { assignment: assignment({ members: [analyst.uuid] }) })
  const silence = await save('silence', [quiet], { until: new Date(Date.now() + 3_600_000).toISOString() })
  await site.post(org.key, [idsEvent(quiet), idsEvent(loud)])
  expect(await ownersOf(org, [loud])).toEqual(['Shifts analyst'])
  expect((await theAlert(site, org, { vehicle: quiet, suppressed: 'true' })).owner).toBe(null)
  await site.request(analyst.token, endAlertStep, { uuid: silence.uuid, revision: silence.revision })
  expect(await ownersOf(org, [quiet])).toEqual(['Shifts analyst'])
})

test('[ALERT-PIPELINE-15] [ALERT-PIPELINE-16] [ALERT-PIPELINE-17] what nobody acknowledged is late once', async () => {
  const org = await site.organisation('Late')
  const { analyst, admin, save, assignment, detailOf } = working(org)
  const [late, seen] = [newVin(), newVin()]
  const to = assignment({ members: [admin.uuid] })
  const step = await save('escalation', [late, seen], {
    from: ago(3_600_000),
    escalation: { after_minutes: 15, unless: 'acknowledged', hand_over: to },
  })
  await site.post(org.key, [idsEvent(late), idsEvent(seen)])
  const alert = await theAlert(site, org, { vehicle: late })
  const other = await theAlert(site, org, { vehicle: seen })
  await expect
    .poll(async () => (await detailOf(alert.uuid)).timers, { timeout: waitMs })
    .toMatchObject([
      { step: step.uuid, reason: 'Our escalation', author: 'Late analyst', unless: 'acknowledged', hands_over: true },
    ])
  await expect.poll(async () => (await detailOf(other.uuid)).timers.length, { timeout: waitMs }).toBe(1)
  await site.request(analyst.token, updateAlerts, { uuids: [other.uuid], change: { acknowledge: true } })
  expect((await detailOf(other.uuid)).timers).toEqual([])

  await site.sql`UPDATE alert_timers SET due_at = now() WHERE step_uuid = ${step.uuid}`
  await expect
    .poll(async () => (await alertsOf(site, org, { overdue: 'true' })).map(({ uuid }) => uuid), { timeout: waitMs })
    .toEqual([alert.uuid])
  expect(await theAlert(site, org, { vehicle: late })).toMatchObject({
    status: 'ASSIGNED',
    owner: { name: 'Late admin' },
    acknowledged_at: null,
  })
  const { changes, timers } = await detailOf(alert.uuid)
  expect(timers).toEqual([])
  expect(changes.filter(({ kind }) => kind === 'overdue')).toMatchObject([
    { actor: 'Alert pipeline', detail: { step: step.uuid, minutes: 15, unless: 'acknowledged' } },
  ])

  // changed, it starts no further timer for what has been overdue
  await save('escalation', [late, seen], {
    uuid: step.uuid,
    revision: step.revision,
    from: ago(3_600_000),
    escalation: { after_minutes: 1, unless: 'acknowledged', hand_over: null },
  })
  expect((await detailOf(alert.uuid)).timers).toEqual([])
})

test('[ALERT-PIPELINE-18] steps are put into another order, which is the order of their evaluation', async () => {
  const org = await site.organisation('Order')
  const { analyst, admin, save, assignment } = working(org)
  const vin = newVin()
  const first = await save('assignment', [vin], { assignment: assignment({ members: [analyst.uuid] }) })
  const second = await save('assignment', [vin], { assignment: assignment({ members: [admin.uuid] }) })
  const nobody = '00000000-0000-4000-8000-000000000000'
  const unknown = await site.refusal(analyst.token, orderAlertSteps, { uuids: [nobody, second.uuid] })
  expect(unknown.code).toBe('NOT_FOUND')
  await site.request(analyst.token, orderAlertSteps, { uuids: [second.uuid, first.uuid] })
  const { steps } = await site.request(analyst.token, listAlertSteps, {})
  expect(steps.map(({ uuid, order }) => [uuid, order])).toEqual([
    [second.uuid, 0],
    [first.uuid, 1],
  ])
  await site.post(org.key, [idsEvent(vin)])
  expect(await ownersOf(org, [vin])).toEqual(['Order admin'])
})

test('[ALERT-PIPELINE-19] trying states who would have had the alerts, and which would have been overdue', async () => {
  const org = await site.organisation('Trial')
  const { analyst, assignment } = working(org)
  const vins = Array.from({ length: 3 }, newVin)
  await site.post(
    org.key,
    vins.map((vin) => idsEvent(vin)),
  )
  const matchers = { vehicles: vins }
  const assigned = await site.request(analyst.token, tryAlertStep, { matchers, assignment: assignment() })
  expect(assigned).toMatchObject({
    total: 3,
    assigned: [
      { member: 'Trial analyst', alerts: 2 },
      { member: 'Trial admin', alerts: 1 },
    ],
    overdue: null,
  })
  expect(assigned.outcomes).toHaveLength(3)
  const escalation = { after_minutes: 15, unless: 'acknowledged' as const, hand_over: null }
  const now = await site.request(analyst.token, tryAlertStep, { matchers, escalation })
  expect([now.overdue, now.outcomes]).toEqual([0, []])
  await site.sql`UPDATE alerts SET raised_at = now() - interval '20 minutes' WHERE org_uuid = ${org.org.uuid}`
  const later = await site.request(analyst.token, tryAlertStep, { matchers, escalation })
  expect([later.overdue, later.outcomes.length]).toEqual([3, 3])
  expect((await alertsOf(site, org)).map(({ owner, overdue_at: at }) => [owner, at])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
})
