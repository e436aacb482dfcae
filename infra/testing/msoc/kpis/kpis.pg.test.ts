import { expect, test } from 'vitest'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { getCoverage, getKpis } from '@carapace/shared/msoc/kpis/kpis.contract'

import { severities } from '@carapace/shared/msoc/severity'
import { createProgram } from '../../support/factories.ts'
import { startInstallation } from '../../support/installation.ts'
import { lineRule } from '../rules/texts.ts'
import { type Generated, generateAlerts, percentile } from './generated-alerts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
await site.organisation('Bravo').then((bravo) => generateAlerts(site, bravo, 50))
const all = await generateAlerts(site, alpha, 2_000)
const shown = all.filter(({ isSuppressed }) => !isSuppressed)

const day = 86_400_000
const to = Math.floor(Date.now() / 1_000) * 1_000
const from = to - 7 * day
const isWithin = (at: number | null) => at !== null && at >= from && at < to
const raised = shown.filter(({ raisedAt }) => isWithin(raisedAt))
const closed = shown.filter(({ closedAt, isMerged }) => isWithin(closedAt) && !isMerged)
const kpis = await site.request(alpha.members.VIEWER.token, getKpis, {
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  zone: 'Asia/Kolkata',
})

/** The timers by brute force. */
function timersOf(alerts: readonly Generated[]) {
  const over = (durations: readonly (number | undefined)[]) => {
    const known = durations.filter((ms) => ms !== undefined)
    return { median_ms: percentile(known, 0.5), p90_ms: percentile(known, 0.9), alerts: known.length }
  }
  const between = (begin: number, end: number | null) => (end === null ? undefined : end - begin)
  return {
    alerts: alerts.length,
    detect: over(
      alerts.map(({ firstSeen, raisedAt }) =>
        raisedAt >= firstSeen && raisedAt - firstSeen < 300_000 ? raisedAt - firstSeen : undefined,
      ),
    ),
    acknowledge: over(alerts.map(({ raisedAt, acknowledgedAt }) => between(raisedAt, acknowledgedAt))),
    resolve: over(alerts.map(({ raisedAt, closedAt, isMerged }) => between(raisedAt, isMerged ? null : closedAt))),
  }
}

/** The timers are the same, to the millisecond. */
function expectTimers(answer: ReturnType<typeof timersOf>, alerts: readonly Generated[]): void {
  const expected = timersOf(alerts)
  expect(answer.alerts).toBe(expected.alerts)
  for (const timer of ['detect', 'acknowledge', 'resolve'] as const) {
    expect(answer[timer].alerts).toBe(expected[timer].alerts)
    expect(Math.abs(answer[timer].median_ms! - expected[timer].median_ms!)).toBeLessThan(1)
    expect(Math.abs(answer[timer].p90_ms! - expected[timer].p90_ms!)).toBeLessThan(1)
  }
}

test('[KPI-1] [KPI-2] the timers of all alerts, by severity and by owner, are those of a computation by hand', () => {
  expectTimers(kpis.timers, raised)
  expect(kpis.by_severity.map(({ severity }) => severity)).toEqual(severities.toReversed())
  for (const row of kpis.by_severity)
    expectTimers(
      row,
      raised.filter(({ severity }) => severities[severity] === row.severity),
    )
  expect(kpis.by_owner).toHaveLength(3)
  for (const row of kpis.by_owner)
    expectTimers(
      row,
      raised.filter(({ owner }) => owner === (row.owner?.uuid ?? null)),
    )
})

test('[KPI-4] the backlog has each open alert in the class of its age', () => {
  const open = shown.filter(({ closedAt }) => closedAt === null)
  expect(kpis.backlog.open).toBe(open.length)
  expect(Date.parse(kpis.backlog.oldest!)).toBe(Math.min(...open.map(({ raisedAt }) => raisedAt)))
  const median = percentile(
    open.map(({ raisedAt }) => Date.now() - raisedAt),
    0.5,
  )!
  expect(Math.abs(kpis.backlog.median_age_ms! - median)).toBeLessThan(600_000)
  const counted = kpis.backlog.ages.map(
    ({ critical, high, medium, low, info }) => critical + high + medium + low + info,
  )
  expect(counted.reduce((sum, some) => sum + some, 0)).toBe(open.length)
  const older = open.filter(({ raisedAt }) => Date.now() - raisedAt > 168 * 3_600_000).length
  expect(Math.abs(counted.at(-1)! - older)).toBeLessThanOrEqual(2)
})

test('[KPI-5] each day of the zone has its alerts, raised and closed', () => {
  const starts = kpis.days.map(({ at }) => Date.parse(at))
  expect(starts.every((at) => (at + 5.5 * 3_600_000) % day === 0)).toBe(true)
  const on = (index: number) => (at: number | null) =>
    isWithin(at) && at! >= starts[index]! && at! < (starts[index + 1] ?? Number.POSITIVE_INFINITY)
  expect(kpis.days.map(({ opened, closed: over }) => [opened, over])).toEqual(
    starts.map((_, index) => [
      raised.filter(({ raisedAt }) => on(index)(raisedAt)).length,
      closed.filter(({ closedAt }) => on(index)(closedAt)).length,
    ]),
  )
})

test('[KPI-6] the false positives of a rule are those among its alerts closed in the window', () => {
  const byRule = Map.groupBy(closed, ({ rule }) => rule)
  expect(kpis.false_positives).toHaveLength(byRule.size)
  for (const { rule, closed: counted, false_positives: wrong, ratio } of kpis.false_positives) {
    const mine = byRule.get(rule)!
    const found = mine.filter(({ resolution }) => resolution === 'FALSE_POSITIVE').length
    expect([counted, wrong, ratio]).toEqual([mine.length, found, found / mine.length])
  }
})

test('[KPI-7] noisy vehicles come in the order of their alerts', () => {
  const byVehicle = Map.groupBy(raised, ({ vehicle }) => vehicle)
  expect(kpis.vehicles.map(({ vin, alerts, repeats }) => [vin, alerts, repeats])).toEqual(
    [...byVehicle]
      .map(([vin, mine]) => [vin, mine.length, mine.reduce((sum, { count }) => sum + count, 0)] as const)
      .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])),
  )
})

test('[KPI-10] overdue alerts are counted by severity in the window in which their timer ran out', () => {
  const overdue = shown.filter(({ overdueAt }) => isWithin(overdueAt))
  const { overdue: counted, escalated, raised: base } = kpis.escalations
  expect(Object.values(counted).reduce((sum, some) => sum + some, 0)).toBe(overdue.length)
  expect(counted.critical).toBe(overdue.filter(({ severity }) => severity === 4).length)
  expect([escalated, base]).toEqual([0, raised.length])
})

test('[KPI-3] a window of more than 400 days is refused', async () => {
  const long = { from: '2020-01-01T00:00:00Z', to: '2022-01-01T00:00:00Z' }
  expect(await site.refusal(alpha.members.VIEWER.token, getKpis, long)).toMatchObject({ code: 'INVALID_INPUT' })
})

test('[KPI-8] [KPI-9] [KPI-11] coverage counts enabled rules, detectors and visible threat scenarios', async () => {
  const org = await site.organisation('Covered')
  const { ADMIN: admin, ANALYST: analyst } = org.members
  const covers = async (token: string, id: string) => {
    const { matrices } = await site.request(token, getCoverage, {})
    const found = matrices.flatMap(({ tactics }) => tactics.flatMap(({ techniques }) => techniques))
    return found.find((technique) => technique.id === id)
  }
  expect(await covers(admin.token, 'ATM-T0068')).toMatchObject({ rules: 0, detectors: 1, by: ['can-flood'] })
  expect(await covers(admin.token, 'ATM-T0015')).toMatchObject({ rules: 0, detectors: 0, scenarios: 0 })

  const text = lineRule('Phished', 'x').replace('- attack.t1110', '- atm.t0015\n    - attack.t1566')
  const { body } = await site.call(admin.token, 'msoc/v1/rules/save', { text, note: 'x' })
  expect(await covers(admin.token, 'ATM-T0015')).toMatchObject({ rules: 0 })
  await site.call(admin.token, 'msoc/v1/rules/set-state', { uuids: [body.rule.uuid], enabled: true })
  expect(await covers(admin.token, 'ATM-T0015')).toMatchObject({ rules: 1, by: ['Phished'] })
  expect(await site.request(admin.token, getCoverage, {})).toMatchObject({
    others: [{ technique: 'T1566', rules: 1 }],
    rules: 1,
    untagged: 0,
  })

  const { uuid: program } = await createProgram(site, admin.token)
  const [threat, tree] = [1, 2].map(() => uuidInProgram(program, crypto.randomUUID())) as [string, string]
  const step = {
    id: 'A',
    title: 'Phish',
    gate: null,
    parts: [],
    effort: { potential: {}, cvss: {}, vector: null },
    techniques: ['atm-t0015'],
  }
  await site.request(admin.token, saveArtefacts, {
    program_uuid: program,
    artefacts: [
      { new_uuid: threat, kind: 'threat-scenario', title: 'Phished' },
      { new_uuid: tree, kind: 'attack-tree', title: 'Tree', fields: { tree: { root: 'A', steps: [step] } } },
    ],
    link: [{ kind: 'refined-in', from: threat, to: tree }],
  })
  expect(await covers(admin.token, 'ATM-T0015')).toMatchObject({ scenarios: 1 })
  // an analyst who is not a member of the program does not see it
  expect(await covers(analyst.token, 'ATM-T0015')).toMatchObject({ rules: 1, scenarios: 0 })
})
