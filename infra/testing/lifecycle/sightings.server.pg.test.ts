import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual as isEqual } from 'node:util'
import { expect, test, vi } from 'vitest'
import type { Artefact, GraphChange } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Indicators, noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { idsEvent, theAlert } from '../support/events.ts'
import { startInstallation } from '../support/installation.ts'
import { createProgram, createVehicle } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members

const call = (path: string, input: object, token = engineer.token) => site.call(token, path, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)
const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 15_000, interval: 50 })

async function begin(): Promise<string> {
  return (await createProgram(site, engineer.token)).uuid
}

async function save(program: string, input: object): Promise<Artefact[]> {
  const { status, body } = await call('v2/app/save-artefacts', { program_uuid: program, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.artefacts
}

const matchingFields = (indicators: Partial<Indicators>) => ({ indicators: { ...noIndicators, ...indicators } })
/** An attack potential of 21, which is low feasibility. */
const lowEffort = {
  effort: {
    potential: {
      time: 'month',
      expertise: 'expert',
      knowledge: 'restricted',
      window: 'moderate',
      equipment: 'specialised',
    },
    cvss: {},
    vector: null,
  },
}

async function createScenario(program: string, fields: object): Promise<Artefact> {
  return (await save(program, { artefacts: [{ kind: 'threat-scenario', title: 'Forged messages', fields }] }))[0]!
}

const report = (vehicle: string, eventId: number, fields: object = {}) =>
  site.post(alpha.key, [idsEvent(vehicle, { event_id: eventId, ...fields })])
const seen = async ({ uuid }: Artefact) => (await get('get-sightings', { threat_uuid: uuid })).body
const vinsSeen = async (threat: Artefact): Promise<string[]> =>
  (await seen(threat)).sightings.map(({ vehicle }: { vehicle: string }) => vehicle).sort()
/** Each test has its own event ids: matches are searched in all of the organisation's alerts. */
let events = 0x9100
const nextEvent = () => (events += 1)

test('[SIGHTING-6] a matching alert is one sighting, even if it repeats, and live pages are notified', async () => {
  const [program, event] = [await begin(), nextEvent()]
  const threat = await createScenario(program, matchingFields({ event_ids: [event] }))
  const live = (await site.live(engineer.token)).subscribe('lifecycle.program', { program_uuid: program })
  await live.snapshot()
  for (let i = 0; i < 3; i += 1) await report('SEENONCE', event)
  await report('SEENTOO', event)
  await report('OTHER', nextEvent())
  await until(async () => expect(await vinsSeen(threat)).toEqual(['SEENONCE', 'SEENTOO']))
  const { sightings, total, vehicles, days, proposal } = await seen(threat)
  expect([
    total,
    vehicles,
    days.length,
    days.at(-1),
    days.slice(0, 29).every((alerts: number) => alerts === 0),
    proposal,
  ]).toEqual([2, 2, 30, 2, true, null])
  expect(sightings[0]).toMatchObject({
    rule: `ids.can 0x${event.toString(16).toUpperCase()}`,
    status: 'NEW',
    severity: 'medium',
    number: expect.any(Number),
  })
  await live.until(
    () => (live.changes as GraphChange[]).some(({ what, uuids }) => what === 'computed' && uuids[0] === threat.uuid),
    'the news of a count',
  )
  expect((await get('get-assessments', { program_uuid: program })).body.assessments).toMatchObject([
    { threat_uuid: threat.uuid, sightings: 2 },
  ])
})

test('[SIGHTING-6] an alert closed as no attack is not a sighting; a reopened alert is one again', async () => {
  const [program, event] = [await begin(), nextEvent()]
  const threat = await createScenario(program, matchingFields({ event_ids: [event] }))
  await report('FALSEALARM', event)
  await until(async () => expect(await vinsSeen(threat)).toEqual(['FALSEALARM']))
  const { uuid } = await theAlert(site, alpha, { vehicle: 'FALSEALARM' })
  const change = (input: object) => call('msoc/v1/alerts/update', { uuids: [uuid], change: input }, analyst.token)
  await change({ status: 'CLOSED', resolution: 'FALSE_POSITIVE' })
  await until(async () => expect(await vinsSeen(threat)).toEqual([]))
  await change({ status: 'NEW' })
  await until(async () => expect(await vinsSeen(threat)).toEqual(['FALSEALARM']))
  await change({ status: 'CLOSED', resolution: 'TRUE_POSITIVE_WITH_IMPACT' })
  await until(async () =>
    expect((await seen(threat)).sightings).toMatchObject([
      { status: 'CLOSED', resolution: 'TRUE_POSITIVE_WITH_IMPACT' },
    ]),
  )
})

test('[SIGHTING-5] a program with models or platforms matches only alerts on such vehicles', async () => {
  const [event, platform] = [nextEvent(), 'Sea level 1']
  await createVehicle(site, admin.token, { vin: 'ONPLATFORM', model: 'Pier', platform })
  await createVehicle(site, admin.token, { vin: 'ELSEWHERE', model: 'Quay', platform: 'Sea level 2' })
  const [named, any] = [await begin(), await begin()]
  await save(named, { artefacts: [{ kind: 'vehicle-model', title: 'Pier', fields: { models: ['sea level 1'] } }] })
  const [narrow, wide] = [
    await createScenario(named, matchingFields({ event_ids: [event] })),
    await createScenario(any, matchingFields({ event_ids: [event] })),
  ]
  for (const vin of ['ONPLATFORM', 'ELSEWHERE']) await report(vin, event)
  await until(async () => expect(await vinsSeen(wide)).toEqual(['ELSEWHERE', 'ONPLATFORM']))
  expect(await vinsSeen(narrow)).toEqual(['ONPLATFORM'])
  const [vehicle] = (await get('get-artefacts', { program_uuid: named, kinds: 'vehicle-model' })).body.artefacts
  await save(named, {
    artefacts: [{ uuid: vehicle.uuid, kind: 'vehicle-model', revision: 1, fields: { models: ['Quay'] } }],
  })
  await until(async () => expect(await vinsSeen(narrow)).toEqual(['ELSEWHERE']))
})

test('[SIGHTING-7] after a change of indicators the alerts of the last 30 days are checked again', async () => {
  const [program, event, later] = [await begin(), nextEvent(), nextEvent()]
  await report('BEFORE', event)
  await report('LONGAGO', event)
  await site.sql`UPDATE alerts
    SET raised_at = now() - interval '31 days'
    WHERE uuid = ${(await theAlert(site, alpha, { vehicle: 'LONGAGO' })).uuid}`
  const threat = await createScenario(program, {})
  expect(await vinsSeen(threat)).toEqual([])
  const [updated] = await save(program, {
    artefacts: [
      { uuid: threat.uuid, kind: threat.kind, revision: 1, fields: matchingFields({ detectors: [`event:${event}`] }) },
    ],
  })
  await until(async () => expect(await vinsSeen(threat)).toEqual(['BEFORE']))
  await report('AFTER', event)
  await until(async () => expect(await vinsSeen(threat)).toEqual(['AFTER', 'BEFORE']))
  await save(program, {
    artefacts: [
      {
        uuid: threat.uuid,
        kind: threat.kind,
        revision: updated!.revision,
        fields: matchingFields({ event_ids: [later] }),
      },
    ],
  })
  await until(async () => expect(await vinsSeen(threat)).toEqual([]))
})

test('[SIGHTING-7] with several processes each sighting is stored once, also after a reset history', async () => {
  const [program, event] = [await begin(), nextEvent()]
  const threat = await createScenario(program, matchingFields({ event_ids: [event] }))
  await Promise.all([site.anotherApi(), site.anotherApi()])
  const vins = Array.from({ length: 60 }, (_, i) => `MANY${i}`)
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      site.post(
        alpha.key,
        vins.filter((_, n) => n % 6 === i).map((vin) => idsEvent(vin, { event_id: event })),
      ),
    ),
  )
  await until(async () => expect((await seen(threat)).total).toBe(60))
  await site.sql`DELETE FROM sightings WHERE threat_uuid = ${threat.uuid}`
  await site.sql`UPDATE change_counters SET epoch = gen_random_uuid() WHERE org_uuid = ${alpha.org.uuid}`
  // any further alert makes the bus report a change
  await report('UNRELATED', nextEvent())
  await until(async () => expect((await seen(threat)).total).toBe(60))
  await until(async () => {
    const [row] = await site.sql<{ there: string; now: string }[]>`SELECT p.seq AS there, c.seq::text AS now
      FROM sighting_positions p
      JOIN change_counters c USING (org_uuid)
      WHERE org_uuid = ${alpha.org.uuid}
      AND p.epoch = c.epoch::text`
    expect(row?.there).toBe(row?.now ?? 'not there yet')
  })
})

test('[SIGHTING-8] [SIGHTING-9] [SIGHTING-10] [SIGHTING-15] [RISK-8] a contradiction is answered once', async () => {
  const [program, event] = [await begin(), nextEvent()]
  const [damage] = await save(program, {
    artefacts: [{ kind: 'damage-scenario', title: 'Unintended acceleration', fields: { safety: 'severe' } }],
  })
  const threat = await createScenario(program, { ...lowEffort, ...matchingFields({ event_ids: [event] }) })
  await save(program, { link: [{ kind: 'leads-to', from: damage!.uuid, to: threat.uuid }] })
  for (const vin of ['FIELD1', 'FIELD2', 'FIELD3']) await report(vin, event)
  await until(async () =>
    expect((await seen(threat)).proposal).toEqual({
      reason: '3 alerts on 3 vehicles within 30 days, while it is rated low.',
      feasibility: 'medium',
      risk: 4,
      before: { feasibility: 'low', risk: 3 },
    }),
  )
  const assessed = async () => (await get('get-assessments', { program_uuid: program })).body.assessments[0]
  const summary = async () => (await get('get-program-summary', { program_uuid: program })).body
  expect(await assessed()).toMatchObject({ contradiction: { feasibility: 'medium', risk: 4 } })
  expect(await summary()).toMatchObject({ contradicted: 1, seen: [{ contradiction: { feasibility: 'medium' } }] })
  const { uuid: alertUuid } = await theAlert(site, alpha, { vehicle: 'FIELD1' })
  expect((await get('get-matching-scenarios', { alert_uuid: alertUuid })).body.scenarios).toMatchObject([
    { threat: { uuid: threat.uuid }, contradiction: { feasibility: 'medium' } },
  ])

  const answer = (input: object, token?: string) =>
    call(
      'v2/app/answer-proposal',
      { threat_uuid: threat.uuid, revision: threat.revision, reason: 'Our own test vehicles.', ...input },
      token,
    )
  expect((await answer({ answer: 'stands' }, viewer.token)).status).toBe(422)
  expect((await answer({ answer: 'stands', revision: 7 })).status).toBe(409)
  expect((await answer({ answer: 'stands' })).status).toBe(200)
  expect(await seen(threat)).toMatchObject({
    proposal: null,
    total: 3,
    revision: 2,
    answer: { answer: 'stands', reason: 'Our own test vehicles.' },
  })

  const close = async (vehicle: string, resolution: string) =>
    call(
      'msoc/v1/alerts/update',
      { uuids: [(await theAlert(site, alpha, { vehicle })).uuid], change: { status: 'CLOSED', resolution } },
      analyst.token,
    )
  await close('FIELD2', 'TRUE_POSITIVE_WITHOUT_IMPACT')
  await until(async () => expect(await seen(threat)).toMatchObject({ blocked: 1, confirmed: 0, proposal: null }))
  await close('FIELD1', 'TRUE_POSITIVE_WITH_IMPACT')
  await until(async () =>
    expect((await seen(threat)).proposal).toMatchObject({
      feasibility: 'medium',
      reason: expect.stringContaining('1 confirmed with impact and 1 blocked'),
    }),
  )
  expect((await answer({ answer: 'reassess', revision: 2, reason: 'It works from the OBD port.' })).status).toBe(200)
  const { body } = await get('get-artefact', { uuid: threat.uuid })
  expect(body.artefact).toMatchObject({ status: 'IN_PROCESS', revision: 3 })
  expect(body.links).toMatchObject([{ from: damage!.uuid, suspect: 'Seen in the field: It works from the OBD port.' }])
  expect(
    (await get('get-artefact-history', { uuid: threat.uuid })).body.versions.map(
      ({ fields }: { fields: { field_answer: { answer: string } | null } }) => fields.field_answer?.answer,
    ),
  ).toEqual(['reassess', 'stands', undefined])
  const standing = async () => {
    const { scenarios, contradiction } = await assessed()
    const of = (scenario: string) => [scenarios[scenario].feasibility, scenarios[scenario].risk]
    return [of('initial'), of('today'), of('target'), contradiction]
  }
  // re-assess rates as it previewed; another answer takes it back
  expect(await standing()).toEqual([['medium', 4], ['medium', 4], ['low', 3], null])
  expect((await answer({ answer: 'stands', revision: 3 })).status).toBe(200)
  expect(await standing()).toEqual([['low', 3], ['low', 3], ['low', 3], null])
})

test('[SIGHTING-13] a viewer of an alert is notified of changed matches in visible programs', async () => {
  const [program, event] = [await begin(), nextEvent()]
  await report('OPENALERT', event)
  const { uuid } = await theAlert(site, alpha, { vehicle: 'OPENALERT' })
  const [member, other] = [await site.live(engineer.token), await site.live(viewer.token)].map((live) =>
    live.subscribe('lifecycle.alert-scenarios', { alert_uuid: uuid }),
  )
  for (const each of [member!, other!]) expect((await each.snapshot()).data).toEqual({ threats: [] })
  const latest = () => member!.changes.at(-1)
  const threat = await createScenario(program, matchingFields({ event_ids: [event] }))
  await member!.until(() => isEqual(latest(), { threats: [threat.uuid] }), 'the scenario that matches')
  await call(
    'msoc/v1/alerts/update',
    { uuids: [uuid], change: { status: 'CLOSED', resolution: 'FALSE_POSITIVE' } },
    analyst.token,
  )
  await member!.until(() => isEqual(latest(), { threats: [] }), 'that it is no sighting any more')
  expect(other!.changes).toEqual([])
  const nobody = (await site.live(engineer.token)).subscribe('lifecycle.alert-scenarios', { alert_uuid: randomUUID() })
  expect(await nobody.refusal()).toBe('NOT_FOUND')
})

test('[SIGHTING-12] sightings are listed by the steps of the current tree that they match', async () => {
  const [program, first, second] = [await begin(), nextEvent(), nextEvent()]
  const threat = await createScenario(program, matchingFields({ event_ids: [first, second] }))
  const bare = (id: string, more: object = {}) => ({
    id,
    title: id,
    gate: null,
    parts: [],
    effort: { potential: {}, cvss: {}, vector: null },
    ...more,
  })
  const treeOf = (...events: number[]) => ({
    root: 'root',
    steps: [
      bare('root', { gate: 'or', parts: ['a', 'b'] }),
      bare('a', matchingFields({ event_ids: events })),
      bare('b'),
    ],
  })
  const stepsSeen = async (token?: string) =>
    (await get('get-step-sightings', { threat_uuid: threat.uuid }, token)).body
  for (const vin of ['STEPONE', 'STEPTWO']) await report(vin, first)
  await report('STEPTHREE', second)
  await until(async () => expect(await vinsSeen(threat)).toEqual(['STEPONE', 'STEPTHREE', 'STEPTWO']))
  expect(await stepsSeen()).toMatchObject({ seen: [], looked: 0, total: 3 })

  const [tree] = await save(program, {
    artefacts: [{ kind: 'attack-tree', title: 'Two ways', fields: { tree: treeOf(first) } }],
  })
  await save(program, { link: [{ kind: 'refined-in', from: threat.uuid, to: tree!.uuid }] })
  expect(await stepsSeen()).toMatchObject({
    seen: [{ steps: ['a'], alerts: 2, rules: [`ids.can 0x${first.toString(16).toUpperCase()}`] }],
    looked: 3,
    total: 3,
  })
  await save(program, {
    artefacts: [
      { uuid: tree!.uuid, kind: 'attack-tree', revision: tree!.revision, fields: { tree: treeOf(first, second) } },
    ],
  })
  expect((await stepsSeen()).seen).toMatchObject([{ steps: ['a'], alerts: 3 }])
  expect((await get('get-step-sightings', { threat_uuid: tree!.uuid })).status).toBe(404)
  expect((await get('get-step-sightings', { threat_uuid: threat.uuid }, viewer.token)).status).toBe(404)
})

test('[SIGHTING-11] an alert has its matching scenarios and what follows, from visible programs', async () => {
  const [program, hidden, event] = [await begin(), (await createProgram(site, admin.token)).uuid, nextEvent()]
  const threat = await createScenario(program, { ...lowEffort, ...matchingFields({ event_ids: [event] }) })
  const [damage, goal, concept, demanded, further] = await save(program, {
    artefacts: [
      { kind: 'damage-scenario', title: 'Unintended acceleration', fields: { safety: 'severe' } },
      { kind: 'goal', title: 'Authentic requests' },
      { kind: 'concept', title: 'Signed frames' },
      { kind: 'requirement', title: 'Authenticate' },
      { kind: 'requirement', title: 'Freshness' },
      { kind: 'requirement', title: 'Unrelated' },
    ],
  })
  const link = (kind: string, from: Artefact, to: Artefact) => ({ kind, from: from.uuid, to: to.uuid })
  await save(program, {
    link: [
      link('leads-to', damage!, threat),
      link('answered-by', threat, goal!),
      link('conceived', goal!, concept!),
      link('demands', goal!, demanded!),
      link('demands', concept!, further!),
    ],
  })
  await save(program, {
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Authentic and fresh requests' }],
  })
  await call(
    'v2/app/save-artefacts',
    {
      program_uuid: hidden,
      artefacts: [{ kind: 'threat-scenario', title: 'Also matching', fields: matchingFields({ event_ids: [event] }) }],
    },
    admin.token,
  )
  await report('MATCHING', event)
  const { uuid } = await theAlert(site, alpha, { vehicle: 'MATCHING' })
  const matchingScenarios = async (token?: string) =>
    (await get('get-matching-scenarios', { alert_uuid: uuid }, token)).body.scenarios
  await until(async () => expect(await matchingScenarios(admin.token)).toHaveLength(2))
  const [scenario, ...others] = await matchingScenarios()
  expect(others).toEqual([])
  expect(scenario).toMatchObject({
    program_uuid: program,
    threat: { code: 'TS-001' },
    risk: 3,
    today: 3,
    impact: 'severe',
    feasibility: 'low',
    damages: [{ code: 'DS-001' }],
    goals: [{ code: 'CG-01', is_suspect: false }],
  })
  expect(
    scenario.requirements
      .map(({ title, is_suspect: isSuspect }: { title: string; is_suspect: boolean }) => [title, isSuspect])
      .sort(),
  ).toEqual([
    ['Authenticate', true],
    ['Freshness', false],
  ])
  expect(await matchingScenarios(viewer.token)).toEqual([])
  expect((await get('get-matching-scenarios', { alert_uuid: randomUUID() })).status).toBe(404)
  expect((await get('get-sightings', { threat_uuid: goal!.uuid })).status).toBe(404)
})
