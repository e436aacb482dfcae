import { expect, test } from 'vitest'
import { expandGroup, sharesOf } from './common-causes.ts'
import type { CommonCauseGroup } from './tree.ts'
import { basic, exactProbability, expanded, gate, treeOf } from './tree.fixture.ts'

const group = (
  model: CommonCauseGroup['model'],
  members: string[],
  factors: number[],
  staggered = false,
): CommonCauseGroup => ({ id: 'Pumps', title: '', note: '', model, members, total: 0.1, factors, staggered })
const four = ['A', 'B', 'C', 'D']

test('[FTA-20] a member becomes the combinations that it is in', () => {
  const { events, gates } = expandGroup(group('MGL', ['A', 'B', 'C'], [0.1, 0.2]))
  expect(events.map(({ name }) => name)).toEqual(['[A]', '[B]', '[C]', '[A B]', '[A C]', '[B C]', '[A B C]'])
  expect(gates.get('B')).toEqual({ gate: 'or', parts: ['[B]', '[A B]', '[B C]', '[A B C]'] })
})

test('[FTA-20] levels without factors have no events', () => {
  const names = (factors: number[]) => expandGroup(group('alpha-factor', four, factors)).events.length
  expect([names([1]), names([0.9, 0.1]), names([0.9, 0.05, 0.03, 0.02])]).toEqual([4, 10, 15])
  expect(expandGroup(group('beta-factor', four, [0.1])).events.map(({ name }) => name)).toEqual([
    '[A]',
    '[B]',
    '[C]',
    '[D]',
    '[A B C D]',
  ])
})

test('[FTA-20] a beta factor of a hundred members is one combination more', () => {
  const members = Array.from({ length: 100 }, (_none, i) => `P${i}`)
  expect(expandGroup(group('beta-factor', members, [0.1])).events).toHaveLength(101)
})

// written out from Open-PSA MEF 2.0d, 6.1 (its example of four members), and NUREG/CR-5485
test.for([
  { rule: 'FTA-21', of: group('beta-factor', four, [0.2]), shares: [0.8, 0.2] },
  {
    rule: 'FTA-22',
    of: group('MGL', four, [0.1, 0.2, 0.3]),
    shares: [0.9, (0.1 * 0.8) / 3, (0.1 * 0.2 * 0.7) / 3, 0.1 * 0.2 * 0.3],
  },
  {
    rule: 'FTA-23',
    of: group('alpha-factor', four, [0.9, 0.06, 0.03, 0.01]),
    // the sum of k·αk is 0.9 + 0.12 + 0.09 + 0.04 = 1.15
    shares: [0.9 / 1.15, (2 * 0.06) / 3 / 1.15, (3 * 0.03) / 3 / 1.15, (4 * 0.01) / 1.15],
  },
  { rule: 'FTA-23', of: group('alpha-factor', four, [0.9, 0.06, 0.03, 0.01], true), shares: [0.9, 0.02, 0.01, 0.01] },
  { rule: 'FTA-24', of: group('phi-factor', four, [0.7, 0.1, 0.05, 0.05]), shares: [0.7, 0.1, 0.05, 0.05] },
])('[$rule] the shares of $of.model, staggered: $of.staggered', ({ of, shares }) => {
  const actual = sharesOf(of, of.factors as number[])
  expect(actual).toHaveLength(shares.length)
  for (const [i, share] of shares.entries()) expect(actual[i]).toBeCloseTo(share, 15)
})

test.for([
  { rule: 'FTA-21', of: group('beta-factor', four, [0.2]) },
  { rule: 'FTA-22', of: group('MGL', four, [0.1, 0.2, 0.3]) },
  { rule: 'FTA-22', of: group('MGL', four, [0.1]) },
  { rule: 'FTA-23', of: group('alpha-factor', four, [90, 6, 3, 1]) },
  { rule: 'FTA-23', of: group('alpha-factor', four, [90, 6, 3], true) },
])('[$rule] the events of one member add up to its total: $of.model', ({ of }) => {
  const { events } = expandGroup(of)
  const shares = sharesOf(of, of.factors as number[])
  const sum = events.filter(({ members }) => members.includes('A')).reduce((all, { level }) => all + shares[level]!, 0)
  expect(sum).toBeCloseTo(1, 14)
})

// SCRAM 0.16, tests/bench_core_tests.cc: three trains of a valve and a pump of probability 0.1, both groups alike
test.for([
  { rule: 'FTA-21', model: 'beta-factor', factors: [0.2], total: 0.04308 },
  { rule: 'FTA-22', model: 'MGL', factors: [0.2, 0.1], total: 0.0163 },
  { rule: 'FTA-23', model: 'alpha-factor', factors: [0.7, 0.2, 0.1], total: 0.05298 },
  { rule: 'FTA-24', model: 'phi-factor', factors: [0.7, 0.2, 0.1], total: 0.04104 },
] as const)('[$rule] three trains with $model fail with the probability $total', ({ model, factors, total }) => {
  const pumps = ['P1', 'P2', 'P3']
  const valves = ['V1', 'V2', 'V3']
  const tree = treeOf(
    [
      gate('Top', 'and', ['T1', 'T2', 'T3']),
      ...[1, 2, 3].map((i) => gate(`T${i}`, 'or', [`V${i}`, `P${i}`])),
      ...[...pumps, ...valves].map((id) => basic(id)),
    ],
    { groups: [group(model, pumps, [...factors]), { ...group(model, valves, [...factors]), id: 'Valves' }] },
  )
  const { tree: engineTree, probabilities } = expanded(tree)
  expect(Math.abs(exactProbability(engineTree, probabilities) - total)).toBeLessThan(1e-5)
})
