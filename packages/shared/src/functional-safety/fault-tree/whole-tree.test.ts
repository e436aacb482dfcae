import { expect, test } from 'vitest'
import type { Expression } from './expression.ts'
import { whyNotExpression } from './expression.ts'
import { type CommonCauseGroup, meaningIn, mostNodes, type Parameter, StoredTree } from './tree.ts'
import { basic, gate, treeOf } from './tree.fixture.ts'
import { unusedNodes, WholeStoredTree, whyNotTree } from './whole-tree.ts'

const brakes = treeOf([
  gate('Loss', 'or', ['Both', 'Pedal']),
  gate('Both', 'and', ['Front', 'Rear']),
  basic('Front', 1e-3),
  basic('Rear', 1e-3),
  basic('Pedal', 1e-5),
])
const withNodes = (...nodes: Parameters<typeof treeOf>[0]) => ({ ...brakes, nodes: [...brakes.nodes, ...nodes] })
const group = (also: Partial<CommonCauseGroup>): CommonCauseGroup => ({
  id: 'Pumps',
  title: '',
  note: '',
  model: 'beta-factor',
  members: ['P1', 'P2'],
  total: 0.1,
  factors: [0.1],
  staggered: false,
  ...also,
})
const pumps = [basic('P1'), basic('P2'), basic('P3')]
const parameter = (id: string, value: Expression): Parameter => ({ id, title: '', note: '', unit: null, value })

test('[FTA-1] [FTA-5] a tree with a repeated event is valid, and comes back from the schema as it was', () => {
  const repeated = withNodes(gate('Again', 'or', ['Front', 'Pedal']))
  expect(WholeStoredTree.parse(repeated)).toEqual(repeated)
})

test('[FTA-1] what is not stated has a default', () => {
  const { nodes, groups } = StoredTree.parse({ top: 'A', missionTime: 1, nodes: [{ id: 'A', kind: 'basic' }] })
  expect(nodes).toEqual([{ id: 'A', kind: 'basic', title: '', note: '', probability: null, artefact: null }])
  expect(groups).toEqual([])
})

test.for<[rule: string, why: string, tree: StoredTree, words: string]>([
  ['FTA-1', 'an id twice', withNodes(basic('Front')), 'Two nodes are called Front.'],
  [
    'FTA-1',
    'a group twice',
    { ...withNodes(...pumps), groups: [group({}), group({})] },
    'Two common-cause groups are called Pumps.',
  ],
  [
    'FTA-1',
    'a parameter twice',
    { ...brakes, parameters: [parameter('x', 1), parameter('x', 2)] },
    'Two parameters are called x.',
  ],
  ['FTA-2', 'no top', { ...brakes, top: 'Nothing' }, 'The top event, Nothing, is not among the nodes.'],
  ['FTA-3', 'no inputs', withNodes(gate('G', 'and', [])), 'G is a gate without inputs.'],
  [
    'FTA-3',
    'an unknown input',
    withNodes(gate('G', 'and', ['Front', 'X'])),
    'G has X as an input, which is not there.',
  ],
  ['FTA-3', 'an input twice', withNodes(gate('G', 'and', ['Front', 'Front'])), 'G has Front as an input twice.'],
  ['FTA-3', 'NOT of two', withNodes(gate('G', 'not', ['Front', 'Rear'])), 'G has 2 inputs: not takes 1.'],
  ['FTA-3', 'XOR of one', withNodes(gate('G', 'xor', ['Front'])), 'G has 1 inputs: xor takes 2.'],
  [
    'FTA-3',
    'INHIBIT without a condition',
    withNodes(gate('G', 'inhibit', ['Front'])),
    'G has 1 inputs: inhibit takes 2 or more.',
  ],
  ['FTA-4', 'no number', withNodes(gate('G', 'at-least', ['Front'])), 'G needs a number: how many inputs at least.'],
  [
    'FTA-4',
    '0 of 2',
    withNodes(gate('G', 'at-least', ['Front', 'Rear'], 0)),
    'G needs 0 of 2 inputs: the number must be from 1 to 2.',
  ],
  [
    'FTA-4',
    '3 of 2',
    withNodes(gate('G', 'at-least', ['Front', 'Rear'], 3)),
    'G needs 3 of 2 inputs: the number must be from 1 to 2.',
  ],
  [
    'FTA-4',
    'a number of an AND',
    withNodes(gate('G', 'and', ['Front'], 1)),
    'G has a number of inputs, but is no at-least gate.',
  ],
  ['FTA-5', 'a cycle', withNodes(gate('G', 'or', ['H']), gate('H', 'or', ['G'])), 'G would be below itself.'],
  ['FTA-5', 'a gate below itself', withNodes(gate('G', 'or', ['G'])), 'G would be below itself.'],
  [
    'FTA-6',
    'one member',
    { ...withNodes(...pumps), groups: [group({ members: ['P1'] })] },
    'Pumps is a common-cause group of 1: it needs two events or more.',
  ],
  ['FTA-6', 'an unknown member', { ...brakes, groups: [group({})] }, 'Pumps has P1 as a member, which is not there.'],
  [
    'FTA-6',
    'a gate as a member',
    { ...brakes, groups: [group({ members: ['Both', 'P1'] })] },
    'Pumps has Both as a member, which is no basic event.',
  ],
  [
    'FTA-6',
    'a probability of its own',
    { ...brakes, groups: [group({ members: ['Front', 'Rear'] })] },
    'Front has a probability of its own: that of Pumps would not count.',
  ],
  [
    'FTA-6',
    'a member twice',
    { ...withNodes(...pumps), groups: [group({ members: ['P1', 'P1'] })] },
    'Pumps has P1 as a member twice.',
  ],
  [
    'FTA-6',
    'two groups',
    { ...withNodes(...pumps), groups: [group({}), group({ id: 'Q', members: ['P3', 'P2'] })] },
    'P2 is in two common-cause groups, Pumps and Q.',
  ],
  [
    'FTA-6',
    'two factors of beta',
    { ...withNodes(...pumps), groups: [group({ factors: [0.1, 0.1] })] },
    'Pumps has 2 factors: beta-factor with 2 members takes 1.',
  ],
  [
    'FTA-6',
    'no factor',
    { ...withNodes(...pumps), groups: [group({ model: 'alpha-factor', factors: [] })] },
    'Pumps has 0 factors: alpha-factor with 2 members takes 1 to 2.',
  ],
  [
    'FTA-6',
    'a staggered beta',
    { ...withNodes(...pumps), groups: [group({ staggered: true })] },
    'Pumps is staggered: only alpha factors make a difference of it.',
  ],
  [
    'FTA-7',
    'an unknown parameter',
    withNodes(basic('E', { parameter: 'x' })),
    'E uses the parameter x, which is not there.',
  ],
  [
    'FTA-7',
    'a parameter in a circle',
    {
      ...brakes,
      parameters: [parameter('x', { parameter: 'y' }), parameter('y', { op: 'neg', args: [{ parameter: 'x' }] })],
    },
    'The parameter x would depend on itself.',
  ],
])('[%s] refused: %s', ([, , tree, words]) => {
  expect(whyNotTree(tree)).toBe(words)
  const result = WholeStoredTree.safeParse(tree)
  expect(result.error?.issues.map(({ message }) => message)).toEqual([words])
})

test('[FTA-6] a group of too many combinations is refused with their number', () => {
  const members = Array.from({ length: 12 }, (_none, i) => `P${i}`)
  const tree = {
    ...withNodes(...members.map((id) => basic(id))),
    groups: [group({ model: 'alpha-factor', members, factors: members.map(() => 0.1) })],
  }
  expect(whyNotTree(tree)).toMatch(/^Pumps has 4,095 combinations of members: 2,000 at most\./)
})

test('[FTA-1] ids are identifiers of Open-PSA', () => {
  const isId = (id: string) => StoredTree.safeParse({ ...brakes, nodes: [...brakes.nodes, basic(id)] }).success
  expect(['A', '_a', 'Ventil-1', 'Öl_2'].every(isId)).toBe(true)
  expect(['', '1A', 'a b', 'a.b', '-a', 'a-', 'a--b', '[A]', 'x'.repeat(101)].some(isId)).toBe(false)
})

test('[FTA-1] a chain as long as a tree may be is checked', () => {
  const chain = Array.from({ length: mostNodes - 1 }, (_none, i) =>
    gate(`G${i}`, 'or', [i === mostNodes - 2 ? 'E' : `G${i + 1}`]),
  )
  expect(WholeStoredTree.safeParse(treeOf([...chain, basic('E', 0.1)])).success).toBe(true)
  const closed = { ...treeOf([...chain, basic('E')]), nodes: [...chain, gate('E', 'or', ['G0'])] }
  expect(whyNotTree(closed)).toBe('G0 would be below itself.')
})

test('[FTA-8] nodes that are not below the top event are named', () => {
  expect(unusedNodes(withNodes(gate('G', 'or', ['Front', 'Spare']), basic('Spare')))).toEqual(['G', 'Spare'])
  expect(unusedNodes(brakes)).toEqual([])
})

test('[FTA-1] positions are not part of the meaning', () => {
  const moved = { ...brakes, nodes: brakes.nodes.map((node) => ({ ...node, at: { x: 1, y: 2 } })) }
  expect(meaningIn(StoredTree.parse(moved))).toEqual(brakes)
})

const nested = (levels: number): unknown => (levels === 1 ? 1 : { op: 'neg', args: [nested(levels - 1)] })

test.for([
  ['no expression', 'text', 'A term is neither a number, a parameter nor an operator with arguments.'],
  [
    'more keys',
    { op: 'pi', args: [], also: 1 },
    'A term is neither a number, a parameter nor an operator with arguments.',
  ],
  ['a number without end', Infinity, 'A number of an expression is not finite.'],
  ['an unknown operator', { op: 'toString', args: [] }, 'There is no operator toString.'],
  ['too few arguments', { op: 'exponential', args: [1] }, 'exponential takes 2 (failure rate, time), not 1.'],
  ['too deep', nested(13), 'An expression may have 12 levels at most.'],
  ['too long', { op: 'add', args: Array(2_000).fill(1) }, 'An expression may have 2,000 terms at most.'],
] as const)('[FTA-9] no expression: %s', ([, value, words]) => {
  expect(whyNotExpression(value)).toBe(words)
})

test('[FTA-9] a parameter needs a value', () => {
  expect(StoredTree.safeParse({ ...brakes, parameters: [{ id: 'x' }] }).success).toBe(false)
})

test('[FTA-9] an expression at the bounds', () => {
  expect(whyNotExpression(nested(12))).toBeUndefined()
  expect(whyNotExpression({ op: 'add', args: Array(1_999).fill(1) })).toBeUndefined()
})
