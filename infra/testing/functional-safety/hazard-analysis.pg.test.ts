import { expect, test } from 'vitest'
import { listAudit } from '@carapace/shared/account/security.contract'
import { shippedGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { getHara, getHaraFindings, suggestExposure } from '@carapace/shared/functional-safety/hara.contract'
import { getHazop } from '@carapace/shared/functional-safety/hazop.contract'
import {
  getGoalsAtStake,
  getHardwareMetrics,
  getPmhf,
  getThreatsToGoal,
} from '@carapace/shared/functional-safety/metrics.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'

import { entriesOf } from '../support/engineering/archive-files.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { startInstallation } from '../support/installation.ts'
import { analysing, worst } from './safety.fixture.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin } = alpha.members
type Reached = OutputOf<typeof getGoalsAtStake>['goals'][number] | OutputOf<typeof getThreatsToGoal>['threats'][number]

const begin = () => analysing(site, engineer.token)
const words = shippedGuidewords.content.guidewords

test('[HAZOP-3] [HAZOP-4] [HAZOP-5] [HAZOP-6] the grid has a cell for each function and guideword', async () => {
  const { make, link, ask, here } = await begin()
  const [brake, steer] = await make('function', {}, {})
  const [component] = await make('component', {})
  const [no, more, stray, ofComponent] = await make(
    'failure',
    { guideword: 'no', judgement: 'hazardous' },
    { guideword: 'more', judgement: 'not-applicable', reason: 'It has no amount' },
    { guideword: 'sideways', judgement: 'hazardous' },
    { guideword: 'no', judgement: 'hazardous' },
  )
  await link(
    ['fails-as', brake!, no!],
    ['fails-as', brake!, more!],
    ['fails-as', brake!, stray!],
    ['fails-as', component!, ofComponent!],
  )
  const { functions, coverage, strays, method, next } = await ask(getHazop, here)
  expect([method.name, method.version, next]).toEqual(['Default', 1, null])
  expect(functions.map(({ uuid, cells }) => [uuid, cells.length])).toEqual([
    [brake!.uuid, words.length],
    [steer!.uuid, words.length],
  ])
  const cellOf = (key: string) => functions[0]!.cells[words.findIndex((word) => word.key === key)]
  expect(cellOf('no')).toMatchObject({ state: 'judged', malfunctions: 1, total: 1, failures: [{ uuid: no!.uuid }] })
  expect(cellOf('more')).toMatchObject({ state: 'not-applicable', failures: [{ reason: 'It has no amount' }] })
  expect(cellOf('less')).toMatchObject({ state: 'open', failures: [] })
  const open = 2 * words.length - 2
  expect(coverage).toEqual({
    functions: 2,
    counts: { judged: 1, 'not-applicable': 1, open },
    share: 1 - open / (2 * words.length),
    open_functions: 2,
  })
  expect(strays.map(({ uuid, guideword }) => [uuid, guideword])).toEqual([[stray!.uuid, 'sideways']])

  const first = await ask(getHazop, { ...here, limit: 1 })
  expect([first.functions.length, first.next]).toEqual([1, brake!.number])
  const second = await ask(getHazop, { ...here, limit: 1, after: first.next! })
  expect([second.functions[0]!.uuid, second.next]).toEqual([steer!.uuid, null])
})

test('[HARA-24] events come with their hazards, goals and ASILs, and counts of all', async () => {
  const { make, link, ask, here } = await begin()
  const [hazard] = await make('hazard', {})
  const [event, open] = await make('hazardous-event', { ...worst, situation: { road: ['motorway'] } }, {})
  const [goal] = await make('safety-goal', {})
  await link(['arises-in', hazard!, event!], ['prevented-by', event!, goal!])
  const { events, counts, next } = await ask(getHara, here)
  expect(events).toEqual([
    expect.objectContaining({
      uuid: event!.uuid,
      situation: 'Motorway',
      hazards: [expect.objectContaining({ uuid: hazard!.uuid })],
      goals: [expect.objectContaining({ uuid: goal!.uuid })],
      asil: { tag: { level: 'D', of: null }, text: 'D', problems: [] },
    }),
    expect.objectContaining({ uuid: open!.uuid, situation: 'Any situation', hazards: [], goals: [] }),
  ])
  expect([counts, next]).toEqual([
    {
      hazards: 1,
      events: 2,
      goals: 1,
      events_by_asil: [
        { asil: 'D', count: 1 },
        { asil: null, count: 1 },
      ],
      goals_by_asil: [{ asil: 'D', count: 1 }],
    },
    null,
  ])
  const page = await ask(getHara, { ...here, after: event!.number, limit: 1 })
  expect(page.events.map(({ uuid }) => uuid)).toEqual([open!.uuid])
})

test('[HARA-9] [HARA-12] [HARA-22] findings are listed rule by rule, and their fixes can be saved', async () => {
  const { make, link, ask, save, here } = await begin()
  const [hazard] = await make('hazard', {})
  const reasons = { severity_reason: 'x', exposure_reason: 'x', controllability_reason: 'x' }
  const [event] = await make('hazardous-event', { ...worst, ...reasons, ftti_ms: 100 })
  const [goal] = await make('safety-goal', { asil: 'B', safe_state: 'No torque', ftti_ms: 500 })
  await link(['arises-in', hazard!, event!], ['prevented-by', event!, goal!])
  const findings = async (query: { rule?: string; page?: number } = {}) =>
    (await ask(getHaraFindings, { ...here, ...query })).rules
  const found = await findings()
  expect(found.map(({ rule, severity, total }) => [rule, severity, total])).toEqual([
    ['goal-too-low', 'error', 1],
    ['ftti-too-long', 'error', 1],
  ])
  expect(found[0]!.findings[0]).toEqual({
    message: `${goal!.title}: its events need ASIL D, it has B.`,
    nodes: [expect.objectContaining({ uuid: goal!.uuid }), expect.objectContaining({ uuid: event!.uuid })],
    fix: { title: 'Set ASIL D', uuid: goal!.uuid, kind: 'safety-goal', revision: 1, fields: { asil: 'D' } },
  })
  expect((await findings({ rule: 'ftti-too-long' })).map(({ rule }) => rule)).toEqual(['ftti-too-long'])
  expect((await findings({ page: 2 })).map(({ findings: some }) => some)).toEqual([[], []])

  for (const rule of ['goal-too-low', 'ftti-too-long']) {
    const { uuid, kind, revision, fields } = (await findings({ rule }))[0]!.findings[0]!.fix!
    await save({ artefacts: [{ uuid, kind, revision, fields }] })
  }
  expect(await findings()).toEqual([])
})

test('[SITUATION-1] [SITUATION-4] an exposure is suggested with its reason; unknown values are refused', async () => {
  const { ask, here } = await begin()
  const suggested = await ask(suggestExposure, {
    ...here,
    situation: { speed: ['high'], road: ['tunnel', 'tunnel'] },
    basis: 'duration',
  })
  expect([suggested.exposure, suggested.situation, suggested.title]).toEqual([
    'E2',
    { road: ['tunnel'], speed: ['high'] },
    'Tunnel, 60 to 130 km/h',
  ])
  expect(suggested.reason).toContain('tunnel (E2)')
  const refused = await site.refusal(engineer.token, suggestExposure, {
    ...here,
    situation: { weather: ['storm'] },
    basis: 'duration',
  })
  expect([refused.status, refused.errors]).toEqual([400, { situation: 'The catalogue has no dimension "weather".' }])
})

test('[METRIC-9] a goal has the metrics of its hardware elements, or what they lack', async () => {
  const { make, link, change, ask } = await begin()
  const [goal] = await make('safety-goal', { asil: 'B' })
  const modes = [{ id: 'open', share: 1, effect: 'direct', residual: [{ mechanism: 'SM1', coverage: 0.95 }] }]
  const [element] = await make('hardware-element', { fit: 100, modes })
  await link(['may-violate', element!, goal!])
  const metrics = () => ask(getHardwareMetrics, { goal_uuid: goal!.uuid })
  expect(await metrics()).toMatchObject({
    asil: 'B',
    metrics: null,
    problems: [{ element: null, message: expect.stringContaining('operating hours') }],
  })
  await change(goal!, { lifetime_h: 10_000, service_h: 10 })
  expect(await metrics()).toMatchObject({
    elements: [{ uuid: element!.uuid }],
    problems: [],
    metrics: {
      spfm: expect.closeTo(0.95, 12),
      lfm: 0,
      pmhf: expect.closeTo(5, 9),
      targets: { spfm: { target: 0.9, is_met: true }, lfm: { target: 0.6, is_met: false }, pmhf: { is_met: true } },
      unpaired: [{ element: element!.uuid, mode: 'open' }],
    },
  })
})

const fails = (rate: number) => ({ op: 'exponential', args: [rate, { op: 'system-mission-time', args: [] }] })

test('[METRIC-10] [FTA-43] a goal has a PMHF and a frequency by each fault tree, beside its target', async () => {
  const { make, link, ask } = await begin()
  const [goal] = await make('safety-goal', { asil: 'D' })
  const treeOf = (probability: number | null | ReturnType<typeof fails>) => ({
    tree: {
      top: 'TOP',
      missionTime: 10_000,
      nodes: [
        { id: 'TOP', kind: 'gate', gate: 'and', parts: ['A', 'B'] },
        { id: 'A', kind: 'basic', probability },
        { id: 'B', kind: 'basic', probability: 0.01 },
      ],
    },
  })
  const trees = await make('fault-tree', treeOf(0.005), treeOf(0.05), treeOf(null), {}, treeOf(fails(1e-6)))
  await link(...trees.map((tree) => ['analysed-in', goal!, tree] as const))
  const found = await ask(getPmhf, { goal_uuid: goal!.uuid })
  expect([found.asil, found.target]).toEqual(['D', 1e-8])
  expect(found.trees.map(({ pmhf, is_met, problem }) => [pmhf, is_met, problem])).toEqual([
    [expect.closeTo(5e-9, 15), true, null],
    [expect.closeTo(5e-8, 15), false, null],
    [null, null, 'Basic events without a probability: A.'],
    [null, null, 'Nothing is drawn yet.'],
    [expect.closeTo((0.01 * -Math.expm1(-0.01)) / 10_000, 15), true, null],
  ])
  expect(found.trees.map(({ frequency, no_frequency }) => frequency ?? no_frequency)).toEqual([
    'No basic event has a failure rate.',
    'No basic event has a failure rate.',
    'Basic events without a probability: A.',
    'Nothing is drawn yet.',
    expect.closeTo(0.01 * 1e-6 * Math.exp(-0.01), 17),
  ])
  const w = 0.01 * 1e-6 * Math.exp(-0.01)
  expect(found.trees[4]).toMatchObject({
    conditional_frequency: expect.closeTo(w / (1 - 0.01 * -Math.expm1(-0.01)), 17),
    expected_occurrences: expect.closeTo(0.01 * -Math.expm1(-0.01), 10),
  })
})

test('[ASIL-11] threats to a goal are those that are stated, and those whose damage is a failure of it', async () => {
  const { make, link, ask } = await begin()
  const [event] = await make('hazardous-event', worst)
  const [goal] = await make('safety-goal', {})
  const [hazard] = await make('hazard', {})
  const [cause, failure, apart] = await make('failure', {}, {}, {})
  const [damage, other] = await make('damage-scenario', {}, {})
  const [stated, through, none] = await make('threat-scenario', {}, {}, {})
  await link(
    ['violates', stated!, goal!],
    ['results-in', cause!, failure!],
    ['creates', failure!, hazard!],
    ['arises-in', hazard!, event!],
    ['prevented-by', event!, goal!],
    ['is-damage', cause!, damage!],
    ['is-damage', apart!, other!],
    ['leads-to', damage!, through!],
    ['leads-to', other!, none!],
  )
  const { threats, truncated } = await ask(getThreatsToGoal, { goal_uuid: goal!.uuid })
  const way = [damage!, cause!, failure!, hazard!, event!].map(({ uuid }) => uuid)
  const viaOf = ({ uuid, is_stated, via }: Reached) => [uuid, is_stated, via.map((node) => node.uuid)]
  expect([threats.map(viaOf), truncated]).toEqual([
    [
      [stated!.uuid, true, []],
      [through!.uuid, false, way],
    ],
    false,
  ])
  const { goals } = await ask(getGoalsAtStake, { threat_uuid: through!.uuid })
  expect(goals.map((one) => [...viaOf(one), one.asil])).toEqual([
    [goal!.uuid, false, way.toReversed(), { level: 'D', of: null }],
  ])
  expect((await ask(getGoalsAtStake, { threat_uuid: none!.uuid })).goals).toEqual([])
})

test('[HARA-25] the report prints the analysis as PDF, Word and workbook', async () => {
  const { make, link, program } = await begin()
  const [hazard] = await make('hazard', {})
  const [event] = await make('hazardous-event', { ...worst, severity_reason: 'A crash at speed' })
  const [goal] = await make('safety-goal', { safe_state: 'No torque' })
  await link(['arises-in', hazard!, event!], ['prevented-by', event!, goal!])
  const { download } = exchanging(site, engineer.token)
  const report = (form: string) => download('functional-safety/report', { program_uuid: program, form })
  const { status, bytes, name } = await report('docx')
  expect([status, name]).toEqual([200, expect.stringMatching(/hara\.docx"$/)])
  const text = (await entriesOf(bytes)).get('word/document.xml')!.replaceAll(/<[^>]*>/g, ' ')
  for (const content of ['HE-001', 'A crash at speed', 'SG-01', 'No torque', 'Guidewords'])
    expect(text).toContain(content)
  expect((await report('pdf')).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await entriesOf((await report('xlsx')).bytes)).size).toBeGreaterThan(10)
  const { entries } = await site.request(admin.token, listAudit, { q: 'export hara report' })
  expect(entries).toHaveLength(3)
})
