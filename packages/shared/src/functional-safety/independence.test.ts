import { expect, test } from 'vitest'
import { basic, gate, treeOf } from './fault-tree/tree.fixture.ts'
import type { StoredTree } from './fault-tree/tree.ts'
import { independenceOf, type PartCauses } from './independence.ts'

const name = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [top, other] = [name(1), name(2)]
const part = (failures: readonly number[], elements: readonly number[] = []): PartCauses => ({
  failures: new Set(failures.map(name)),
  elements: new Set(elements.map(name)),
})
const event = (id: string, failure: number) => basic(id, null, { artefact: name(failure) })
const check = (one: PartCauses, two: PartCauses, tree: StoredTree, ...more: StoredTree[]) =>
  independenceOf(one, two, [top], new Map([[top, tree], ...more.map((each) => [other, each] as const)]))

const apart = treeOf([gate('G', 'and', ['A', 'B']), event('A', 11), event('B', 12)])

test('[ASIL-10] parts with basic events of their own, and none in common, are independent', () => {
  expect(check(part([11], [1]), part([12], [2]), apart)).toEqual({
    verdict: 'independent',
    elements: [],
    events: [],
    groups: [],
    notes: [],
  })
})

test('[ASIL-10] a basic event that makes both fail is a dependence, also out of another tree', () => {
  const supply = treeOf([gate('S', 'or', ['V']), event('V', 13)])
  const whole = treeOf([
    gate('G', 'and', ['A', 'B', 'T']),
    event('A', 11),
    event('B', 12),
    { id: 'T', title: '', note: '', kind: 'transfer', tree: other },
  ])
  const found = check(part([11, 13]), part([12, 13]), whole, supply)
  expect([found.verdict, found.events]).toEqual(['dependent', [{ tree: other, node: 'V', failure: name(13) }]])
})

test('[ASIL-10] a common-cause group with events of both parts is a dependence', () => {
  const group = { id: 'CCF', members: ['A', 'B'], model: 'beta-factor', total: 1e-6, factors: [0.1] } as const
  const tree = treeOf([gate('G', 'and', ['A', 'B']), event('A', 11), event('B', 12)], {
    groups: [
      { ...group, title: '', note: '', staggered: false, members: [...group.members], factors: [...group.factors] },
    ],
  })
  const { verdict, groups } = check(part([11]), part([12]), tree)
  expect([verdict, groups.map((one) => [one.group, one.one.length, one.other.length])]).toEqual([
    'dependent',
    [['CCF', 1, 1]],
  ])
  expect(check(part([11]), part([14]), tree).verdict).toBe('unknown')
})

test('[ASIL-10] an element that both are assigned to is a dependence, with or without a tree', () => {
  expect(independenceOf(part([], [1, 2]), part([], [2]), [], new Map())).toMatchObject({
    verdict: 'dependent',
    elements: [name(2)],
  })
})

test('[ASIL-10] it is not known without a tree, without basic events of a part, or if a tree is torn', () => {
  const [one, two] = [part([11]), part([12])]
  expect(independenceOf(one, two, [], new Map())).toMatchObject({
    verdict: 'unknown',
    notes: ['The goal has no fault tree.'],
  })
  expect(check(one, part([99]), apart)).toMatchObject({
    verdict: 'unknown',
    notes: ['No basic event is a cause of a failure of the second part.'],
  })
  const torn = treeOf([
    gate('G', 'and', ['A', 'B', 'T']),
    event('A', 11),
    event('B', 12),
    { id: 'T', title: '', note: '', kind: 'transfer', tree: other },
  ])
  expect(check(one, two, torn)).toMatchObject({ verdict: 'unknown' })
})

test('[ASIL-10] a basic event that is not below the top event does not count', () => {
  const tree = treeOf([gate('G', 'and', ['A', 'B']), event('A', 11), event('B', 12), event('C', 13)])
  expect(check(part([11, 13]), part([12, 13]), tree).verdict).toBe('independent')
})
