import { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { whyNotTree } from '@carapace/shared/functional-safety/fault-tree/whole-tree'
import { expect, test } from 'vitest'
import {
  below,
  checked,
  moved,
  newEvent,
  newTree,
  nodeOf,
  nodesOf,
  possibleParts,
  renamed,
  turnedInto,
  whyNotPart,
  withGate,
  withGroup,
  withNew,
  withNode,
  withoutGroup,
  withoutPart,
  withPart,
  withWords,
} from './edits.ts'
import { mergedTrees, repaired } from './merge.ts'

/** Top = A or (B and C), B is repeated below A. */
function tree(): StoredTree {
  let made = newTree('No braking')
  for (const [under, id] of [
    ['Top', 'A'],
    ['Top', 'G'],
    ['G', 'B'],
    ['G', 'C'],
    ['A', 'D'],
  ] as const)
    made = withNew(made, under, newEvent(id, id))
  return withPart(withGate(made, 'G', 'and'), 'A', 'B')
}

test('[FTA-UI-3] an event that gets an input becomes an OR gate, and hands its probability and its group down', () => {
  let made = withGroup(withNew(tree(), 'G', newEvent('P', 'P')), {
    id: 'Pumps',
    title: '',
    note: '',
    model: 'beta-factor',
    members: ['C', 'P'],
    total: 1e-3,
    factors: [0.1],
    staggered: false,
  })
  made = withNode(made, 'D', (node) => ({ ...node, probability: 0.5 }) as typeof node)
  const refined = withNew(withNew(made, 'D', newEvent('D1', 'D1')), 'C', newEvent('C1', 'C1'))
  expect(nodeOf(refined, 'D')).toEqual({ id: 'D', title: 'D', note: '', kind: 'gate', gate: 'or', parts: ['D1'] })
  expect(nodeOf(refined, 'D1')).toMatchObject({ probability: 0.5 })
  expect(refined.groups[0]!.members).toEqual(['C1', 'P'])
  expect(whyNotTree(refined)).toBeUndefined()
})

test('[FTA-UI-3] removing one use of a repeated event keeps it; what is below nothing is removed', () => {
  const base = withGroup(tree(), {
    id: 'BC',
    title: '',
    note: '',
    model: 'MGL',
    members: ['B', 'C', 'D'],
    total: 1e-3,
    factors: [0.1, 0.2],
    staggered: false,
  })
  expect(nodeOf(withoutPart(base, 'A', 'B'), 'B')).toBeDefined()
  const less = withoutPart(base, 'G', 'C')
  expect(nodeOf(less, 'C')).toBeUndefined()
  expect(less.groups[0]).toMatchObject({ members: ['B', 'D'], factors: [0.1] })
  const none = withoutPart(withoutPart(less, 'A', 'D'), 'A', 'B')
  expect(none.groups).toEqual([])
  expect(nodeOf(none, 'A')).toMatchObject({ kind: 'undeveloped', probability: null })
  expect(nodeOf(none, 'B')).toMatchObject({ probability: 1e-3 })
  expect([less, none].map(whyNotTree)).toEqual([undefined, undefined])
})

test('[FTA-UI-3] nodes that were not below the top event before stay when something else is removed', () => {
  const base = { ...tree(), nodes: [...tree().nodes, newEvent('Imported', 'Spare')] }
  expect(nodeOf(withoutPart(base, 'G', 'C'), 'Spare')).toBeDefined()
})

test('[FTA-UI-4] a node is never below itself, nor twice an input of one gate; house events have no inputs', () => {
  const made = tree()
  expect(whyNotPart(made, 'Top', 'D')).toBe('A node cannot be below itself.')
  expect(whyNotPart(made, 'B', 'A')).toBe('It is an input of this gate already.')
  expect(whyNotPart(made, 'B', 'D')).toBeUndefined()
  const house = turnedInto(made, 'D', { id: 'D', title: '', note: '', kind: 'house', state: true })
  expect(whyNotPart(house, 'C', 'D')).toBe('A house event has no inputs.')
  expect(moved(made, 'G', 'Top', 'B')).toBe(made)
  for (const { id } of made.nodes) {
    const offered = possibleParts(made, id).map((node) => node.id)
    expect(offered).toEqual(
      made.nodes.map((node) => node.id).filter((each) => whyNotPart(made, each, id) === undefined),
    )
  }
})

test('[FTA-UI-5] a change that makes the tree invalid is refused in words', () => {
  const xor = withGate(tree(), 'G', 'xor')
  expect(checked(xor, (now) => withNew(now, 'G', newEvent('E', 'E')))).toEqual({ why: 'G has 3 inputs: xor takes 2.' })
  expect(checked(tree(), (now) => withoutPart(now, 'G', 'C'))).toMatchObject({ top: 'Top' })
})

test('[FTA-UI-3] an at-least gate that loses an input needs no more than it has', () => {
  const made = withGate(withNew(tree(), 'G', newEvent('E', 'E')), 'G', 'at-least', 3)
  expect(nodeOf(withoutPart(made, 'G', 'E'), 'G')).toMatchObject({ least: 2, parts: ['B', 'C'] })
})

test('[FTA-UI-6] a renamed node is renamed wherever it is named; a dissolved group hands its probability over', () => {
  const base = withGroup(tree(), {
    id: 'BC',
    title: '',
    note: '',
    model: 'beta-factor',
    members: ['B', 'C'],
    total: 1e-3,
    factors: [0.1],
    staggered: false,
  })
  const named = renamed(renamed(base, 'B', 'Pump'), 'Top', 'Loss')
  expect([named.top, whyNotTree(named), named.groups[0]!.members]).toEqual(['Loss', undefined, ['Pump', 'C']])
  expect(nodeOf(named, 'A')).toMatchObject({ parts: ['D', 'Pump'] })
  expect(nodeOf(withoutGroup(base, 'BC'), 'C')).toMatchObject({ probability: 1e-3 })
})

test('[FTA-UI-7] two users change one tree, field by field; in one field mine wins', () => {
  const base = tree()
  const mine = withWords(withNew(base, 'G', newEvent('Mine', 'M')), 'D', { title: 'Mine' })
  const theirs = withWords(withNew(withGate(base, 'G', 'or'), 'G', newEvent('Theirs', 'T')), 'D', { note: 'Theirs' })
  const both = mergedTrees(base, mine, theirs)
  expect(nodeOf(both, 'G')).toMatchObject({ gate: 'or', parts: ['B', 'C', 'M', 'T'] })
  expect(nodeOf(both, 'D')).toMatchObject({ title: 'Mine', note: 'Theirs' })
})

test('[FTA-UI-7] an event that both turned into a gate keeps the inputs of both', () => {
  const base = tree()
  const mine = withNew(base, 'C', newEvent('Mine', 'M'))
  const both = mergedTrees(base, mine, withNew(base, 'C', newEvent('Theirs', 'T')))
  expect(nodeOf(both, 'C')).toMatchObject({ kind: 'gate', gate: 'or', parts: ['M', 'T'] })
  const renamedToo = withWords(base, 'C', { title: 'Named' })
  for (const merged of [mergedTrees(base, mine, renamedToo), mergedTrees(base, renamedToo, mine)])
    expect(nodeOf(merged, 'C')).toMatchObject({ kind: 'gate', title: 'Named', parts: ['M'] })
})

test('[FTA-UI-7] a parameter that one user removed and another began to use comes back', () => {
  const base = { ...tree(), parameters: [{ id: 'lambda', title: '', note: '', unit: null, value: 1e-6 }] }
  const mine = { ...base, parameters: [] }
  const theirs = withNode(base, 'D', (node) => ({ ...node, probability: { parameter: 'lambda' } }) as typeof node)
  const both = mergedTrees(base, mine, theirs)
  expect([whyNotTree(both), both.parameters.length]).toEqual([undefined, 1])
})

test('[FTA-UI-7] merging random changes always gives a valid tree', () => {
  let seed = 7
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  const changed = (before: StoredTree, name: string): StoredTree => {
    let now = before
    for (let n = 0; n < 6; n += 1) {
      const pick = () => now.nodes[random(now.nodes.length)]!
      const [one, other] = [pick(), pick()]
      const parts = one.kind === 'gate' ? one.parts : []
      const actions = [
        (tree: StoredTree) => withNew(tree, one.id, newEvent('New', `${name}${n}`)),
        (tree: StoredTree) => (parts.length > 0 ? withoutPart(tree, one.id, parts[random(parts.length)]!) : tree),
        (tree: StoredTree) => withPart(tree, one.id, other.id),
        (tree: StoredTree) => (parts.length > 0 ? moved(tree, parts[0]!, one.id, other.id) : tree),
        (tree: StoredTree) => withGate(tree, one.id, (['and', 'xor', 'not', 'at-least', 'inhibit'] as const)[n % 5]!),
        (tree: StoredTree) =>
          withGroup(tree, {
            id: `g${random(3)}`,
            title: '',
            note: '',
            model: 'beta-factor',
            members: [one.id, other.id],
            total: 0.1,
            factors: [0.1],
            staggered: false,
          }),
      ]
      const next = checked(now, actions[random(actions.length)]!)
      now = 'why' in next ? now : next
    }
    return now
  }
  for (let round = 0; round < 1_000; round += 1) {
    const base = changed(tree(), 'base')
    const [mine, theirs] = [changed(base, 'mine'), changed(base, 'theirs')]
    const both = mergedTrees(base, mine, theirs)
    const why = [base, mine, theirs, both, mergedTrees(mine, base, both)].map(whyNotTree)
    expect([round, why]).toEqual([round, Array.from(why, () => undefined)])
    expect(StoredTree.safeParse(both).success).toBe(true)
  }
})

test('[FTA-UI-7] nodes that are below each other after a merge are repaired, without loss', () => {
  const base = tree()
  const both = mergedTrees(base, moved(base, 'G', 'Top', 'A'), moved(base, 'A', 'Top', 'G'))
  expect(whyNotTree(both)).toBeUndefined()
  const broken = repaired(
    { ...newTree('x'), nodes: [{ id: 'Top', title: '', note: '', kind: 'gate', gate: 'and', parts: ['Top', 'Gone'] }] },
    [],
  )
  expect(broken.nodes).toEqual([
    { id: 'Top', title: '', note: '', kind: 'undeveloped', probability: null, artefact: null },
  ])
  expect([...below(nodesOf(base), 'G')]).toEqual(['G', 'B', 'C'])
})
