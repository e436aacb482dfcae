import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { noEffort, type Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { whyNotTree } from '@carapace/shared/lifecycle/attack-tree/attack-tree'
import { expect, test } from 'vitest'
import {
  below,
  repaired,
  moved,
  newStep,
  newTree,
  reordered,
  stepOf,
  usesOf,
  whyNotPart,
  withNew,
  withoutPart,
  withPart,
  withStep,
} from './edits.ts'
import { mergedTrees } from './merge.ts'

/** root: OR of a and b; a: AND of a1 and a2; a2 is a part of b as well. */
function tree(): Tree {
  const steps = [
    ['root', 'a'],
    ['root', 'b'],
    ['a', 'a1'],
    ['a', 'a2'],
  ] as const
  const grown = steps.reduce((before, [under, id]) => withNew(before, under, newStep(id, id)), newTree('Root'))
  return withPart(withStep(grown, 'a', { gate: 'and' }), 'b', 'a2')
}
const ids = ({ steps }: Tree) => steps.map(({ id }) => id).sort()

test("[TREE-UI-2] the first part gets its step's effort and caps; without parts a step is a leaf again", () => {
  const cap = { assumption: '00000000-0000-4000-8000-000000000001', factor: 'window', level: 'easy' } as const
  const effort = { ...noEffort, vector: 'local' as const }
  const before = withStep(newTree('Root'), 'root', { caps: [cap], effort })
  const after = withNew(before, 'root', newStep('A', 'a'))
  expect(stepOf(after, 'root')).toMatchObject({ gate: 'or', parts: ['a'], caps: [] })
  expect(stepOf(after, 'a')).toMatchObject({ gate: null, caps: [cap], effort })
  const rated = { ...newStep('A', 'a'), effort: { ...noEffort, vector: 'network' as const } }
  expect(stepOf(withNew(before, 'root', rated), 'a')!.effort).toEqual(rated.effort)
  expect(stepOf(withoutPart(after, 'root', 'a'), 'root')).toMatchObject({ gate: null, parts: [] })
  expect(whyNotTree(after)).toBeUndefined()
})

test('[TREE-UI-3] a shared step stays at its other place, and is removed with its last place', () => {
  const once = withoutPart(tree(), 'a', 'a2')
  expect([usesOf(tree(), 'a2'), usesOf(once, 'a2')]).toEqual([2, 1])
  expect(ids(once)).toEqual(['a', 'a1', 'a2', 'b', 'root'])
  expect(ids(withoutPart(once, 'b', 'a2'))).toEqual(['a', 'a1', 'b', 'root'])
  expect(ids(withoutPart(tree(), 'root', 'a'))).toEqual(['a2', 'b', 'root'])
})

test('[TREE-UI-4] a step is never a part of itself, nor twice a part of the same step', () => {
  expect(whyNotPart(tree(), 'root', 'a1')).toMatch(/part of itself/)
  expect(whyNotPart(tree(), 'a', 'a')).toMatch(/part of itself/)
  expect(whyNotPart(tree(), 'a2', 'b')).toMatch(/already/)
  expect(moved(tree(), 'a', 'root', 'a1')).toEqual(tree())
  expect(withPart(tree(), 'b', 'a2')).toEqual(tree())
})

test('[TREE-UI-4] a step moves with everything below it', () => {
  const after = moved(tree(), 'a', 'root', 'b')
  expect(stepOf(after, 'root')!.parts).toEqual(['b'])
  expect(stepOf(after, 'b')!.parts).toEqual(['a2', 'a'])
  expect([...below(after, 'b')].sort()).toEqual(['a', 'a1', 'a2', 'b'])
  expect(whyNotTree(after)).toBeUndefined()
})

test('[TREE-UI-3] parts can be reordered', () => {
  expect(stepOf(reordered(tree(), 'a', 'a2', 0), 'a')!.parts).toEqual(['a2', 'a1'])
  expect(stepOf(reordered(tree(), 'a', 'a1', 99), 'a')!.parts).toEqual(['a2', 'a1'])
  expect(stepOf(reordered(tree(), 'a', 'a1', -5), 'a')!.parts).toEqual(['a1', 'a2'])
})

test('[TREE-UI-8] changes by two users of different steps, or different fields of one, are both kept', () => {
  const base = tree()
  const mine = withStep(withNew(base, 'b', newStep('Mine', 'm')), 'a1', { title: 'Renamed' })
  const theirs = withStep(withNew(base, 'b', newStep('Theirs', 't')), 'a1', { note: 'Noted' })
  const both = mergedTrees(base, mine, theirs)
  expect(stepOf(both, 'b')!.parts.toSorted()).toEqual(['a2', 'm', 't'])
  expect(stepOf(both, 'a1')).toMatchObject({ title: 'Renamed', note: 'Noted' })
  expect(whyNotTree(both)).toBeUndefined()
})

test('[TREE-UI-2] indicators of a step move to its first part, unless that part has its own', () => {
  const withDetector = (detector: string) => ({ ...noIndicators, detectors: [detector] })
  const base = withStep(tree(), 'a1', { indicators: withDetector('can-period') })
  const refined = withNew(base, 'a1', newStep('Part', 'p'))
  expect([stepOf(refined, 'a1')!.indicators, stepOf(refined, 'p')!.indicators]).toEqual([
    undefined,
    withDetector('can-period'),
  ])
  expect(
    stepOf(withNew(base, 'a1', { ...newStep('Part', 'p'), indicators: withDetector('silence') }), 'p')!.indicators,
  ).toEqual(withDetector('silence'))
})

test('[TREE-UI-8] indicators of a step are merged like its other fields', () => {
  const base = tree()
  const shown = { indicators: { ...noIndicators, event_ids: [1] } }
  expect(
    stepOf(mergedTrees(base, withStep(base, 'a1', shown), withStep(base, 'a1', { note: 'Theirs' })), 'a1'),
  ).toMatchObject({ ...shown, note: 'Theirs' })
})

test('[TREE-UI-8] in one field the last save wins; a step that one user changed and another removed is kept', () => {
  const base = tree()
  const renamed = withStep(base, 'a1', { title: 'Mine' })
  expect(stepOf(mergedTrees(base, renamed, withStep(base, 'a1', { title: 'Theirs' })), 'a1')!.title).toBe('Mine')
  const without = withoutPart(base, 'a', 'a1')
  expect(stepOf(mergedTrees(base, without, base), 'a1')).toBeUndefined()
  expect(mergedTrees(base, base, without)).toEqual(without)
})

test('[TREE-UI-8] moves that would make a step a part of itself are repaired to a valid tree', () => {
  const base = tree()
  const mine = moved(base, 'a', 'root', 'b')
  const theirs = moved(base, 'b', 'root', 'a')
  const both = mergedTrees(base, mine, theirs)
  expect(whyNotTree(both)).toBeUndefined()
  expect(repaired({ root: 'x', steps: [{ ...newStep('A', 'a'), gate: 'and', parts: ['a', 'gone'] }] })).toEqual({
    root: 'a',
    steps: [newStep('A', 'a')],
  })
})

test('[TREE-UI-8] merging random changes always gives a connected tree', () => {
  let seed = 1
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  const changed = (before: Tree, name: string): Tree => {
    let now = before
    for (let n = 0; n < 6; n += 1) {
      const pick = () => now.steps[random(now.steps.length)]!
      const [one, other] = [pick(), pick()]
      const actions = [
        () => withNew(now, one.id, newStep('New', `${name}${n}`)),
        () => (one.parts.length > 0 ? withoutPart(now, one.id, one.parts[random(one.parts.length)]!) : now),
        () => withPart(now, one.id, other.id),
        () => (one.parts.length > 0 ? moved(now, one.parts[0]!, one.id, other.id) : now),
        () => withStep(now, one.id, { title: `${name} ${n}` }),
      ]
      now = actions[random(actions.length)]!()
    }
    return now
  }
  for (let round = 0; round < 2_000; round += 1) {
    const base = changed(tree(), 'base')
    const [mine, theirs] = [changed(base, 'mine'), changed(base, 'theirs')]
    const why = [base, mine, theirs, mergedTrees(base, mine, theirs)].map(whyNotTree)
    expect([round, why]).toEqual([round, [undefined, undefined, undefined, undefined]])
  }
})
