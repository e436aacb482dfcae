import { expect, test } from 'vitest'
import { getAlert, getAlertHistogram, getAlertRules } from '@carapace/shared/msoc/alerts/alerts.contract'
import {
  deleteAlertStep,
  endAlertStep,
  listAlertSteps,
  saveAlertStep,
  tryAlertStep,
} from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'

import { alertsOf, idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ANALYST: analyst, VIEWER: viewer, ADMIN: admin } = alpha.members
const hourMs = 3_600_000

let vehicles = 0
/** A new vehicle, and its alert once it has one. */
const newVin = () => `PIPELINE${++vehicles}`
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

async function silence(matchers: AlertMatchers, more: object = {}) {
  const { step } = await site.request(analyst.token, saveAlertStep, {
    kind: 'silence',
    matchers,
    from: fromNow(-1_000),
    until: fromNow(hourMs),
    reason: 'A known test',
    ...more,
  })
  return step
}

const activityOf = async (uuid: string) =>
  (await site.request(analyst.token, getAlert, { uuid })).changes
    .filter(({ kind }) => kind !== 'evidence')
    .map(({ kind, actor, detail }) => ({ kind, actor, detail }))
    .reverse()

/** Lets the time of a step pass. */
const expire = (uuid: string) =>
  site.sql`UPDATE alert_steps SET ends_at = now() - interval '1 second' WHERE uuid = ${uuid}`

const healthOf = async (vin: string) =>
  (
    await site.sql<{ open: number }[]>`
      SELECT s.open_alerts AS open
      FROM vehicle_state s
      JOIN vehicles v ON v.id = s.vehicle_id
      WHERE v.vin = ${vin}`
  )[0]!.open

test('[ALERT-PIPELINE-2] [ALERT-PIPELINE-5] [ALERT-PIPELINE-6] a silenced alert is stored and in no list', async () => {
  const vin = newVin()
  const step = await silence({ vehicles: [vin] })
  await site.post(alpha.key, [idsEvent(vin)])
  await site.post(alpha.key, [idsEvent(vin)])

  expect(await alertsOf(site, alpha, { vehicle: vin })).toEqual([])
  const alert = await theAlert(site, alpha, { vehicle: vin, suppressed: 'true' })
  expect(alert).toMatchObject({
    count: 2,
    status: 'NEW',
    suppressed_by: {
      uuid: step.uuid,
      kind: 'silence',
      author: 'Alpha analyst',
      reason: 'A known test',
      until: step.until,
    },
  })
  expect(await alertsOf(site, alpha, { vehicle: vin, suppressed: 'any' })).toHaveLength(1)
  expect(await healthOf(vin)).toBe(0)
  const { buckets } = await site.request(analyst.token, getAlertHistogram, { vehicle: vin })
  const { total } = await site.request(analyst.token, getAlertRules, { vehicle: vin })
  expect([buckets, total]).toEqual([[], 0])
  expect(await activityOf(alert.uuid)).toMatchObject([
    { kind: 'raise' },
    { kind: 'silence', actor: 'Detection', detail: { step: step.uuid, by: 'Alpha analyst', reason: 'A known test' } },
    { kind: 'count' },
  ])
})

test('[ALERT-PIPELINE-3] when the time of a silence has passed, the next repeat shows the alert again', async () => {
  const vin = newVin()
  const step = await silence({ vehicles: [vin] })
  await site.post(alpha.key, [idsEvent(vin)])
  await expire(step.uuid)
  expect(await alertsOf(site, alpha, { vehicle: vin })).toEqual([])

  await site.post(alpha.key, [idsEvent(vin)])
  const alert = await theAlert(site, alpha, { vehicle: vin })
  expect(alert).toMatchObject({ count: 2, suppressed_by: null })
  expect((await activityOf(alert.uuid)).map(({ kind }) => kind)).toEqual(['raise', 'silence', 'count', 'unsilence'])
  expect(await healthOf(vin)).toBe(1)
})

test('[ALERT-PIPELINE-4] a silence takes open alerts out of the queues, and ending it brings them back', async () => {
  const vin = newVin()
  await site.post(alpha.key, [idsEvent(vin)])
  const before = await theAlert(site, alpha, { vehicle: vin })
  const socket = await site.live(viewer.token)
  const queue = socket.subscribe('msoc.alerts', { filter: { vehicle: vin } })
  await queue.snapshot()
  const step = await silence({ vehicles: [vin] })
  expect(step).toMatchObject({ suppressed: 1, in_effect: true, author: 'Alpha analyst' })
  expect(await healthOf(vin)).toBe(0)
  const seen = (kind: string, isShown: boolean) =>
    queue.until(
      ({ changes }) =>
        changes.some((change) => {
          const { kind: found, alert } = change as { kind: string; alert: object | null }
          return found === kind && (alert !== null) === isShown
        }),
      `a change ${kind}`,
    )
  await seen('silence', false)

  const { step: ended } = await site.request(admin.token, endAlertStep, { uuid: step.uuid, revision: step.revision })
  expect(ended).toMatchObject({ active: false, in_effect: false, suppressed: 0, revision: step.revision + 1 })
  await seen('unsilence', true)
  expect(await theAlert(site, alpha, { vehicle: vin })).toMatchObject({ uuid: before.uuid, suppressed_by: null })
  expect((await activityOf(before.uuid)).map(({ kind, actor }) => [kind, actor])).toEqual([
    ['raise', 'Detection'],
    ['silence', 'Alpha analyst'],
    ['unsilence', 'Alpha admin'],
  ])
  expect(await healthOf(vin)).toBe(1)
})

test('[ALERT-PIPELINE-4] a changed silence lets go what it no longer matches, if only to another one', async () => {
  const [first, second] = [newVin(), newVin()]
  await site.post(alpha.key, [idsEvent(first), idsEvent(second)])
  const step = await silence({ vehicles: [first] })
  const wide = await silence({ vehicles: [first, second], rules: ['ids.can 0x8001'] })
  const by = async (vin: string) =>
    (await theAlert(site, alpha, { vehicle: vin, suppressed: 'any' })).suppressed_by?.uuid
  expect([await by(first), await by(second)]).toEqual([step.uuid, wide.uuid])

  await silence({ vehicles: ['NOBODY'] }, { uuid: step.uuid, revision: step.revision })
  expect(await by(first)).toBe(wide.uuid)
  await site.request(analyst.token, endAlertStep, { uuid: wide.uuid, revision: wide.revision })
  expect([await by(first), await by(second)]).toEqual([undefined, undefined])
})

test('[ALERT-PIPELINE-1] [ALERT-PIPELINE-2] maintenance suppresses the alerts of a vehicle', async () => {
  const vin = newVin()
  const workshop = { kind: 'maintenance', reason: 'New brakes' }
  await silence({ vehicles: [vin] }, { ...workshop, from: fromNow(hourMs / 2) })
  await site.post(alpha.key, [idsEvent(vin)])
  expect((await theAlert(site, alpha, { vehicle: vin })).suppressed_by).toBe(null)
  await silence({ vehicles: [vin] }, workshop)
  expect((await theAlert(site, alpha, { vehicle: vin, suppressed: 'true' })).suppressed_by).toMatchObject(workshop)

  const refused = await site.refusal(analyst.token, saveAlertStep, {
    kind: 'maintenance',
    matchers: { severities: ['low'] },
    from: fromNow(0),
    until: fromNow(hourMs),
    reason: 'x',
  })
  expect(refused.code).toBe('INVALID_INPUT')
})

test('[ALERT-PIPELINE-7] a step over is not changed, one that goes on is not deleted; all is audited', async () => {
  const vin = newVin()
  const step = await silence({ vehicles: [vin] })
  await site.post(alpha.key, [idsEvent(vin)])
  const named = { uuid: step.uuid, revision: step.revision }
  expect((await site.refusal(analyst.token, endAlertStep, { ...named, revision: 9 })).code).toBe('ROW_CHANGED')
  expect((await site.refusal(analyst.token, deleteAlertStep, named)).code).toBe('RULE_REFUSED')
  expect((await site.refusal(viewer.token, endAlertStep, named)).code).toBe('ROLE_REQUIRED')
  await expire(step.uuid)
  expect((await site.refusal(analyst.token, endAlertStep, named)).code).toBe('RULE_REFUSED')
  await site.request(analyst.token, deleteAlertStep, named)
  expect((await theAlert(site, alpha, { vehicle: vin })).suppressed_by).toBe(null)
  const { steps } = await site.request(viewer.token, listAlertSteps, {})
  expect(steps.map(({ uuid }) => uuid)).not.toContain(step.uuid)
  const audited = await site.sql`SELECT action FROM audit_log WHERE subject_uuid = ${step.uuid} ORDER BY id`
  expect(audited.map(({ action }) => action)).toEqual(['add alert step', 'delete alert step'])
})

test('[ALERT-PIPELINE-7] steps are listed in their order, those over last', async () => {
  const bravo = await site.organisation('Bravo')
  const save = (reason: string, more: object = {}) =>
    site.request(bravo.members.ANALYST.token, saveAlertStep, {
      kind: 'silence',
      matchers: { title: 'nothing' },
      from: fromNow(-hourMs),
      until: fromNow(hourMs),
      reason,
      ...more,
    })
  const { step: over } = await save('over')
  await expire(over.uuid)
  await save('second')
  await save('third')
  await save('first', { order: 0 })
  const { steps } = await site.request(bravo.members.VIEWER.token, listAlertSteps, {})
  expect(steps.map(({ reason }) => reason)).toEqual(['first', 'second', 'third', 'over'])
})

test('[ALERT-PIPELINE-8] [ALERT-PIPELINE-1] trying counts what matches, and changes nothing', async () => {
  const vin = newVin()
  await site.post(alpha.key, [idsEvent(vin), idsEvent(vin, { sensor_instance: 5 })])
  const [alert] = await alertsOf(site, alpha, { vehicle: vin })
  const { kind, value } = alert!.observables[0]!
  const all: AlertMatchers = {
    rules: [alert!.rule],
    severities: [alert!.severity],
    sources: ['ids'],
    vehicles: [vin],
    observables: [`${kind}:${value}`],
    title: alert!.title.toUpperCase().split(' ').reverse().join(' '),
  }
  const tried = await site.request(analyst.token, tryAlertStep, { matchers: all })
  expect(tried).toMatchObject({ total: 2, open: 2 })
  expect(tried.alerts.map(({ vehicle }) => vehicle?.vin)).toEqual([vin, vin])
  expect((await site.request(analyst.token, tryAlertStep, { matchers: { ...all, title: '100%' } })).total).toBe(0)
  expect((await site.request(analyst.token, tryAlertStep, { matchers: { ...all, models: ['Hawk'] } })).total).toBe(0)
  expect(await alertsOf(site, alpha, { vehicle: vin })).toHaveLength(2)
})

test('[ALERT-PIPELINE-9] an alert is inhibited while another one is open on the same vehicle', async () => {
  const [vin, other] = [newVin(), newVin()]
  const strong = (vehicle: string) => idsEvent(vehicle, { event_id: 0x8003 })
  const inhibitors: AlertMatchers = { rules: ['ids.can 0x8003'] }
  await site.post(alpha.key, [strong(vin), idsEvent(vin), idsEvent(other)])
  const matchers = { rules: ['ids.can 0x8001'], vehicles: [vin, other] }
  expect((await site.request(analyst.token, tryAlertStep, { matchers, inhibitors })).total).toBe(1)
  const step = await silence(matchers, { kind: 'inhibition', inhibitors, until: null })
  expect(step).toMatchObject({ kind: 'inhibition', until: null, suppressed: 1, in_effect: true, inhibitors })
  expect((await theAlert(site, alpha, { vehicle: vin })).rule).toBe('ids.can 0x8003')
  expect((await theAlert(site, alpha, { vehicle: other })).rule).toBe('ids.can 0x8001')

  await site.post(alpha.key, [strong(other), idsEvent(other)])
  expect(await theAlert(site, alpha, { vehicle: other, suppressed: 'true' })).toMatchObject({
    rule: 'ids.can 0x8001',
    count: 2,
    suppressed_by: { kind: 'inhibition', until: null },
  })
  const inhibitor = await theAlert(site, alpha, { vehicle: other })
  await site.call(analyst.token, 'msoc/v1/alerts/update', {
    uuids: [inhibitor.uuid],
    change: { status: 'CLOSED', resolution: 'UNKNOWN' },
  })
  await site.post(alpha.key, [idsEvent(other)])
  expect(await theAlert(site, alpha, { vehicle: other, status: 'NEW' })).toMatchObject({ count: 3 })
})
