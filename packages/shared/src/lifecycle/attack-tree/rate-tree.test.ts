import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { type ControlScenario, controlScenarios, type Rating } from '../rating/assessment.ts'
import { defaultMethod } from '../methods/default-method.ts'
import { easiestFirst } from '../rating/feasibility.ts'
import {
  attackVectors,
  type CvssMetric,
  cvssMetrics,
  feasibilities,
  type FeasibilityMethod,
  feasibilityMethods,
  type Method,
  type PotentialFactor,
  potentialFactors,
} from '../methods/method.ts'
import { type Control, rateTree, type TreeContext } from './rate-tree.ts'
import { nothingAround, randomTree, step } from './rating.fixture.ts'
import { type Effort, noEffort, type Tree, type TreeStep } from './tree.ts'

function rated(method: Method, tree: Tree, known: TreeContext = nothingAround) {
  const found = rateTree(method, tree, known)
  if (!found.ok) throw new Error(found.reason)
  return found.value
}

const counts: Record<ControlScenario, readonly unknown[]> = {
  initial: [],
  today: ['verified'],
  target: ['planned', 'implemented', 'verified'],
}
const factorOf = (method: Method, factor: PotentialFactor, { potential }: Effort) =>
  method.potential.factors[factor].levels.find(({ key }) => key === potential[factor])?.value ?? 0
const metricOf = (method: Method, metric: CvssMetric, { cvss }: Effort) =>
  method.cvss.metrics[metric].levels.find(({ key }) => key === cvss[metric])?.value ??
  method.cvss.metrics[metric].levels[0]!.value
const reach = ({ vector }: Effort) => (vector === null ? 3 : attackVectors.indexOf(vector))

/** Whether an attacker who takes these steps reaches a step; the controls of a refined step count as a step. */
function gets(tree: Tree, id: string, taken: ReadonlySet<string>): boolean {
  const { gate, parts, controls } = tree.steps.find((one) => one.id === id)!
  if (gate === null) return taken.has(id)
  const each = (part: string) => gets(tree, part, taken)
  return (controls.length === 0 || taken.has(id)) && (gate === 'and' ? parts.every(each) : parts.some(each))
}

/** By each method, the rating of the easiest minimal set of steps that reaches a step: every set is tried. */
function byTrying(
  method: Method,
  tree: Tree,
  known: TreeContext,
  scenario: ControlScenario,
  target: string,
): Record<FeasibilityMethod, Rating | null> {
  const all = tree.steps.filter(({ gate, controls }) => gate === null || controls.length > 0)
  const efforts = new Map(all.map((one) => [one.id, effortsAt(one, known, scenario)]))
  const best: Record<FeasibilityMethod, Rating | null> = { potential: null, cvss: null, vector: null }
  const sets: TreeStep[][] = []
  for (let mask = 1; mask < 1 << all.length; mask++) {
    const taken = all.filter((_, i) => (mask >> i) & 1)
    const isEnough = (steps: readonly TreeStep[]) => gets(tree, target, new Set(steps.map(({ id }) => id)))
    if (!isEnough(taken) || taken.some((one) => isEnough(taken.filter((other) => other !== one)))) continue
    sets.push(taken)
  }
  const isRated: Record<FeasibilityMethod, boolean> = { potential: false, cvss: false, vector: false }
  for (const { effort } of sets.flat().filter(({ gate }) => gate === null)) {
    isRated.potential ||= Object.keys(effort.potential).length > 0
    isRated.cvss ||= Object.keys(effort.cvss).length > 0
    isRated.vector ||= effort.vector !== null
  }
  for (const taken of sets) {
    const ratings = ratingsOf(method, taken, known, efforts)
    for (const name of feasibilityMethods)
      if (isRated[name] && easiestFirst(name, ratings[name], best[name]) < 0) best[name] = ratings[name]
  }
  return best
}

const effortsAt = ({ gate, effort, controls }: TreeStep, known: TreeContext, scenario: ControlScenario) => ({
  own: gate === null ? effort : noEffort,
  raises: controls
    .flatMap((uuid) => known.controls.get(uuid) ?? [])
    .filter(({ standing }) => counts[scenario].includes(standing))
    .map(({ raises }) => raises),
})

function ratingsOf(
  method: Method,
  taken: readonly TreeStep[],
  { refuted }: TreeContext,
  efforts: ReadonlyMap<string, { own: Effort; raises: Effort[] }>,
): Record<FeasibilityMethod, Rating> {
  const at = ({ id }: TreeStep) => efforts.get(id)!
  const valueAt = (one: TreeStep, factor: PotentialFactor) => {
    const caps = one.caps
      .filter((cap) => cap.factor === factor && !refuted.has(cap.assumption))
      .map(({ level }) => factorOf(method, factor, { ...noEffort, potential: { [factor]: level } }))
    return Math.max(
      Math.min(factorOf(method, factor, at(one).own), ...caps),
      ...at(one).raises.map((raises) => factorOf(method, factor, raises)),
    )
  }
  const joined = (values: number[]) =>
    method.potential.and === 'sum' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  const sum = potentialFactors.reduce((total, factor) => total + joined(taken.map((one) => valueAt(one, factor))), 0)
  const all = taken.flatMap((one) => [at(one).own, ...at(one).raises])
  const product = cvssMetrics.reduce(
    (value, metric) => value * Math.min(...all.map((effort) => metricOf(method, metric, effort))),
    method.cvss.coefficient,
  )
  const value = Math.round(product * 100) / 100
  const leaves = taken.filter(({ gate }) => gate === null).map(({ effort }) => effort)
  const marked = (rating: Rating, isComplete: boolean): Rating =>
    isComplete ? rating : { ...rating, incomplete: true }
  return {
    potential: marked(
      { value: sum, feasibility: sum < 14 ? 'high' : sum < 20 ? 'medium' : sum < 25 ? 'low' : 'very-low' },
      leaves.every(({ potential }) => Object.keys(potential).length === 5),
    ),
    cvss: marked(
      { value, feasibility: value < 1.06 ? 'very-low' : value < 2 ? 'low' : value < 2.96 ? 'medium' : 'high' },
      cvssMetrics.every((metric) => leaves.some(({ cvss }) => cvss[metric] !== undefined)),
    ),
    vector: marked(
      { value: null, feasibility: feasibilities[Math.min(...all.map(reach))]! },
      leaves.some(({ vector }) => vector !== null),
    ),
  }
}

test.for(['max', 'sum'] as const)(
  '[TREE-7] [FEASIBILITY-5] [FEASIBILITY-6] [FEASIBILITY-7] [FEASIBILITY-8] an exhaustive search agrees, AND is %s',
  { timeout: 60_000 },
  (and) => {
    const below = createRandom(and === 'max' ? 3 : 5)
    for (let round = 0; round < 5_000; round++) {
      const { method, tree, known } = randomTree(below, { and })
      const scenario = controlScenarios[below(3)]!
      for (const { id, ratings } of rated(method, tree, known)[scenario].steps)
        expect(ratings, `${id} of tree ${round}`).toEqual(byTrying(method, tree, known, scenario, id))
    }
  },
)

test(
  '[FEASIBILITY-7] [FEASIBILITY-8] no control makes a tree easier: neither an added nor an improved one',
  { timeout: 60_000 },
  () => {
    const below = createRandom(9)
    for (let round = 0; round < 3_000; round++) {
      const { method, tree, known } = randomTree(below)
      const scenarios = rated(method, tree, known)
      for (const name of feasibilityMethods) {
        const [initial, today, target] = controlScenarios.map(
          (scenario) => scenarios[scenario].steps.find(({ id }) => id === tree.root)!.ratings[name],
        )
        expect([
          easiestFirst(name, initial!, today!) <= 0,
          easiestFirst(name, today!, target!) <= 0,
          (initial === null) === (target === null),
        ]).toEqual([true, true, true])
      }
    }
  },
)

const effort = (potential: Effort['potential']): Effort => ({ ...noEffort, potential })
const control = (standing: Control['standing'], potential: Effort['potential']): Control => ({
  standing,
  raises: effort(potential),
})

/** The torque request of the mockup, shortened: through the OBD port, or by a compromised telematics unit. */
const torque: Tree = {
  root: 'R',
  steps: [
    step('R', { gate: 'or', parts: ['A', 'B'] }),
    step('A', { gate: 'and', parts: ['A1', 'A3'] }),
    step('B', { gate: 'and', parts: ['B1', 'A3'], controls: ['firewall'] }),
    step('A1', { effort: effort({ window: 'moderate', expertise: 'expert' }) }),
    step('A3', {
      effort: effort({ time: 'week', expertise: 'proficient', knowledge: 'restricted', equipment: 'specialised' }),
      controls: ['secoc'],
    }),
    step('B1', { effort: effort({ time: 'month', expertise: 'expert' }) }),
  ],
}
const around: TreeContext = {
  controls: new Map([
    ['secoc', control('planned', { time: 'half-year', expertise: 'expert', knowledge: 'confidential' })],
    ['firewall', control('verified', { expertise: 'experts', window: 'moderate' })],
  ]),
  refuted: new Set(),
}

test('[TREE-5] [TREE-7] paths are sorted easiest first, and the root is as feasible as the first', () => {
  const { initial, today, target } = rated(defaultMethod, torque, around)
  expect(initial.paths.map(({ steps, ratings }) => [steps.join(' '), ratings.potential])).toEqual([
    ['A3 B1 B', { feasibility: 'medium', value: 17, incomplete: true }],
    ['A1 A3', { feasibility: 'medium', value: 18, incomplete: true }],
  ])
  expect(today.paths.map(({ steps, ratings }) => [steps.join(' '), ratings.potential!.value])).toEqual([
    ['A1 A3', 18],
    ['A3 B1 B', 23],
  ])
  expect(target.paths.map(({ ratings }) => ratings.potential)).toEqual([
    { feasibility: 'very-low', value: 38, incomplete: true },
    { feasibility: 'very-low', value: 40, incomplete: true },
  ])
  for (const { steps, paths } of [initial, today, target])
    expect(steps.find(({ id }) => id === 'R')!.ratings).toEqual(paths[0]!.ratings)
})

test('[TREE-8] the steps on the deciding path decide', () => {
  const rating = rated(defaultMethod, torque, around)
  const deciding = (scenario: ControlScenario) =>
    rating[scenario].steps.filter(({ decides }) => decides).map(({ id }) => id)
  expect(deciding('initial')).toEqual(['R', 'B', 'A3', 'B1'])
  expect(deciding('today')).toEqual(['R', 'A', 'A1', 'A3'])
})

test('[TREE-3] the effort of a refined step is ignored', () => {
  const refined: Tree = {
    root: 'R',
    steps: [
      step('R', { gate: 'or', parts: ['A'], effort: effort({ time: 'longer' }), controls: ['firewall'] }),
      step('A', { effort: effort({ time: 'week' }) }),
    ],
  }
  expect(rated(defaultMethod, refined, around).initial.paths.map(({ factors }) => factors.time)).toEqual([1])
})

test('[TREE-1] a tree that is not valid is not rated, and the reason is returned', () => {
  expect(rateTree(defaultMethod, { root: 'R', steps: [step('R', { gate: 'or' })] }, nothingAround)).toMatchObject({
    ok: false,
    reason: 'R is refined, but has no parts.',
  })
})
