import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { foldAlerts } from '@carapace/ingest/src/msoc/folding/folding.queries.ts'
import { getAlert, listAlerts, unfoldAlerts, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import {
  deleteStandingStep,
  listStandingSteps,
  saveStandingStep,
  tryStandingStep,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { shippedSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'

import { alertsOf, idsEvent, position, theAlert } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const connections = connect(site.url, createLog())
afterAll(() => connections.close())
const jobs = { db: connections.db, publisher: { publish: () => undefined } as never }

const folding = { ...shippedSteps['same-rule'].settings, vehicles: 3, share: 0.5, seconds: 600 }
let fleets = 0

/** An organisation with a step that folds, and vehicles with one alert of the same rule each. */
async function aFleet(vehicles: number) {
  const of = await site.organisation(`Fleet ${++fleets}`)
  await site.request(of.members.ANALYST.token, saveStandingStep, {
    kind: 'folding',
    name: 'Same event',
    active: true,
    matchers: { rules: ['ids.can 0x8001'] },
    folding,
  })
  const vins = Array.from({ length: vehicles }, (_, n) => `FOLD${fleets}X${n}`)
  await site.post(
    of.key,
    vins.map((vin) => idsEvent(vin)),
  )
  return { of, vins }
}

/** One round, after one of ingest's own that may be going on. */
async function fold({ org }: Organisation): Promise<void> {
  await site.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`carapace folding ${org.uuid}`}, 0))`
  await foldAlerts(jobs)
}
/** A round skips an organisation that a round of ingest's own folds at that moment: then another one follows. */
const fleetAlert = (of: Organisation) =>
  vi.waitFor(
    async () => {
      await fold(of)
      return theAlert(site, of, { rule: 'fleet-same-rule' })
    },
    { timeout: 20_000 },
  )
const partsOf = async ({ members }: Organisation, uuid: string) =>
  (await site.request(members.VIEWER.token, listAlerts, { folded_into: uuid, limit: 500 })).alerts
const activityOf = async ({ members }: Organisation, uuid: string) =>
  (await site.request(members.VIEWER.token, getAlert, { uuid })).changes.map(({ kind }) => kind)

test('[FOLDING-1] [FOLDING-2] the same alert of many vehicles is one alert of the fleet with its parts', async () => {
  const { of, vins } = await aFleet(4)
  const whole = await fleetAlert(of)
  expect(whole).toMatchObject({ severity: 'high', vehicle: null, folded: 4, folded_into: null })
  expect(whole.explanation).toContainEqual({ field: 'folded by the step', observed: 'Same event', expected: '' })
  const parts = await partsOf(of, whole.uuid)
  expect(parts.map(({ vehicle }) => vehicle!.vin).sort()).toEqual(vins)
  expect(parts[0]!.folded_into).toMatchObject({ uuid: whole.uuid, title: whole.title })
  expect(await alertsOf(site, of)).toHaveLength(1)
  expect(await activityOf(of, parts[0]!.uuid)).toContain('fold')
  const { body } = await site.get(of.members.ADMIN.token, 'msoc/v1/assets/vehicle', { uuid: vins[0]! })
  expect(body.vehicle).toMatchObject({ open_alerts: 0, health: 'healthy' })
})

test('[FOLDING-1] fewer vehicles than the step states, or than its share, stay alerts of their own', async () => {
  const few = await aFleet(2)
  const small = await site.organisation('Others')
  await site.post(small.key, [position('WELL1', 1, 1), position('WELL2', 1, 1), position('WELL3', 1, 1)])
  await site.request(small.members.ANALYST.token, saveStandingStep, {
    kind: 'folding',
    name: 'Most of all',
    active: true,
    folding: { ...folding, share: 0.75 },
  })
  await site.post(
    small.key,
    ['BAD1', 'BAD2', 'BAD3'].map((vin) => idsEvent(vin)),
  )
  await fold(few.of)
  await fold(small)
  expect(await alertsOf(site, few.of)).toHaveLength(2)
  expect(await alertsOf(site, small, { rule: 'fleet-same-rule' })).toEqual([])
})

test('[FOLDING-3] later alerts of the rule join, and other rules do not', async () => {
  const { of } = await aFleet(3)
  const whole = await fleetAlert(of)
  await site.post(of.key, [idsEvent('LATE'), idsEvent('OTHER', { event_id: 0x8003 })])
  await fold(of)
  expect((await partsOf(of, whole.uuid)).map(({ vehicle }) => vehicle!.vin)).toContain('LATE')
  expect((await alertsOf(site, of)).map(({ vehicle }) => vehicle?.vin)).toEqual(expect.arrayContaining(['OTHER']))
  expect(await theAlert(site, of, { rule: 'fleet-same-rule' })).toMatchObject({ uuid: whole.uuid, folded: 4 })
})

test('[FOLDING-4] rounds of several processes at once fold once', async () => {
  const { of } = await aFleet(6)
  await Promise.all(Array.from({ length: 4 }, () => foldAlerts(jobs)))
  const whole = await fleetAlert(of)
  expect([whole.count, whole.folded]).toEqual([6, 6])
})

test('[FOLDING-5] a part that is taken out is shown, and not folded again', async () => {
  const { of, vins } = await aFleet(4)
  const whole = await fleetAlert(of)
  const part = (await partsOf(of, whole.uuid)).find(({ vehicle }) => vehicle!.vin === vins[0])!
  const { ANALYST: analyst, VIEWER: viewer } = of.members
  expect((await site.refusal(viewer.token, unfoldAlerts, { uuids: [part.uuid] })).code).toBe('ROLE_REQUIRED')
  const answer = await site.request(analyst.token, unfoldAlerts, { uuids: [part.uuid, whole.uuid] })
  expect([answer.unfolded, answer.alerts.map(({ uuid }) => uuid)]).toEqual([1, [part.uuid]])
  await site.post(of.key, [idsEvent(vins[0]!)])
  await fold(of)
  expect(await theAlert(site, of, { vehicle: vins[0]! })).toMatchObject({ count: 2, folded_into: null })
  expect(await activityOf(of, part.uuid)).toContain('unfold')
  expect(await theAlert(site, of, { rule: 'fleet-same-rule' })).toMatchObject({ folded: 3 })
})

test('[FOLDING-6] parts are closed with the alert of the fleet', async () => {
  const { of, vins } = await aFleet(3)
  const whole = await fleetAlert(of)
  await site.request(of.members.ANALYST.token, updateAlerts, {
    uuids: [whole.uuid],
    change: { status: 'CLOSED', resolution: 'LEGITIMATE' },
  })
  await fold(of)
  const parts = await partsOf(of, whole.uuid)
  expect(parts.map(({ status, resolution }) => [status, resolution])).toEqual(vins.map(() => ['CLOSED', 'LEGITIMATE']))
  expect(await activityOf(of, parts[0]!.uuid)).toContain('close')
})

test('[FOLDING-6] when all parts are over the alert of the fleet is cleared', async () => {
  const { of } = await aFleet(3)
  const whole = await fleetAlert(of)
  const uuids = (await partsOf(of, whole.uuid)).map(({ uuid }) => uuid)
  await site.request(of.members.ANALYST.token, updateAlerts, {
    uuids,
    change: { status: 'CLOSED', resolution: 'UNKNOWN' },
  })
  // the round looks at organisations with folding steps, too
  await fold(of)
  expect(await theAlert(site, of, { rule: 'fleet-same-rule' })).toMatchObject({
    status: 'NEW',
    cleared_at: expect.any(String),
  })
})

test('[STANDING-STEP-1] steps are as shipped until they are changed, and again after a reset', async () => {
  const { members } = await site.organisation('Steps')
  const { token } = members.ANALYST
  const list = async () => (await site.request(members.VIEWER.token, listStandingSteps, {})).steps
  expect((await list()).map(({ built_in: name, uuid, active }) => [name, uuid, active])).toEqual([
    ['silence', null, true],
    ['same-rule', null, false],
    ['risk', null, false],
    ['proposals', null, true],
  ])
  const changed = { kind: 'folding' as const, built_in: 'silence' as const, name: 'Silence', active: true, folding }
  const { step } = await site.request(token, saveStandingStep, changed)
  expect(step).toMatchObject({ built_in: 'silence', revision: 1, matchers: { rules: ['silence'] }, folding })
  expect((await site.refusal(token, saveStandingStep, changed)).code).toBe('ROW_CHANGED')
  const named = { uuid: step.uuid!, revision: step.revision }
  const { step: again } = await site.request(token, saveStandingStep, { ...changed, ...named, active: false })
  expect(again).toMatchObject({ revision: 2, active: false })
  expect((await site.refusal(token, deleteStandingStep, named)).code).toBe('ROW_CHANGED')
  await site.request(token, deleteStandingStep, { ...named, revision: 2 })
  expect((await list())[0]).toMatchObject({ built_in: 'silence', uuid: null, revision: 0, active: true })
  const audited = await site.sql`SELECT action FROM audit_log WHERE subject_uuid = ${step.uuid} ORDER BY id`
  expect(audited.map(({ action }) => action)).toEqual(['change alert step', 'change alert step', 'reset alert step'])
})

test('[STANDING-STEP-1] only folding steps are added, each with the settings of its kind', async () => {
  const { members } = await site.organisation('Refused')
  const save = (input: object) => site.call(members.ANALYST.token, 'msoc/v1/alerts/standing-steps/save', input)
  const risk = shippedSteps.risk.settings
  for (const input of [
    { kind: 'risk', name: 'x', active: true, risk },
    { kind: 'folding', name: 'x', active: true, risk },
    { kind: 'folding', name: 'x', active: true },
    { kind: 'risk', built_in: 'risk', name: 'x', active: true, risk, matchers: { rules: ['x'] } },
    { kind: 'risk', built_in: 'risk', name: 'x', active: true, risk: { ...risk, clear_below: risk.raise_at } },
  ]) {
    const { status, body } = await save(input)
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  }
})

test('[STANDING-STEP-2] trying returns what would have been folded, and changes nothing', async () => {
  const of = await site.organisation('Tried')
  await site.post(
    of.key,
    ['T1', 'T2', 'T3'].map((vin) => idsEvent(vin)),
  )
  const { token } = of.members.ANALYST
  const tried = await site.request(token, tryStandingStep, { kind: 'folding', folding })
  expect(tried).toMatchObject({ alerts: 3, total: 1, folds: [{ rule: 'ids.can 0x8001', vehicles: 3, alerts: 3 }] })
  const none = await site.request(token, tryStandingStep, {
    kind: 'folding',
    folding: { ...folding, vehicles: 4 },
    matchers: { rules: ['ids.can 0x8001'] },
  })
  expect(none).toMatchObject({ alerts: 3, total: 0, folds: [] })
  const risk = { ...shippedSteps.risk.settings, raise_at: 1, clear_below: 0 }
  const scored = await site.request(token, tryStandingStep, { kind: 'risk', risk })
  expect(scored.vehicles.map(({ vin }) => vin).sort()).toEqual(['T1', 'T2', 'T3'])
  expect(await alertsOf(site, of)).toHaveLength(3)
})
