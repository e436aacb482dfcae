import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { assess, type Threat } from './assess.ts'
import { type ControlScenario, controlScenarios } from './assessment.ts'
import { defaultMethod } from '../methods/default-method.ts'
import { type Effort, noEffort, type Tree } from '../attack-tree/tree.ts'
import type { ImpactLevel, Method } from '../methods/method.ts'
import { nothingAround, randomTree, step } from '../attack-tree/rating.fixture.ts'
import type { Control, TreeContext } from '../attack-tree/rate-tree.ts'
import type { Impacts } from './risk.ts'

const harm = (safety: ImpactLevel | null): Impacts => ({ safety, financial: null, operational: null, privacy: null })
const effort: Effort = {
  potential: { time: 'month', expertise: 'expert', knowledge: 'public', window: 'unlimited', equipment: 'specialised' },
  cvss: { av: 'network', ac: 'low', pr: 'none', ui: 'none' },
  vector: 'network',
}
const threat: Threat = { damages: [harm('severe')], tree: null, effort, controls: [] }
const risks = (input: Threat, known: TreeContext = nothingAround, method: Method = defaultMethod) =>
  controlScenarios.map((scenario) => assess(method, input, known).scenarios[scenario].risk)

const control = (standing: Control['standing'], raises: Partial<Effort>): Control => ({
  standing,
  raises: { ...noEffort, ...raises },
})
const around = (controls: Record<string, Control>): TreeContext => ({
  controls: new Map(Object.entries(controls)),
  refuted: new Set(),
})

test('[RISK-1] [RISK-2] [RISK-3] without a tree a threat scenario is rated as one step', () => {
  expect(assess(defaultMethod, threat, nothingAround)).toEqual({
    impact: harm('severe'),
    overall: 'severe',
    paths: 0,
    incompletePaths: 0,
    cal: 4,
    methodsDisagree: true,
    trouble: null,
    scenarios: Object.fromEntries(
      controlScenarios.map((scenario) => [
        scenario,
        {
          ratings: {
            potential: { feasibility: 'medium', value: 14 },
            cvss: { feasibility: 'high', value: 3.89 },
            vector: { feasibility: 'high', value: null },
          },
          feasibility: 'medium',
          risk: 4,
          path: [],
        },
      ]),
    ),
  })
})

test('[FEASIBILITY-8] [RISK-4] controls of the threat scenario itself count according to their standing', () => {
  const known = around({
    today: control('verified', { potential: { window: 'difficult' } }),
    later: control('planned', { potential: { time: 'longer' } }),
    idea: control(null, { potential: { knowledge: 'strictly-confidential' } }),
  })
  expect(risks({ ...threat, controls: ['today', 'later', 'idea', 'gone'] }, known)).toEqual([4, 3, 2])
})

const tree: Tree = {
  root: 'R',
  steps: [
    step('R', { gate: 'or', parts: ['A', 'B'] }),
    step('A', { effort }),
    step('B', { effort: { ...effort, potential: { ...effort.potential, time: 'half-year' } } }),
  ],
}

test("[RISK-4] with a tree its easiest path decides, and the scenario's controls protect every path", () => {
  const { paths, scenarios } = assess(defaultMethod, { ...threat, tree, effort: noEffort }, nothingAround)
  expect([paths, scenarios.initial.risk, scenarios.initial.path]).toEqual([2, 4, ['A']])
  const guarded = assess(
    defaultMethod,
    { ...threat, tree, controls: ['gateway'] },
    around({ gateway: control('verified', { potential: { window: 'difficult' } }) }),
  )
  expect(
    controlScenarios.map((scenario) => [
      guarded.scenarios[scenario].feasibility,
      guarded.scenarios[scenario].path.join(' '),
    ]),
  ).toEqual([
    ['medium', 'A R'],
    ['low', 'A R'],
    ['low', 'A R'],
  ])
})

test('[RISK-2] [RISK-3] a scenario that is not rated has no risk, and no CAL', () => {
  expect(risks({ ...threat, damages: [] })).toEqual([null, null, null])
  expect(assess(defaultMethod, { ...threat, effort: noEffort }, nothingAround)).toMatchObject({
    overall: 'severe',
    cal: null,
    methodsDisagree: false,
    scenarios: { initial: { feasibility: null, risk: null, path: [] } },
  })
  expect(assess(defaultMethod, { ...threat, effort: { ...effort, vector: null } }, nothingAround)).toMatchObject({
    cal: null,
    scenarios: { initial: { risk: 4 } },
  })
})

test('[FEASIBILITY-9] an unrated step does not hide behind a rated one: its OR is as feasible as it may be', () => {
  const hard = { ...noEffort, potential: { ...effort.potential, time: 'longer', knowledge: 'confidential' } }
  const open = {
    root: 'R',
    steps: [step('R', { gate: 'or' as const, parts: ['A', 'B'] }), step('A', { effort: hard }), step('B')],
  }
  const { scenarios, incompletePaths, methodsDisagree } = assess(
    defaultMethod,
    { ...threat, tree: open, effort: noEffort },
    nothingAround,
  )
  expect(scenarios.initial).toMatchObject({
    ratings: { potential: { feasibility: 'high', value: 0, incomplete: true }, cvss: null, vector: null },
    feasibility: 'high',
    risk: 5,
    path: ['B'],
  })
  expect([incompletePaths, methodsDisagree]).toEqual([1, false])
})

test('[RISK-8] what the field shows raises the rating without controls and today, never lowers it', () => {
  const hard = { ...noEffort, potential: { ...effort.potential, time: 'longer', knowledge: 'confidential' } }
  const seen = (observed: 'low' | 'medium' | 'high' | null) =>
    assess(defaultMethod, { ...threat, effort: hard, observed }, nothingAround)
  const words = (observed: Parameters<typeof seen>[0]) =>
    controlScenarios.map((scenario) => [
      seen(observed).scenarios[scenario].feasibility,
      seen(observed).scenarios[scenario].risk,
    ])
  expect(words(null)).toEqual([
    ['very-low', 2],
    ['very-low', 2],
    ['very-low', 2],
  ])
  expect(words('medium')).toEqual([
    ['medium', 4],
    ['medium', 4],
    ['very-low', 2],
  ])
  expect(seen('medium').scenarios.today.ratings.potential).toEqual({
    feasibility: 'medium',
    value: null,
    observed: true,
  })
  expect(
    assess(defaultMethod, { ...threat, observed: 'low' }, nothingAround).scenarios.today.ratings.potential,
  ).toEqual({ feasibility: 'medium', value: 14 })
})

test('[FEASIBILITY-9] an AND with an unrated part is rated by the others, and marked', () => {
  const both = {
    root: 'R',
    steps: [step('R', { gate: 'and' as const, parts: ['A', 'B'] }), step('A', { effort }), step('B')],
  }
  const { scenarios, incompletePaths } = assess(
    defaultMethod,
    { ...threat, tree: both, effort: noEffort },
    nothingAround,
  )
  // one step sets the vector and the metrics of the whole attack; every step requires a factor
  expect(scenarios.initial.ratings).toEqual({
    potential: { feasibility: 'medium', value: 14, incomplete: true },
    cvss: { feasibility: 'high', value: 3.89 },
    vector: { feasibility: 'high', value: null },
  })
  expect(incompletePaths).toBe(1)
})

test('[RISK-2] the deciding method decides the risk', () => {
  expect(risks(threat, nothingAround, { ...defaultMethod, deciding: 'cvss' })).toEqual([5, 5, 5])
  expect(
    risks({ ...threat, effort: { ...effort, cvss: {} } }, nothingAround, { ...defaultMethod, deciding: 'cvss' }),
  ).toEqual([null, null, null])
})

test('[TREE-4] [FEASIBILITY-4] trouble is reported: a tree that is not valid, or an unknown level', () => {
  expect(assess(defaultMethod, { ...threat, tree: { root: 'X', steps: [step('R')] } }, nothingAround)).toMatchObject({
    overall: 'severe',
    paths: 0,
    trouble: 'The root, X, is not among the steps.',
    scenarios: { target: { risk: null } },
  })
  expect(
    assess(defaultMethod, { ...threat, effort: { ...effort, potential: { time: 'decade' } } }, nothingAround).trouble,
  ).toContain('time decade')
  expect(
    assess(defaultMethod, { ...threat, controls: ['c'] }, around({ c: control('planned', { cvss: { ac: 'odd' } }) }))
      .trouble,
  ).toContain('ac odd')
})

test(
  '[FEASIBILITY-7] [RISK-2] by no method does risk rise when controls are implemented, for any tree',
  { timeout: 60_000 },
  () => {
    const below = createRandom(21)
    const rank = (scenario: ControlScenario, { scenarios }: ReturnType<typeof assess>) => scenarios[scenario].risk ?? 0
    for (let round = 0; round < 3_000; round++) {
      const { method, tree: any, known } = randomTree(below)
      const deciding = (['potential', 'cvss', 'vector'] as const)[below(3)]!
      const found = assess(
        { ...method, deciding },
        { ...threat, tree: any, controls: below(2) ? [...known.controls.keys()] : [] },
        known,
      )
      expect([rank('initial', found) >= rank('today', found), rank('today', found) >= rank('target', found)]).toEqual([
        true,
        true,
      ])
    }
  },
)
