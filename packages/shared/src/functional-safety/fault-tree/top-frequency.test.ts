import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { analysed } from '../../graph/fault-tree/analysis.ts'
import type { GateKind } from '../../graph/fault-tree/fault-tree.ts'
import { frequencyOf } from '../../graph/fault-tree/frequency.ts'
import { periodicTest, repairable } from './event-models.ts'
import { type Expression, missionTime, type Operation } from './expression.ts'
import { integralUntil } from './integral.ts'
import { topFrequency } from './top-frequency.ts'
import type { CommonCauseGroup, FaultNode, StoredTree } from './tree.ts'
import { basic, expanded, gate, treeOf } from './tree.fixture.ts'

const of = (op: string, ...args: Expression[]): Operation => ({ op, args })
const rate = (lambda: Expression) => of('exponential', lambda, missionTime)

function frequencyIn(tree: StoredTree, hours = tree.missionTime) {
  const whole = expanded({ ...tree, missionTime: hours })
  return topFrequency(whole, analysed(whole.tree, whole.probabilities), hours)
}

function valueIn(tree: StoredTree, hours?: number) {
  const found = frequencyIn(tree, hours)
  if (!found.ok) throw new Error(found.reason)
  return found.value
}

const probabilityIn = (tree: StoredTree, hours: number) => {
  const whole = expanded({ ...tree, missionTime: hours })
  return analysed(whole.tree, whole.probabilities).probability.exact!
}

const one = (probability: Expression) => treeOf([basic('A', probability)])
const [a, b, c] = [2e-4, 5e-4, 1e-3]
const three = (kind: GateKind, least?: number) =>
  treeOf([gate('Top', kind, ['A', 'B', 'C'], least), ...[a, b, c].map((l, i) => basic('ABC'[i]!, rate(l)))])
const t = 1_000
const [q1, q2, q3] = [a, b, c].map((l) => -Math.expm1(-l * t)) as [number, number, number]
const [w1, w2, w3] = [a, b, c].map((l) => l * Math.exp(-l * t)) as [number, number, number]

test('[FTA-43] one event: w is λ·exp(-λt), the conditional rate λ, the expected number the probability', () => {
  expect(valueIn(one(rate(a)))).toEqual({
    perHour: expect.closeTo(w1, 15),
    conditional: expect.closeTo(a, 15),
    expected: expect.closeTo(q1, 9),
    constant: 0,
  })
})

test('[FTA-43] OR, AND and K-of-N have their closed forms', () => {
  const or = valueIn(three('or'))
  expect(or.conditional).toBeCloseTo(a + b + c, 14)
  expect(or.perHour).toBeCloseTo((a + b + c) * Math.exp(-(a + b + c) * t), 14)
  const and = valueIn(three('and'))
  expect(and.perHour).toBeCloseTo(w1 * q2 * q3 + w2 * q1 * q3 + w3 * q1 * q2, 14)
  expect(and.conditional).toBeCloseTo(and.perHour / (1 - q1 * q2 * q3), 14)
  const two = valueIn(three('at-least', 2))
  const exactlyOneOf = (x: number, y: number) => x + y - 2 * x * y
  expect(two.perHour).toBeCloseTo(w1 * exactlyOneOf(q2, q3) + w2 * exactlyOneOf(q1, q3) + w3 * exactlyOneOf(q1, q2), 14)
})

test('[FTA-43] a tiny frequency keeps its digits', () => {
  const tree = treeOf([gate('Top', 'and', ['A', 'B']), basic('A', rate(1e-12)), basic('B', rate(1e-12))])
  expect(valueIn(tree).perHour / (2 * 1e-24 * t)).toBeCloseTo(1, 8)
})

test.for<[name: string, expression: Expression, failures: number]>([
  ['GLM', of('GLM', 0.1, a, 0, missionTime), 0.9 * w1],
  ['repairable', of('repairable', a, 0.1, missionTime), a * (1 - repairable(a, 0.1, t))],
  ['Weibull', of('Weibull', 500, 2, 0, missionTime), ((2 * t) / 500 ** 2) * Math.exp(-((t / 500) ** 2))],
  ['Weibull before its shift', of('Weibull', 500, 2, 2_000, missionTime), 0],
  ['dormant', of('dormant', a, 730), a * (1 - probabilityIn(one(of('dormant', a, 730)), t))],
  ['periodic test', of('periodic-test', a, 300, 300, missionTime), a * Math.exp(-a * 100)],
  ['a time of its own', of('exponential', a, 24), a * Math.exp(-a * 24)],
])('[FTA-43] the intensity of an event: %s', ([, expression, failures]) => {
  expect(valueIn(one(expression)).perHour).toBeCloseTo(failures, 14)
})

test('[FTA-43] during a test it fails at the rate of that, and not at all if the test takes it out of service', () => {
  // a test from 300 to 350 h; 320 h is in it
  const tested = (isAvailable: 0 | 1) => of('periodic-test', a, b, 0.1, 300, 300, 0, 50, isAvailable, 1, 0, missionTime)
  const available = Math.exp(-a * 300) * Math.exp(-b * 20)
  expect(valueIn(one(tested(1)), 320).perHour).toBeCloseTo(b * available, 14)
  expect(valueIn(one(tested(0)), 320).perHour).toBe(0)
  // between two tests, w is the slope of what fails without the repairs
  const later = { rate: a, rateInTest: b, repairRate: 0, interval: 300, firstTest: 300, failureByTest: 0 }
  const q = (time: number) =>
    periodicTest({ ...later, duration: 50, isAvailableInTest: true, coverage: 1, badRestart: 0 }, time)
  const withoutRepair = of('periodic-test', a, b, 0, 300, 300, 0, 50, 1, 1, 0, missionTime)
  expect(valueIn(one(withoutRepair), 450).perHour).toBeCloseTo((q(450.01) - q(449.99)) / 0.02, 9)
})

test('[FTA-43] parameters are followed, and uncertain rates count with their means', () => {
  const parameters = [
    { id: 'p', value: { parameter: 'q' } },
    { id: 'q', value: rate({ parameter: 'l' }) },
    { id: 'l', value: of('uniform-deviate', a / 2, (3 * a) / 2) },
    { id: 'T', value: missionTime },
    { id: 'fixed', value: of('mul', 0.5, 0.5) },
  ].map((each) => ({ title: '', note: '', unit: null, ...each }))
  const tree = treeOf(
    [
      gate('Top', 'or', ['A', 'B', 'C']),
      basic('A', { parameter: 'p' }),
      basic('B', of('exponential', a, { parameter: 'T' })),
      basic('C', { parameter: 'fixed' }),
    ],
    { parameters },
  )
  expect(valueIn(tree)).toMatchObject({ perHour: expect.closeTo(0.75 * 2 * a * Math.exp(-2 * a * t), 14), constant: 1 })
})

test.for<[name: string, nodes: FaultNode[], reason: string]>([
  ['only constants', [basic('A', 0.1)], 'No basic event has a failure rate.'],
  [
    'a formula',
    [basic('A', of('mul', 0.5, rate(a)))],
    'A has no failure rate: its probability is a formula that depends on the time.',
  ],
  [
    'a rate that varies',
    [basic('A', rate(of('div', 1, missionTime)))],
    'A has no failure rate: its failure rate is a formula that depends on the mission time.',
  ],
  [
    'a share of the mission time',
    [basic('A', of('exponential', a, of('mul', 0.3, missionTime)))],
    'A has no failure rate: its time is a formula that depends on the mission time.',
  ],
  [
    'a repair at tests that makes the top occur',
    [gate('Top', 'not', ['A']), basic('A', of('dormant', a, 730))],
    'By a NOT or XOR gate the repair of A may make the top event occur, and its model has repairs only at tests.',
  ],
])('[FTA-44] no frequency: %s', ([, nodes, reason]) => {
  expect(frequencyIn(treeOf(nodes))).toEqual({ ok: false, reason })
})

test('[FTA-44] without the exact probability of the top event there is no frequency', () => {
  expect(topFrequency(expanded(three('or')), { evaluator: undefined }, t)).toEqual({
    ok: false,
    reason: 'It needs the exact probability of the top event.',
  })
  expect(topFrequency(expanded(treeOf([basic('A')])), { evaluator: undefined }, t)).toEqual({
    ok: false,
    reason: 'An event has no probability.',
  })
})

test('[FTA-43] with NOT, the top event also occurs by a repair', () => {
  const unavailable = repairable(a, 0.1, t)
  const not = treeOf([gate('Top', 'not', ['A']), basic('A', of('repairable', a, 0.1, missionTime))])
  expect(valueIn(not).perHour).toBeCloseTo(0.1 * unavailable, 14)
  // A alone without B: A fails while B works, or B is repaired while A is failed
  const alone = treeOf([
    gate('Top', 'and', ['A', 'None']),
    gate('None', 'not', ['B']),
    basic('A', rate(a)),
    basic('B', of('repairable', b, 0.1, missionTime)),
  ])
  const qb = repairable(b, 0.1, t)
  expect(valueIn(alone).perHour).toBeCloseTo(w1 * (1 - qb) + 0.1 * qb * q1, 14)
})

test('[FTA-45] a combination of a common-cause group has its share of the failures', () => {
  const group: CommonCauseGroup = {
    id: 'G',
    title: '',
    note: '',
    model: 'beta-factor',
    members: ['A', 'B'],
    total: rate(b),
    factors: [0.1],
    staggered: false,
  }
  const tree = treeOf([gate('Top', 'and', ['A', 'B']), basic('A'), basic('B')], { groups: [group] })
  // Q = x + (1 - x)·y² with x = βq, y = (1-β)q; its slope, since nothing is repaired
  const [x, y] = [0.1 * q2, 0.9 * q2]
  expect(valueIn(tree).perHour).toBeCloseTo(0.1 * w2 * (1 - y * y) + (1 - x) * 2 * y * 0.9 * w2, 14)
  const varying = { ...group, factors: [of('div', 1, missionTime)] }
  expect(frequencyIn({ ...tree, groups: [varying] })).toEqual({
    ok: false,
    reason: '[A] has no failure rate: a factor of its group depends on the mission time.',
  })
})

/** A valid tree of random gates without NOT and XOR over events without repair: inputs come after their gates. */
function randomTree(below: (limit: number) => number): StoredTree {
  const models = [
    rate(a),
    rate(b),
    of('Weibull', 3_000, 1.5, 100, missionTime),
    of('GLM', 0.05, c, 0, missionTime),
    0.3,
  ]
  const events = Array.from({ length: 3 + below(6) }, (_none, i) => basic(`E${i}`, models[below(models.length)]))
  const count = 1 + below(6)
  const gates = Array.from({ length: count }, (_none, i) => {
    const later = [...Array.from({ length: count - i - 1 }, (_, j) => `G${i + j + 1}`), ...events.map(({ id }) => id)]
    const chosen = later.filter(() => below(2) === 0)
    const parts = chosen.length === 0 ? [later[0]!] : chosen
    const kind = (['and', 'or', 'at-least'] as const)[below(3)]!
    return gate(`G${i}`, kind, parts, kind === 'at-least' ? 1 + below(parts.length) : undefined)
  })
  return treeOf([...gates, ...events])
}

test('[FTA-43] [FTA-46] without repairs, w is the slope of the probability, and its integral the increase', () => {
  const below = createRandom(31)
  let compared = 0
  for (let round = 0; round < 200; round++) {
    const tree = randomTree(below)
    const found = frequencyIn(tree)
    if (!found.ok) {
      expect(found.reason).toBe('No basic event has a failure rate.')
      continue
    }
    const step = 0.05
    const slope = (probabilityIn(tree, t + step) - probabilityIn(tree, t - step)) / (2 * step)
    const label = `tree ${round}: ${JSON.stringify(tree.nodes)}`
    expect(Math.abs(found.value.perHour - slope), label).toBeLessThan(1e-7 * slope + 1e-12)
    const increase = probabilityIn(tree, t) - probabilityIn(tree, 1e-9)
    expect(Math.abs(found.value.expected! - increase), label).toBeLessThan(1e-5 * increase + 1e-12)
    if (slope > 1e-9) compared++
  }
  expect(compared).toBeGreaterThan(120)
})

test('[FTA-46] with repairs the expected number exceeds the probability: the renewal function of one component', () => {
  const [l, m, hours] = [1e-3, 0.1, 50_000]
  const { expected } = valueIn(one(of('repairable', l, m, missionTime)), hours)
  const sum = l + m
  // λμt/(λ+μ) + λ²(1 - exp(-(λ+μ)t))/(λ+μ)²
  const renewals = (l * m * hours) / sum + (l * l * -Math.expm1(-sum * hours)) / sum ** 2
  expect(expected! / renewals).toBeCloseTo(1, 6)
  expect(expected).toBeGreaterThan(49)
})

test('[FTA-46] with periodic tests no number is expected, but the frequency is', () => {
  expect(valueIn(one(of('periodic-test', a, 300, 300, missionTime)))).toMatchObject({ expected: undefined })
})

const options = { tolerance: 1e-8, mostParts: 200, isOver: () => false }

test('[FTA-46] an integral is found where a function settles at once or has a pole at 0, or it is not found', () => {
  const settling = integralUntil(1e6, (x) => 1 - Math.exp(-x), options)
  expect(settling! / (1e6 - 1)).toBeCloseTo(1, 9)
  expect(integralUntil(4, (x) => 1 / Math.sqrt(x), { ...options, tolerance: 1e-6 })).toBeCloseTo(4, 4)
  expect(integralUntil(1, () => 0, options)).toBe(0)
  expect(integralUntil(1, () => NaN, options)).toBeUndefined()
  expect(integralUntil(1, (x) => Math.sin(1 / x), { ...options, mostParts: 20 })).toBeUndefined()
  expect(integralUntil(1, (x) => x, { ...options, isOver: () => true })).toBeUndefined()
})

test('[FAULT-TREE-12] the frequency at another time uses the probabilities of that time', () => {
  const whole = expanded(three('and'))
  const { evaluator } = analysed(whole.tree, whole.probabilities)
  const inTime = whole.occurrence()
  if (!inTime.ok) throw new Error(inTime.reason)
  const early = frequencyOf(evaluator!, inTime.value.at(10, evaluator!.events))
  expect(early).toEqual({ perHour: expect.closeTo(valueIn(three('and'), 10).perHour, 15) })
})
