import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { defaultMethod } from '../methods/default-method.ts'
import {
  capped,
  type Demand,
  demandOf,
  easiestFirst,
  raised,
  ratingsOf,
  unknownLevelsOf,
  together,
} from './feasibility.ts'
import {
  type AttackVector,
  cvssMetrics,
  type Feasibility,
  feasibilities,
  feasibilityMethods,
  type Method,
  potentialFactors,
} from '../methods/method.ts'
import { randomEffort } from '../attack-tree/rating.fixture.ts'
import { type Effort, noEffort } from '../attack-tree/tree.ts'

const rate = (effort: Effort, method: Method = defaultMethod) => ratingsOf(method, demandOf(method, effort))
const potential = (levels: Effort['potential']): Effort => ({ ...noEffort, potential: levels })
const cvss = (levels: Effort['cvss']): Effort => ({ ...noEffort, cvss: levels })

/** The values from the engineering specification, repeated here independently. */
const table = {
  time: { day: 0, week: 1, month: 4, 'half-year': 17, longer: 19 },
  expertise: { layman: 0, proficient: 3, expert: 6, experts: 8 },
  knowledge: { public: 0, restricted: 3, confidential: 7, 'strictly-confidential': 11 },
  window: { unlimited: 0, easy: 1, moderate: 4, difficult: 10 },
  equipment: { standard: 0, specialised: 4, bespoke: 7, 'multiple-bespoke': 9 },
}

/** How many combinations have each sum: computed factor by factor, without looking at combinations. */
function countsBySum(): number[] {
  return Object.values(table).reduce<number[]>(
    (counts, levels) => {
      const next: number[] = []
      for (const [sum, count] of counts.entries())
        for (const value of Object.values(levels)) next[sum + value] = (next[sum + value] ?? 0) + (count ?? 0)
      return Array.from(next, (count) => count ?? 0)
    },
    [1],
  )
}

test('[FEASIBILITY-1] all 1,280 combinations of factors are rated as in the table, with the expected counts', () => {
  const rated: Record<Feasibility, number> = { 'very-low': 0, low: 0, medium: 0, high: 0 }
  for (const [time, a] of Object.entries(table.time))
    for (const [expertise, b] of Object.entries(table.expertise))
      for (const [knowledge, c] of Object.entries(table.knowledge)) {
        for (const [window, d] of Object.entries(table.window))
          for (const [equipment, e] of Object.entries(table.equipment)) {
            const rating = rate(potential({ time, expertise, knowledge, window, equipment })).potential!
            expect(rating.value).toBe(a + b + c + d + e)
            rated[rating.feasibility]++
          }
      }
  const counts = countsBySum()
  const between = (least: number, most: number) => counts.slice(least, most + 1).reduce((sum, count) => sum + count, 0)
  expect(rated).toEqual({
    high: between(0, 13),
    medium: between(14, 19),
    low: between(20, 24),
    'very-low': between(25, 57),
  })
  expect(Object.values(rated).reduce((sum, count) => sum + count, 0)).toBe(1_280)
})

test.for([
  [13, 'high'],
  [14, 'medium'],
  [19, 'medium'],
  [20, 'low'],
  [24, 'low'],
  [25, 'very-low'],
] as const)('[FEASIBILITY-1] a sum of %i is %s', ([sum, feasibility]) => {
  const exactly: Method = {
    ...defaultMethod,
    potential: {
      ...defaultMethod.potential,
      factors: {
        ...defaultMethod.potential.factors,
        time: {
          label: 'Time',
          levels: [
            { key: 'none', label: 'None', value: 0 },
            { key: 'that', label: 'That', value: sum },
          ],
        },
      },
    },
  }
  expect(rate(potential({ time: 'that' }), exactly).potential).toMatchObject({ feasibility, value: sum })
})

test('[FEASIBILITY-2] all 48 combinations of metrics are rated by their product, to two decimals', () => {
  // hundredths, so that whole numbers multiply
  const hundredths = {
    av: { network: 85, adjacent: 62, local: 55, physical: 20 },
    ac: { low: 77, high: 44 },
    pr: { none: 85, low: 62, high: 27 },
    ui: { none: 85, required: 62 },
  }
  const rated: Feasibility[] = []
  for (const [av, a] of Object.entries(hundredths.av))
    for (const [ac, b] of Object.entries(hundredths.ac))
      for (const [pr, c] of Object.entries(hundredths.pr))
        for (const [ui, d] of Object.entries(hundredths.ui)) {
          const value = Math.round((822 * a * b * c * d) / 1e8) / 100
          const rating = rate(cvss({ av, ac, pr, ui })).cvss!
          expect(rating).toEqual({
            value,
            feasibility: value <= 1.05 ? 'very-low' : value <= 1.99 ? 'low' : value <= 2.95 ? 'medium' : 'high',
          })
          rated.push(rating.feasibility)
        }
  expect(feasibilities.map((feasibility) => rated.filter((one) => one === feasibility).length)).toEqual([27, 12, 8, 1])
})

test.for([
  [1.05, 'very-low'],
  [1.06, 'low'],
  [1.99, 'low'],
  [2, 'medium'],
  [2.95, 'medium'],
  [2.96, 'high'],
] as const)('[FEASIBILITY-2] an exploitability of %d is %s', ([coefficient, feasibility]) => {
  const levels = [
    { key: 'one', label: 'One', value: 1 },
    { key: 'none', label: 'None', value: 0 },
  ]
  const metrics = Object.fromEntries(
    cvssMetrics.map((metric) => [metric, { label: metric, levels }]),
  ) as Method['cvss']['metrics']
  expect(
    rate(cvss({ av: 'one' }), { ...defaultMethod, cvss: { ...defaultMethod.cvss, coefficient, metrics } }).cvss,
  ).toMatchObject({ feasibility, value: coefficient })
})

test.for([
  ['network', 'high'],
  ['adjacent', 'medium'],
  ['local', 'low'],
  ['physical', 'very-low'],
] as const)('[FEASIBILITY-3] the vector %s is %s', ([vector, feasibility]) => {
  expect(rate({ ...noEffort, vector }).vector).toEqual({ feasibility, value: null })
})

test('[FEASIBILITY-4] an unrated factor adds nothing, and a method without rated values gives no rating', () => {
  expect(rate(noEffort)).toEqual({ potential: null, cvss: null, vector: null })
  expect(rate(potential({ expertise: 'expert' }))).toEqual({
    potential: { feasibility: 'high', value: 6, incomplete: true },
    cvss: null,
    vector: null,
  })
  expect(rate(cvss({ av: 'physical' })).cvss).toEqual({ feasibility: 'very-low', value: 0.91, incomplete: true })
  const unknownLevel = potential({ time: 'a-decade', expertise: 'expert' })
  expect([
    rate(unknownLevel).potential!.value,
    unknownLevelsOf(defaultMethod, unknownLevel),
    unknownLevelsOf(defaultMethod, cvss({ ui: 'maybe' })),
  ]).toEqual([6, ['time a-decade'], ['ui maybe']])
})

test('[FEASIBILITY-5] together takes the hardest of each factor, or the sum; of metrics and vectors the worst', () => {
  const [a, b]: [Effort, Effort] = [
    {
      potential: { time: 'month', expertise: 'layman', equipment: 'bespoke' },
      cvss: { av: 'network', ac: 'high' },
      vector: 'adjacent',
    },
    {
      potential: { time: 'week', expertise: 'expert', equipment: 'bespoke' },
      cvss: { av: 'local', ac: 'low' },
      vector: 'network',
    },
  ]
  const both = (method: Method) => together(method, [demandOf(method, a), demandOf(method, b)])
  expect(both(defaultMethod)).toMatchObject({
    factors: { time: 4, expertise: 6, knowledge: 0, window: 0, equipment: 7 },
    metrics: { av: 0.55, ac: 0.44, pr: 0.85, ui: 0.85 },
    vector: 'adjacent',
  })
  expect(both({ ...defaultMethod, potential: { ...defaultMethod.potential, and: 'sum' } })).toMatchObject({
    factors: { time: 5, expertise: 6, equipment: 14 },
    metrics: { av: 0.55 },
    vector: 'adjacent',
  })
})

test('[FEASIBILITY-6] an assumption caps a factor to its level, and raises none', () => {
  const demand = demandOf(defaultMethod, potential({ window: 'difficult', knowledge: 'public' }))
  expect(capped(defaultMethod, demand, { assumption: 'a', factor: 'window', level: 'moderate' }).factors.window).toBe(4)
  expect(
    capped(defaultMethod, demand, { assumption: 'a', factor: 'knowledge', level: 'restricted' }).factors.knowledge,
  ).toBe(0)
  expect(capped(defaultMethod, demand, { assumption: 'a', factor: 'window', level: 'unheard-of' })).toEqual(demand)
})

/** Whether every value of the first is at least as hard as that of the second. */
function isNoEasier(harder: Demand, demand: Demand): boolean {
  const vectors: AttackVector[] = ['physical', 'local', 'adjacent', 'network']
  return (
    potentialFactors.every((factor) => harder.factors[factor] >= demand.factors[factor]) &&
    cvssMetrics.every((metric) => harder.metrics[metric] <= demand.metrics[metric]) &&
    vectors.indexOf(harder.vector) <= vectors.indexOf(demand.vector)
  )
}

test(
  '[FEASIBILITY-4] [FEASIBILITY-7] a control makes no rating easier, rates nothing unrated, and counts only once',
  { timeout: 60_000 },
  () => {
    const below = createRandom(11)
    for (let round = 0; round < 10_000; round++) {
      const [effort, raises] = [randomEffort(below), randomEffort(below)]
      const before = demandOf(defaultMethod, effort)
      const after = raised(defaultMethod, before, raises)
      expect(isNoEasier(after, before) && isNoEasier(after, demandOf(defaultMethod, raises))).toBe(true)
      expect(raised(defaultMethod, after, raises)).toEqual(after)
      const [was, is] = [ratingsOf(defaultMethod, before), ratingsOf(defaultMethod, after)]
      for (const name of feasibilityMethods) {
        expect(is[name] === null).toBe(was[name] === null)
        expect(easiestFirst(name, was[name], is[name])).toBeLessThanOrEqual(0)
      }
    }
  },
)
