import { expect, test } from 'vitest'
import {
  type Dimension,
  isTime,
  type Measure,
  offers,
  type Subject,
  subjects,
} from '@carapace/shared/msoc/panels/panel-query'
import { deletePanel, listPanels, runPanel, savePanel } from '@carapace/shared/msoc/panels/panels.contract'
import type { InputOf } from '@carapace/shared/core/endpoint'

import { severities } from '@carapace/shared/msoc/severity'
import { idsEvent } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { generateAlerts, percentile } from '../kpis/generated-alerts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members
const shown = (await generateAlerts(site, alpha, 600, 2.8)).filter(({ isSuppressed }) => !isSuppressed)
await site.organisation('Bravo').then((bravo) => generateAlerts(site, bravo, 50, 2.8))
await site.sql`
  INSERT INTO cases (org_uuid, number, title, severity, owner_uuid, closed_at, stage)
  VALUES (${alpha.org.uuid}, 1, 'One', 4, ${admin.uuid}, now() + interval '1 hour', 'CLOSED'),
    (${alpha.org.uuid}, 2, 'Two', 2, NULL, NULL, 'NEW')`
// its alert is suppressed, as all alerts of its vehicle are
await site.post(alpha.key, [idsEvent('GENERATED0')])

// two events in each of the last five hours, the current one included
await site.sql`
  INSERT INTO event_rollups (org_id, step, bucket, kind, events)
  SELECT ${alpha.org.id}, 'hour', date_trunc('hour', now()) - n * interval '1 hour', 'counted', 2
  FROM generate_series(0, 4) n`

type Query = InputOf<typeof runPanel>['query']
const run = (query: Query, token = viewer.token) => site.request(token, runPanel, { query })

const combinations = subjects.flatMap((subject) =>
  offers[subject].measures.flatMap((measure) =>
    [null, ...offers[subject].dimensions].map((group): [Subject, Measure, Dimension | null] => [
      subject,
      measure,
      group,
    ]),
  ),
)

test.for(combinations)('[PANEL-1] %s: %s by %s is answered', async ([subject, measure, group]) => {
  const split = offers[subject].dimensions.find((dimension) => dimension !== group && !isTime(dimension))
  const { groups } = await run({ subject, measure, group_by: group, hours: 48 })
  expect(groups.length).toBeGreaterThan(0)
  expect(groups.every((each) => (each.group === null) === (group === null))).toBe(true)
  if (group === null || split === undefined) return
  const { groups: parts } = await run({ subject, measure, group_by: group, split_by: split, hours: 48 })
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.length).toBeLessThanOrEqual(500)
  expect(parts.every((each) => each.split !== null)).toBe(true)
})

const hour = 3_600_000
/** All of them are of the last 72 hours. */
const lately = shown

test('[PANEL-2] counts, medians and ratios by group are those of a computation by hand', async () => {
  const { groups, total } = await run({ subject: 'alerts', measure: 'count', group_by: 'rule', hours: 72 })
  expect(total).toBe(lately.length)
  for (const [rule, mine] of Map.groupBy(lately, (alert) => alert.rule))
    expect(groups.find((each) => each.group?.key === rule)?.value).toBe(mine.length)
  expect(groups.map(({ value }) => value)).toEqual(groups.map(({ value }) => value!).toSorted((a, b) => b - a))

  const medians = await run({ subject: 'alerts', measure: 'median_resolve', group_by: 'model', hours: 72 })
  for (const { group, value } of medians.groups.filter(({ group: each }) => each?.key.startsWith('Model'))) {
    const mine = lately.filter(({ vehicle }) => `Model ${Number(vehicle.at(-1)) % 3}` === group?.key)
    const durations = mine.flatMap(({ raisedAt, closedAt, isMerged }) =>
      closedAt === null || isMerged ? [] : closedAt - raisedAt,
    )
    expect(Math.round(value!)).toBe(Math.round(percentile(durations, 0.5)!))
  }

  const ratios = await run({ subject: 'alerts', measure: 'false_positive_ratio', hours: 72 })
  const resolved = lately.filter(({ resolution }) => resolution !== null)
  const wrong = resolved.filter(({ resolution }) => resolution === 'FALSE_POSITIVE')
  expect(ratios.groups[0]!.value).toBeCloseTo(wrong.length / resolved.length, 10)
})

test('[PANEL-2] events are counted over whole hours, and compared with as many before', async () => {
  const query: Query = { subject: 'events', measure: 'count', filters: { source: ['counted'] } }
  const { from, to, total, before } = await run({ ...query, hours: 2 })
  expect([Date.parse(to) - Date.parse(from), Date.parse(to) % hour]).toEqual([2 * hour, 0])
  expect([total, before]).toEqual([4, 4])
  const { groups } = await run({ ...query, group_by: 'hour', hours: 2 })
  expect(groups.map(({ value }) => value)).toEqual([2, 2])
})

test('[PANEL-3] filters narrow, and a split keeps every alert', async () => {
  const filters = { severity: ['critical', 'high'], owner: ['none', admin.uuid] }
  const { groups, total } = await run({
    subject: 'alerts',
    measure: 'count',
    group_by: 'severity',
    split_by: 'vehicle',
    filters,
    hours: 72,
  })
  const mine = lately.filter(({ severity, owner }) => severity >= 3 && (owner === null || owner === admin.uuid))
  const sum = groups.reduce((all, { value }) => all + value!, 0)
  expect([total, sum]).toEqual([mine.length, mine.length])
  expect(groups.some(({ split }) => split?.label === 'Other')).toBe(true)
  expect(new Set(groups.map(({ group }) => group!.label))).toEqual(new Set(severities.slice(3)))
})

test('[PANEL-4] hours and days are steps of time in order, and too many steps are refused', async () => {
  const { groups } = await run({ subject: 'alerts', measure: 'count', group_by: 'day', hours: 72, zone: 'Asia/Tokyo' })
  const keys = groups.map(({ group }) => Date.parse(group!.key))
  expect(keys).toEqual(keys.toSorted((a, b) => a - b))
  expect(keys.every((at) => (at + 9 * hour) % (24 * hour) === 0)).toBe(true)
  expect(groups.reduce((all, { value }) => all + value!, 0)).toBe(lately.length)
  const many = { query: { subject: 'alerts', measure: 'count', group_by: 'hour', hours: 1_000 } }
  expect((await site.refusal(viewer.token, runPanel, many)).errors).toHaveProperty('query.hours')
})

test('[PANEL-1] what a subject does not have is refused, and text is never SQL', async () => {
  const refused = async (query: object) => Object.keys((await site.refusal(viewer.token, runPanel, { query })).errors)
  expect(await refused({ subject: 'events', measure: 'median_resolve' })).toEqual(['query.measure'])
  expect(await refused({ subject: 'events', measure: 'count', group_by: 'owner' })).toEqual(['query.group_by'])
  expect(await refused({ subject: 'cases', measure: 'count', filters: { rule: ['x'] } })).toEqual(['query.filters'])
  expect(await refused({ subject: 'alerts', measure: 'count', split_by: 'rule' })).toEqual(['query.split_by'])
  const hostile = `x') OR 1 = 1 --`
  const { total } = await run({ subject: 'alerts', measure: 'count', filters: { rule: [hostile], model: ["'"] } })
  expect(total).toBe(0)
})

test('[PANEL-8] a member has at most 100 panels, and an organisation shares at most 200', async () => {
  const org = await site.organisation('Many')
  const fields = {
    name: 'One more',
    query: { subject: 'alerts', measure: 'count' },
    chart: 'number',
    width: 1,
    height: 1,
    on_wall: false,
  } as const
  const store = (owner: string, panels: number, shared: boolean) => site.sql`
    INSERT INTO panels (org_uuid, owner_uuid, name, query, chart, width, height, position, shared, on_wall)
    SELECT ${org.org.uuid}, ${owner}, 'Panel ' || n, ${JSON.stringify(fields.query)}::text::jsonb, 'number', 1, 1, n,
      ${shared}, false
    FROM generate_series(1, ${panels}) n`
  const one = { ...fields, shared: false }
  const { ADMIN: first, ANALYST: second, ENGINEER: third } = org.members
  await store(second.uuid, 99, false)
  const { panel: last } = await site.request(second.token, savePanel, one)
  expect(await site.refusal(second.token, savePanel, one)).toMatchObject({ code: 'RULE_REFUSED' })
  await site.request(second.token, savePanel, { ...one, uuid: last.uuid, revision: last.revision, name: 'Renamed' })
  await site.request(first.token, savePanel, one)

  await store(third.uuid, 199, true)
  await site.request(first.token, savePanel, { ...fields, shared: true })
  const refused = await site.refusal(first.token, savePanel, { ...fields, shared: true })
  expect(refused).toMatchObject({ code: 'RULE_REFUSED' })
})

test('[PANEL-5] [PANEL-6] [PANEL-7] panels are private or shared; owners and administrators change them', async () => {
  const fields = {
    name: 'Mine',
    query: { subject: 'alerts', measure: 'count', group_by: 'rule' },
    chart: 'bar',
    width: 2,
    height: 1,
    shared: false,
    on_wall: false,
  } as const
  const { panel } = await site.request(engineer.token, savePanel, fields)
  const names = async (token: string) => (await site.request(token, listPanels, {})).panels.map(({ name }) => name)
  expect([await names(engineer.token), await names(admin.token)]).toEqual([['Mine'], []])
  const { uuid, revision } = panel
  expect(await site.refusal(admin.token, savePanel, { ...fields, uuid, revision })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await site.refusal(viewer.token, savePanel, fields)).toMatchObject({ code: 'ROLE_REQUIRED' })

  await site.request(engineer.token, savePanel, { ...fields, uuid, revision, shared: true, on_wall: true })
  expect(await names(viewer.token)).toEqual(['Mine'])
  expect(await site.refusal(engineer.token, savePanel, { ...fields, uuid, revision })).toMatchObject({
    code: 'ROW_CHANGED',
  })
  expect(await site.refusal(analyst.token, deletePanel, { uuid })).toMatchObject({ code: 'ROLE_REQUIRED' })
  const logged = await site.sql`SELECT 1 FROM audit_log WHERE subject = 'panel' AND subject_uuid = ${uuid}`
  expect(logged).toHaveLength(1)
  await site.request(admin.token, deletePanel, { uuid })
  expect(await names(viewer.token)).toEqual([])
})
