import { expect, test } from 'vitest'
import { expandTree } from './expand.ts'
import type { Expression } from './expression.ts'
import { meetsPmhf, pmhfOf, pmhfTarget } from './pmhf.ts'
import type { FaultNode, StoredTree } from './tree.ts'
import { basic, exactProbability, expanded, gate, treeOf, uuid } from './tree.fixture.ts'

const power = '7d2c4f5e-0000-4000-8000-000000000002'
const transfer = (id: string, tree: string, node?: string): FaultNode => ({
  id,
  title: '',
  note: '',
  kind: 'transfer',
  tree,
  ...(node !== undefined && { node }),
})
const house = (id: string, state: boolean): FaultNode => ({ id, title: '', note: '', kind: 'house', state })
const rate = (value: Expression): Expression => ({
  op: 'exponential',
  args: [value, { op: 'system-mission-time', args: [] }],
})

test('[FTA-26] gates, house events and probabilities of what is below the top event', () => {
  const tree = treeOf([
    gate('Top', 'at-least', ['A', 'Inhibited', 'On'], 2),
    gate('Inhibited', 'inhibit', ['B', 'A']),
    basic('A', rate(1e-4)),
    basic('B', 0.25),
    house('On', true),
    gate('Unused', 'or', ['C']),
    basic('C', 0.1),
  ])
  const { tree: engine, probabilities, unknown, sources } = expanded(tree)
  expect(engine).toEqual({
    top: 'Top',
    gates: new Map([
      ['Top', { gate: 'at-least', parts: ['A', 'Inhibited', 'On'], least: 2 }],
      ['Inhibited', { gate: 'inhibit', parts: ['B', 'A'] }],
    ]),
    house: new Map([['On', true]]),
  })
  expect([...probabilities]).toEqual([
    ['A', -Math.expm1(-0.1)],
    ['B', 0.25],
  ])
  expect(unknown).toEqual([])
  expect(sources.get('B')).toEqual({ is: 'node', origin: { tree: uuid, node: 'B' } })
  expect(sources.has('C')).toBe(false)
})

test('[FTA-27] events without a probability are listed, and the others have theirs', () => {
  const { probabilities, unknown } = expanded(treeOf([gate('Top', 'or', ['A', 'B']), basic('A'), basic('B', 0.5)]))
  expect([...probabilities.keys()]).toEqual(['B'])
  expect(unknown).toEqual(['A'])
})

test('[FTA-20] [FTA-26] the combinations of a group lead back to its members', () => {
  const tree = treeOf([gate('Top', 'and', ['A', 'B']), basic('A'), basic('B')], {
    groups: [
      {
        id: 'G',
        title: '',
        note: '',
        model: 'beta-factor',
        members: ['A', 'B'],
        total: 0.1,
        factors: [0.2],
        staggered: false,
      },
    ],
  })
  const { tree: engine, probabilities, sources } = expanded(tree)
  expect(engine.gates.get('A')).toEqual({ gate: 'or', parts: ['[A]', '[A B]'] })
  expect([...probabilities].map(([name, p]) => [name, Number(p.toFixed(12))])).toEqual([
    ['[A]', 0.08],
    ['[B]', 0.08],
    ['[A B]', 0.02],
  ])
  expect(sources.get('[A B]')).toEqual({
    is: 'common-cause',
    group: 'G',
    members: [
      { tree: uuid, node: 'A' },
      { tree: uuid, node: 'B' },
    ],
  })
  // by hand: 1 - (1 - 0.02)(1 - 0.08²)
  expect(exactProbability(engine, probabilities)).toBeCloseTo(1 - 0.98 * (1 - 0.0064), 12)
})

const supply = treeOf(
  [gate('Top', 'or', ['A', 'Fuse']), basic('A', rate({ parameter: 'x' })), basic('Fuse', 0.125), basic('Spare', 0.5)],
  { missionTime: 5, parameters: [{ id: 'x', title: '', note: '', unit: null, value: 2e-4 }] },
)
const system = treeOf(
  [
    gate('Top', 'and', ['Left', 'Right']),
    gate('Left', 'or', ['A', 'Supply']),
    gate('Right', 'or', ['B', 'Again']),
    transfer('Supply', power),
    transfer('Again', power, 'Fuse'),
    basic('A', rate({ parameter: 'x' })),
    basic('B', 0.5),
  ],
  { parameters: [{ id: 'x', title: '', note: '', unit: null, value: 1e-4 }] },
)

test('[FTA-25] [FTA-26] what is transferred in twice is there once; names that are taken get a suffix', () => {
  const { tree, probabilities, sources } = expanded(system, new Map([[power, supply]]))
  expect(tree.gates.get('Supply')).toEqual({ gate: 'or', parts: ['Top_2'] })
  expect(tree.gates.get('Again')).toEqual({ gate: 'or', parts: ['Fuse'] })
  expect(tree.gates.get('Top_2')).toEqual({ gate: 'or', parts: ['A_2', 'Fuse'] })
  expect(sources.get('A_2')).toEqual({ is: 'node', origin: { tree: power, node: 'A' } })
  // each tree has its own parameter x, and both the mission time of the top tree
  expect(probabilities.get('A')).toBeCloseTo(-Math.expm1(-0.1), 15)
  expect(probabilities.get('A_2')).toBeCloseTo(-Math.expm1(-0.2), 15)
  expect([...probabilities.keys()].sort()).toEqual(['A', 'A_2', 'B', 'Fuse'])
})

test('[FTA-25] the groups of transferred events come with them', () => {
  const grouped: StoredTree = {
    ...treeOf([gate('Top', 'or', ['P1']), basic('P1'), basic('P2')]),
    groups: [
      {
        id: 'G',
        title: '',
        note: '',
        model: 'beta-factor',
        members: ['P1', 'P2'],
        total: 0.1,
        factors: [0.2],
        staggered: false,
      },
    ],
  }
  const top = treeOf([gate('Top', 'and', ['T', 'P1']), transfer('T', power), basic('P1', 0.5)])
  const { probabilities } = expanded(top, new Map([[power, grouped]]))
  expect([...probabilities.keys()].sort()).toEqual(['P1', '[P1_2 P2]', '[P1_2]'])
})

test('[FTA-25] a tree may transfer in a tree that transfers in another node of it', () => {
  const other = treeOf([gate('Other', 'or', ['Back']), transfer('Back', uuid, 'E')])
  const tree = treeOf([gate('Top', 'and', ['T', 'E']), transfer('T', power), basic('E', 0.5)])
  const { tree: engine, probabilities } = expanded(tree, new Map([[power, other]]))
  expect(exactProbability(engine, probabilities)).toBe(0.5)
})

test.for<[why: string, tree: StoredTree, others: [string, StoredTree][], words: string]>([
  [
    'a tree that is not there',
    treeOf([gate('Top', 'or', ['T']), transfer('T', power)]),
    [],
    'T is transferred in from a tree that is not there.',
  ],
  [
    'a node that is not there',
    treeOf([gate('Top', 'or', ['T']), transfer('T', power, 'X')]),
    [[power, supply]],
    'T is transferred in from X, which is not in that tree.',
  ],
  [
    'a circle of trees',
    treeOf([gate('Top', 'or', ['T']), transfer('T', power)]),
    [[power, treeOf([gate('Other', 'or', ['Back']), transfer('Back', uuid)])]],
    'Top would be below itself.',
  ],
])('[FTA-25] refused: %s', ([, tree, others, words]) => {
  expect(expandTree(uuid, new Map([[uuid, tree], ...others]))).toEqual({ ok: false, reason: words })
})

test.for<[why: string, probability: Expression, words: string]>([
  ['a probability above 1', 1.5, 'The probability of A would be 1.5: it must be from 0 to 1.'],
  [
    'a rate below 0',
    rate(-1),
    'The probability of A is not computed: exponential: failure rate is -1, and must be not negative.',
  ],
])('[FTA-27] refused: %s', ([, probability, words]) => {
  const tree = treeOf([gate('Top', 'or', ['A']), basic('A', probability)])
  expect(expandTree(uuid, new Map([[uuid, tree]]))).toEqual({ ok: false, reason: words })
})

test('[FTA-27] a factor outside of 0 to 1 is refused', () => {
  const tree = treeOf([gate('Top', 'and', ['A', 'B']), basic('A'), basic('B')], {
    groups: [
      {
        id: 'G',
        title: '',
        note: '',
        model: 'beta-factor',
        members: ['A', 'B'],
        total: 0.1,
        factors: [1.2],
        staggered: false,
      },
    ],
  })
  expect(expandTree(uuid, new Map([[uuid, tree]]))).toEqual({
    ok: false,
    reason: 'The common-cause group G is not computed: a factor is not from 0 to 1.',
  })
})

test('[FTA-1] a tree of 1,000 nodes is expanded', () => {
  const events = Array.from({ length: 900 }, (_none, i) => basic(`E${i}`, 1e-3))
  const gates = Array.from({ length: 99 }, (_none, i) =>
    gate(
      `G${i}`,
      'and',
      events.slice(i * 9, i * 9 + 10).map(({ id }) => id),
    ),
  )
  const tree = treeOf([
    gate(
      'Top',
      'or',
      gates.map(({ id }) => id),
    ),
    ...gates,
    ...events,
  ])
  expect(tree.nodes).toHaveLength(1_000)
  expect(expanded(tree).probabilities.size).toBe(892)
})

// ISO 26262-5, 9.4.2, table 6
test.for([
  { asil: 'D', lifetime: 1e4, probability: 0.9e-4, meets: true },
  { asil: 'D', lifetime: 1e4, probability: 1e-4, meets: false },
  { asil: 'C', lifetime: 1e4, probability: 9e-4, meets: true },
  { asil: 'B', lifetime: 1e4, probability: 1.1e-3, meets: false },
  { asil: 'A', lifetime: 1e4, probability: 0.5, meets: undefined },
  { asil: 'QM', lifetime: 1e4, probability: 0.5, meets: undefined },
] as const)('[FTA-39] ASIL $asil with $probability in $lifetime h', ({ asil, lifetime, probability, meets }) => {
  expect(meetsPmhf(pmhfOf(probability, lifetime), asil)).toBe(meets)
})

test('[FTA-39] two channels of 100 FIT each over 10,000 h have 10⁻¹⁰ per hour', () => {
  const tree = treeOf([gate('Top', 'and', ['A', 'B']), basic('A', rate(1e-7)), basic('B', rate(1e-7))], {
    missionTime: 1e4,
  })
  const { tree: engine, probabilities } = expanded(tree)
  expect(pmhfOf(exactProbability(engine, probabilities), 1e4)).toBeCloseTo(1e-10, 12)
  expect(pmhfTarget('D')).toBe(1e-8)
})
