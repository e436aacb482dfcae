import { afterAll, expect, test } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { watchRisk } from '@carapace/ingest/src/msoc/risk.queries.ts'
import { updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { declineSilenceProposal, listSilenceProposals } from '@carapace/shared/msoc/alerts/pipeline/proposals.contract'
import { saveAlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { saveStandingStep } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { shippedSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import { getVehicleRisk } from '@carapace/shared/msoc/vehicles/risk-score.contract'
import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'

import { alertsOf, idsEvent, theAlert } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const connections = connect(site.url, createLog())
afterAll(() => connections.close())
const jobs = { db: connections.db, publisher: { publish: () => undefined } as never }
const { settings } = shippedSteps.risk
let orgs = 0

async function anOrganisation(active = true, risk: object = {}): Promise<Organisation> {
  const of = await site.organisation(`Risk ${++orgs}`)
  await site.request(of.members.ANALYST.token, saveStandingStep, {
    kind: 'risk',
    built_in: 'risk',
    name: 'Risk',
    active,
    risk: { ...settings, raise_at: 100, clear_below: 50, ...risk },
  })
  return of
}

/** Raises this many alerts on a vehicle; each of an event that no catalogue lists: medium, a weight of 40. */
const attack = (of: Organisation, vin: string, alerts: number, from = 0) =>
  site.post(
    of.key,
    Array.from({ length: alerts }, (_, n) => idsEvent(vin, { event_id: 0x9001, sensor_instance: from + n })),
  )
const riskOf = (of: Organisation, vehicle: string) => site.request(of.members.VIEWER.token, getVehicleRisk, { vehicle })
const close = (of: Organisation, uuids: readonly string[], resolution: 'FALSE_POSITIVE' | 'UNKNOWN') =>
  site.request(of.members.ANALYST.token, updateAlerts, { uuids: [...uuids], change: { status: 'CLOSED', resolution } })
/** The alerts about risk after a round, which comes after one of ingest's own that may be going on. */
async function riskAlerts(of: Organisation) {
  await site.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`carapace risk ${of.org.uuid}`}, 0))`
  await watchRisk(jobs)
  return alertsOf(site, of, { rule: 'vehicle-risk' })
}
/** Lets half-lives pass for all alerts of an organisation. */
const age = ({ org }: Organisation, hours: number) =>
  site.sql`UPDATE alerts SET last_seen = last_seen - make_interval(hours => ${hours}),
    raised_at = raised_at - make_interval(hours => ${hours}) WHERE org_uuid = ${org.uuid}`

test('[RISK-SCORE-1] [RISK-SCORE-2] a score adds alerts up, decays, and gives back what was no attack', async () => {
  const of = await anOrganisation(false)
  await attack(of, 'V1', 2)
  const risk = await riskOf(of, 'V1')
  expect(risk).toMatchObject({ score: 80, active: false, raise_at: 100, half_life_hours: 6 })
  expect(risk.contributions.map(({ left, weight }) => [left, weight])).toEqual([
    [40, 40],
    [40, 40],
  ])
  expect(risk.points.at(-1)!.score).toBe(80)
  await age(of, 6)
  expect((await riskOf(of, 'V1')).score).toBeCloseTo(40, 0)
  await close(of, [(await alertsOf(site, of))[0]!.uuid], 'FALSE_POSITIVE')
  const after = await riskOf(of, 'V1')
  expect(after.score).toBeCloseTo(20, 0)
  expect(after.contributions.at(-1)).toMatchObject({ left: 0, resolution: 'FALSE_POSITIVE' })
  const { vehicles } = await site.request(of.members.VIEWER.token, listVehicles, { sort: 'risk_score' })
  expect(vehicles.map(({ vin, risk_score: score }) => [vin, Math.round(score)])).toEqual([['V1', 20]])
  expect((await site.refusal(of.members.VIEWER.token, getVehicleRisk, { vehicle: 'NOBODY' })).code).toBe('NOT_FOUND')
})

test('[RISK-SCORE-1] vehicles are sorted by their score', async () => {
  const of = await anOrganisation(false)
  await attack(of, 'LOW', 1)
  await attack(of, 'TOP', 3)
  await attack(of, 'MID', 2)
  const sorted = async (order: 'asc' | 'desc') =>
    (await site.request(of.members.VIEWER.token, listVehicles, { sort: 'risk_score', order })).vehicles.map(
      ({ vin }) => vin,
    )
  expect(await sorted('desc')).toEqual(['TOP', 'MID', 'LOW'])
  expect(await sorted('asc')).toEqual(['LOW', 'MID', 'TOP'])
})

test('[RISK-SCORE-3] [RISK-SCORE-4] passing the threshold raises one alert, which adds nothing itself', async () => {
  const of = await anOrganisation()
  await attack(of, 'V2', 2)
  expect(await riskAlerts(of)).toEqual([])
  await attack(of, 'V2', 1, 2)
  const [alert, ...others] = await riskAlerts(of)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ title: 'Risk of V2 passed 100', severity: 'high', count: 1 })
  expect(alert!.explanation[0]).toEqual({ field: 'risk score', observed: '120', expected: 'below 100' })
  expect(alert!.explanation.slice(1).map(({ observed }) => observed)).toEqual(['+40', '+40', '+40'])
  expect((await riskOf(of, 'V2')).score).toBe(120)
  await attack(of, 'V2', 1, 3)
  expect((await riskAlerts(of)).map(({ count }) => count)).toEqual([1])
})

test('[RISK-SCORE-4] it is cleared below the lower threshold, and raised again only after that', async () => {
  const of = await anOrganisation()
  await attack(of, 'V3', 3)
  const [alert] = await riskAlerts(of)
  await close(of, [alert!.uuid], 'UNKNOWN')
  await attack(of, 'V3', 1, 3)
  expect(await riskAlerts(of)).toHaveLength(1)
  await age(of, 9)
  // above the lower threshold still
  expect((await riskAlerts(of))[0]!.cleared_at).toBe(null)
  await age(of, 6)
  expect((await riskAlerts(of))[0]!.cleared_at).toEqual(expect.any(String))
  await attack(of, 'V3', 3, 10)
  const raised = await riskAlerts(of)
  expect(raised.map(({ status }) => status).sort()).toEqual(['CLOSED', 'NEW'])
})

test('[RISK-SCORE-5] a step that is changed applies to what there is, and reopening counts', async () => {
  const of = await anOrganisation(true, { raise_at: 1_000 })
  await attack(of, 'V4', 3)
  expect(await riskAlerts(of)).toEqual([])
  await close(of, [(await alertsOf(site, of))[0]!.uuid], 'FALSE_POSITIVE')
  const [step] = await site.sql`SELECT uuid FROM standing_steps WHERE org_uuid = ${of.org.uuid}`
  await site.request(of.members.ANALYST.token, saveStandingStep, {
    uuid: step!.uuid,
    revision: 1,
    kind: 'risk',
    name: 'Risk',
    active: true,
    risk: { ...settings, raise_at: 100, clear_below: 50 },
  })
  expect(await riskAlerts(of)).toEqual([])
  const closed = await theAlert(site, of, { status: 'CLOSED' })
  await site.request(of.members.ANALYST.token, updateAlerts, {
    uuids: [closed.uuid],
    change: { status: 'IN_PROGRESS' },
  })
  expect(await riskAlerts(of)).toHaveLength(1)
})

test('[SILENCE-PROPOSAL-1] [SILENCE-PROPOSAL-3] harmless closings propose a silence', async () => {
  const of = await site.organisation('Proposals')
  const { ANALYST: analyst, VIEWER: viewer } = of.members
  const proposals = async () => (await site.request(viewer.token, listSilenceProposals, {})).proposals
  const harmless = async (from: number, count: number) => {
    await site.post(
      of.key,
      Array.from({ length: count }, (_, n) => idsEvent(`P${from + n}`)),
    )
    const uuids = (await alertsOf(site, of, { status: 'NEW' })).map(({ uuid }) => uuid)
    for (const uuid of uuids) await close(of, [uuid], 'FALSE_POSITIVE')
  }
  await harmless(0, 4)
  expect(await proposals()).toEqual([])
  await harmless(4, 2)
  const [proposal, ...others] = await proposals()
  expect(others).toEqual([])
  expect(proposal).toMatchObject({ harmless: 6, days: 30 })
  expect(proposal!.matchers.rules).toEqual(['ids.can 0x8001'])
  expect(proposal!.evidence.map(({ closed_by: by }) => by)).toEqual(proposal!.evidence.map(() => 'Proposals analyst'))
  expect(await alertsOf(site, of, { suppressed: 'true' })).toEqual([])

  expect((await site.refusal(viewer.token, declineSilenceProposal, { key: proposal!.key })).code).toBe('ROLE_REQUIRED')
  expect((await site.refusal(analyst.token, declineSilenceProposal, { key: 'x' })).code).toBe('NOT_FOUND')
  for (const { key } of [proposal!]) await site.request(analyst.token, declineSilenceProposal, { key })
  const left = (await proposals()).map(({ key }) => key)
  expect(left).not.toContain(proposal!.key)
  for (const key of left) await site.request(analyst.token, declineSilenceProposal, { key })
  await harmless(10, 4)
  expect((await proposals()).map(({ key }) => key)).not.toContain(proposal!.key)
  await harmless(20, 1)
  const again = (await proposals()).find(({ key }) => key === proposal!.key) ?? (await proposals())[0]!
  await site.request(analyst.token, saveAlertStep, {
    kind: 'silence',
    matchers: { rules: ['ids.can 0x8001'] },
    from: new Date().toISOString(),
    until: new Date(Date.now() + again.days * 86_400_000).toISOString(),
    reason: again.reason,
  })
  expect(await proposals()).toEqual([])
})
