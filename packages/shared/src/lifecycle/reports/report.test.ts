import { expect, test } from 'vitest'
import { defaultMethod } from '../methods/default-method.ts'
import type { Control } from '../attack-tree/rate-tree.ts'
import { step } from '../attack-tree/rating.fixture.ts'
import { type Effort, noEffort } from '../attack-tree/tree.ts'
import type { Block } from '../../core/documents/report.ts'
import { complianceReport } from './compliance-report.ts'
import { artefact, linesOf, sourceOf } from './report.fixture.ts'
import type { ReportSource } from './report-source.ts'
import { taraReport } from './tara-report.ts'

const easiest = { time: 'day', expertise: 'layman', knowledge: 'public', window: 'unlimited', equipment: 'standard' }
/** The factors that are not given are the easiest. */
const potential = (levels: Effort['potential']): Effort => ({ ...noEffort, potential: { ...easiest, ...levels } })
const damage = artefact('damage-scenario', 1, { safety: 'severe' })
const threat = artefact('threat-scenario', 1)
const treeOf = (fields: object) => artefact('attack-tree', 1, { tree: fields })
const joined = [
  ['leads-to', 'DS-001', 'TS-001'],
  ['refined-in', 'TS-001', 'AT-001'],
] as const

test('[EXCHANGE-21] [TREE-7] paths of a tree are listed with their steps and ratings, the easiest first', async () => {
  const tree = treeOf({
    root: 'R',
    steps: [
      step('R', { title: 'Lamp off', gate: 'or', parts: ['A', 'B', 'C'] }),
      step('A', {
        title: 'Reflash',
        effort: { potential: { time: 'half-year', expertise: 'expert' }, cvss: {}, vector: 'physical' },
      }),
      step('B', { title: 'Send frames', gate: 'and', parts: ['s8fk2', 'B2'] }),
      step('s8fk2', { title: 'Open the bus', effort: potential({ time: 'week' }) }),
      step('B2', { title: 'Replay', effort: potential({ expertise: 'proficient' }) }),
      step('C', { title: 'Ask nicely', effort: potential({ time: 'month', equipment: 'bespoke' }) }),
    ],
  })
  const lines = await linesOf(taraReport(sourceOf([damage, threat, tree], joined)), 'Attack trees')
  expect(lines.slice(lines.indexOf('3 paths, without controls:'))).toEqual([
    '3 paths, without controls:',
    'Path | Steps | Effort | Attack potential (decides) | Attack vector',
    '1 (decides) | B1 Open the bus + B2 Replay | Elapsed time 1, Expertise 3, Knowledge of the item 0, Window of ' +
      'opportunity 0, Equipment 0 | high (4) | high, incomplete',
    '2 | C Ask nicely | Elapsed time 4, Expertise 0, Knowledge of the item 0, Window of opportunity 0, Equipment ' +
      '7 | high (11) | high, incomplete',
    '3 | A Reflash | Elapsed time 17, Expertise 6, Knowledge of the item 0, Window of opportunity 0, Equipment 0 ' +
      '| low (23), incomplete | very low',
  ])
})

test('[EXCHANGE-21] of many paths the report has the twenty easiest, not the first', async () => {
  const { levels } = defaultMethod.potential.factors.time
  const leaves = Array.from({ length: 25 }, (_, i) =>
    step(`S${i}`, { title: `Way ${i}`, effort: potential({ time: levels[i === 24 ? 0 : 4]!.key }) }),
  )
  const lines = await linesOf(
    taraReport(
      sourceOf([
        treeOf({ root: 'R', steps: [step('R', { gate: 'or', parts: leaves.map(({ id }) => id) }), ...leaves] }),
      ]),
    ),
    'Attack trees',
  )
  expect(lines).toContain('25 paths, of which the 20 easiest, without controls:')
  expect(lines.filter((line) => /\| [A-Y] Way/.test(line))).toHaveLength(20)
  expect(lines.find((line) => line.startsWith('1 '))).toContain('Y Way 24')
})

test("[EXCHANGE-21] [RISK-4] [TREE-6] a scenario's controls are on all paths; unrated trees are reported", async () => {
  const controls = new Map<string, Control>([
    ['CTL-01', { standing: 'verified', raises: potential({ expertise: 'experts' }) }],
  ])
  const tree = treeOf({
    root: 'R',
    steps: [
      step('R', { title: 'Lamp off', gate: 'or', parts: ['A'] }),
      step('A', { title: 'Call it', effort: { ...noEffort, vector: 'network' } }),
    ],
  })
  const lines = await linesOf(
    taraReport(
      sourceOf([damage, threat, tree, artefact('control', 1)], [...joined, ['stands-in', 'CTL-01', 'TS-001']], {
        treeContext: { controls, refuted: new Set() },
      }),
    ),
    'Attack trees',
  )
  expect(lines).toContain('TS-001 Lamp off [any of], met by CTL-01')
  expect(lines.find((line) => line.startsWith('1 |'))).toMatch(
    /^1 \| (A Call it \+ controls of TS-001 Lamp off|controls of TS-001 Lamp off \+ A Call it) \| high$/,
  )
  expect(lines).toContain('Not rated by Attack potential, which decides.')
})

test("[EXCHANGE-21] the effort of a step is in the method's labels: factors, metrics, vector, caps", async () => {
  const caps = [
    { assumption: 'AU-01', factor: 'time' as const, level: 'month' },
    { assumption: 'AU-02', factor: 'equipment' as const, level: 'standard' },
  ]
  const leaf = step('A', {
    title: 'Reflash',
    effort: {
      potential: { time: 'half-year', knowledge: 'folklore' },
      cvss: { ac: 'low', pr: 'none' },
      vector: 'adjacent',
    },
    controls: ['CTL-01'],
    caps,
  })
  const source = sourceOf(
    [
      treeOf({ root: 'A', steps: [leaf] }),
      artefact('control', 1),
      artefact('assumption', 1),
      artefact('assumption', 2),
    ],
    [
      ['stands-in', 'CTL-01', 'AT-001'],
      ['assumed', 'AU-01', 'AT-001'],
      ['assumed', 'AU-02', 'AT-001'],
    ],
    { treeContext: { controls: new Map(), refuted: new Set(['AU-02']) } },
  )
  expect(await linesOf(taraReport(source), 'Attack trees')).toContain(
    'AT-001 Reflash (Elapsed time ≤ 6 months, Knowledge of the item folklore (no level of the method); CVSS: Attack ' +
      'complexity Low, Privileges required None; vector: adjacent), met by CTL-01, assumed at the most: AU-01 ' +
      'Elapsed time ≤ 1 month, AU-02 (does not hold) Equipment Standard',
  )
})

test('[EXCHANGE-21] a threat scenario without a tree shows its effort; every treatment shows its reason', async () => {
  const alone = artefact('threat-scenario', 2, {
    effort: { potential: { time: 'week', expertise: 'expert' }, cvss: {}, vector: 'local' },
    treatment: 'retain',
    treatment_reason: 'No attacker benefits.',
  })
  const lines = await linesOf(
    taraReport(sourceOf([damage, threat, alone], [['leads-to', 'DS-001', 'TS-002']])),
    'Threat scenarios',
  )
  expect(lines.slice(lines.indexOf('Treatment'))).toEqual([
    'Treatment',
    'Code | Title | Treatment | Rationale | Answered by',
    'TS-002 | Threat scenario 2 | Retain | No attacker benefits. | ',
    'Rated without an attack tree',
    'Code | Title | Effort | Attack potential (decides) | CVSS exploitability | Attack vector',
    'TS-002 | Threat scenario 2 | Elapsed time ≤ 1 week, Expertise Expert; vector: local | ' +
      'high (7), incomplete | – | low',
  ])
})

test('[EXCHANGE-21] a threat scenario shows its description, STRIDE, items of Annex 5 and status', async () => {
  const spoofed = artefact(
    'threat-scenario',
    3,
    { description: 'Somebody asks for torque.', stride: ['spoofing', 'tampering'], annex5: ['4.1', '5.2'] },
    { status: 'IN_REVIEW' },
  )
  const lines = await linesOf(taraReport(sourceOf([spoofed])), 'Threat scenarios')
  expect(lines.slice(0, 3)).toEqual([
    'Code | Title | Description | STRIDE | UN R155 Annex 5 | Status',
    'TS-003 | Threat scenario 3 | Somebody asks for torque. | Spoofing, Tampering | 4.1, 5.2 | in review',
    'Risk',
  ])
})

test('[EXCHANGE-21] tests and validations are listed with what they verify, their result and evidence', async () => {
  const passed = artefact('test-case', 1, {
    method: 'fuzz',
    result: 'passed',
    run_on: '2026-03-01',
    evidence: ['R-17'],
  })
  const open = artefact('validation', 1)
  const source = sourceOf(
    [artefact('requirement', 1), artefact('goal', 1), passed, open],
    [
      ['verified', 'CSR-001', 'TC-001'],
      ['validated', 'CG-01', 'VA-001'],
    ],
  )
  expect(await linesOf(taraReport(source), 'Tests and validations')).toEqual([
    'Test cases',
    'Code | Title | Verifies | Method | Result | Run on | Evidence | Status',
    'TC-001 | Test case 1 | CSR-001 | Fuzz test | Passed | 2026-03-01 | R-17 | created',
    'Validations',
    'Code | Title | Validates | Method | Result | Run on | Evidence | Status',
    'VA-001 | Validation 1 | CG-01 | – | Not run | – |  | created',
  ])
})

test('[EXCHANGE-21] without threat scenarios, or without treatments, there is no empty table', async () => {
  expect(await linesOf(taraReport(sourceOf([])), 'Threat scenarios')).toEqual([])
  expect(await linesOf(taraReport(sourceOf([threat])), 'Threat scenarios')).toHaveLength(5)
})

test('[EXCHANGE-21] [RISK-3] a goal has the chosen CAL, or the highest of its threat scenarios', async () => {
  const near = artefact('threat-scenario', 1, { effort: { ...noEffort, vector: 'local', potential: { time: 'day' } } })
  const far = artefact('threat-scenario', 2, { effort: { ...noEffort, vector: 'network', potential: { time: 'day' } } })
  const links = [
    ['leads-to', 'DS-001', 'TS-001'],
    ['leads-to', 'DS-001', 'TS-002'],
    ['answered-by', 'TS-001', 'CG-01'],
    ['answered-by', 'TS-002', 'CG-01'],
    ['answered-by', 'TS-002', 'CG-02'],
  ] as const
  const lines = await linesOf(
    taraReport(
      sourceOf([damage, near, far, artefact('goal', 1), artefact('goal', 2, { cal: '1' }), artefact('goal', 3)], links),
    ),
    'Goals and claims',
  )
  expect(lines.filter((line) => line.startsWith('CG-')).map((line) => line.split(' | ')[3])).toEqual(['4', '1', '–'])
})

test('[EXCHANGE-21] the method is printed with everything that turns ratings into risk', async () => {
  const lines = await linesOf(taraReport(sourceOf([])), 'Method')
  for (const line of [
    'Impact | Safety | Financial | Operational | Privacy',
    `severe | ${Object.values(defaultMethod.impact.words)
      .map((words) => words.severe)
      .join(' | ')}`,
    'Elapsed time | ≤ 1 day 0; ≤ 1 week 1; ≤ 1 month 4; ≤ 6 months 17; > 6 months 19',
    'Attack complexity | Low 0.77; High 0.44',
    'Exploitability is 8.22 times all of them: from 2.96 high, from 2 medium, from 1.06 low, less is very low.',
    'Physical | Local | Adjacent | Network',
    'very low | low | medium | high',
    'Impact | very low feasibility | low feasibility | medium feasibility | high feasibility',
    'severe | 2 | 3 | 4 | 5',
    'Cybersecurity assurance level (CAL)',
    'severe | 2 | 3 | 4 | 4',
    'negligible | – | – | – | –',
  ])
    expect(lines).toContain(line)
})

test('[EXCHANGE-21] if there are more suspect links than are printed, the report states the count', async () => {
  const suspects = { total: 2_345, first: [{ from: damage, to: threat, reason: 'DS-001: Safety changed' }] }
  const report = taraReport(sourceOf([damage, threat], [], { suspects }))
  expect(await linesOf(report, 'Summary')).toContain('Suspect links: 2,345')
  expect(await linesOf(report, 'Suspect links')).toEqual([
    'The first 1 of 2,345.',
    'From | To | What changed',
    'DS-001 Damage scenario 1 | TS-001 Threat scenario 1 | DS-001: Safety changed',
  ])
})

test('[EXCHANGE-20] both reports begin with the choices for the program, and list missing choices', () => {
  const chosen = sourceOf([], [], {
    project: { name: 'Left lamp', type: 'COMPONENT' },
    choices: {
      propulsion_types: ['electric', 'ice'],
      design_type: 'carry-over',
      regulation_types: ['iso-21434', 'un-r155'],
      rating_types: ['cvss'],
    },
  })
  for (const report of [taraReport(chosen), complianceReport(chosen)]) {
    expect(report.subtitle).toBe('Headlamp: Left lamp')
    expect(report.facts.slice(0, 6)).toEqual([
      ['Program', 'Headlamp'],
      ['Project', 'Left lamp (component)'],
      ['Regulation', 'UN R155, ISO/SAE 21434'],
      ['Rating', 'CVSS exploitability'],
      ['Design type', 'Carried over'],
      ['Propulsion', 'Combustion engine, Battery electric'],
    ])
  }
  expect(complianceReport(sourceOf([])).facts.filter(([, value]) => value === 'not chosen')).toHaveLength(4)
})

test('[EXCHANGE-22] [SUMMARY-9] of several artefacts for a work product the lowest number counts', async () => {
  const product = (number: number, work_product: string, status: string) =>
    artefact('work-product', number, { work_product }, { status })
  const lines = await linesOf(
    complianceReport(
      sourceOf([
        product(1, 'WP-09-02', 'APPROVED'),
        product(2, 'WP-09-02', 'CREATED'),
        product(3, '09-03', 'APPROVED'),
      ]),
    ),
    'ISO/SAE 21434 work products',
  )
  expect(lines.find((line) => line.startsWith('WP-09-02'))).toContain('| approved |')
  // as on its page: an artefact that names no work product is ignored
  expect(lines.find((line) => line.startsWith('WP-09-03'))).toContain('| – |')
})

test('[EXCHANGE-27] a report of the latest baseline has its name, any other is a working copy', () => {
  const baseline = { name: 'Gate 2', seq: 7, madeAt: '2026-03-17T09:00:00.000Z', madeBy: 'M. Rao' }
  const identity = (overrides: Partial<ReportSource>) => taraReport(sourceOf([], [], overrides)).document
  expect(identity({ baseline })).toEqual({
    id: 'TARA-5F0C7A52',
    version: 'Gate 2',
    status: 'Baseline',
    date: '2026-03-18 12:00 UTC',
    author: 'Jonas Lind',
  })
  expect(identity({ baseline, seq: 8 })).toMatchObject({
    version: 'Revision 8',
    status: 'Working copy, changed since the latest baseline',
  })
  expect(identity({}).status).toBe('Working copy, no baseline yet')
})

test('[EXCHANGE-27] approvals: author, leads, most active reviewers, author of the baseline, release', () => {
  const reviewer = (i: number) => ({ name: `R${i}`, approved: 10 - i, lastAt: '2026-02-01T08:00:00.000Z' })
  const { approvals } = taraReport(
    sourceOf([], [], {
      leads: ['L. One'],
      reviewers: Array.from({ length: 10 }, (_, i) => reviewer(i)),
      baseline: { name: 'Gate 2', seq: 7, madeAt: '2026-03-17T09:00:00.000Z', madeBy: 'M. Rao' },
    }),
  )
  expect(approvals.map(({ role, name, date, note }) => [role, name, date, note].join(' | '))).toEqual([
    'Author | Jonas Lind | 2026-03-18 | ',
    'Program lead | L. One |  | ',
    'Reviewer | R0 | 2026-02-01 | 10 artefacts approved',
    ...[1, 2, 3, 4, 5].map((i) => `Reviewer | R${i} | 2026-02-01 | ${10 - i} artefacts approved`),
    'Baseline | M. Rao | 2026-03-17 | Gate 2',
    'Approved for release |  |  | ',
  ])
})

test('[DOCUMENT-29] a step is drawn once, with its gate and feasibility, strong on the deciding path', async () => {
  const tree = treeOf({
    root: 'R',
    steps: [
      step('R', { title: 'Lamp off', gate: 'or', parts: ['A', 'B'] }),
      step('A', { title: 'Both', gate: 'and', parts: ['C', 'D'] }),
      step('B', { title: 'Slow', effort: potential({ time: 'half-year', expertise: 'experts' }) }),
      step('C', { title: 'Open', effort: potential({ time: 'week' }) }),
      step('D', { title: 'Again', gate: 'or', parts: ['C'] }),
    ],
  })
  const section = taraReport(sourceOf([damage, threat, tree], joined)).sections.find(
    ({ title }) => title === 'Attack trees',
  )!
  const blocks: Block[] = []
  for await (const block of section.blocks()) blocks.push(block)
  const { nodes } = blocks.find((block) => block.is === 'tree')!
  expect(nodes.map(({ depth, label, gate, note, isStrong }) => [depth, label, gate, note, isStrong])).toEqual([
    [0, 'TS-001 Lamp off', 'OR', 'feasibility high (1)', true],
    [1, 'A Both', 'AND', 'feasibility high (1)', true],
    [2, 'A1 Open', undefined, 'feasibility high (1)', true],
    [2, 'A2 Again', 'OR', 'feasibility high (1)', true],
    [3, 'A1 Open', undefined, 'as above', true],
    [1, 'B Slow', undefined, 'feasibility very low (25)', false],
  ])
})
