import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { expect, test } from 'vitest'
import { newEvent, newTree, withNew, withPart } from './edits.ts'
import { levelHeight, sizes, treeLayout } from './layout.ts'
import { firstFolds, foldedBelow, mostPlaces, nodesWith, placesOf, revealed } from './places.ts'

/** Top = (A: x, S) or (B: S), S = y or z. */
function shared() {
  let tree = newTree('Top')
  for (const [under, id] of [
    ['Top', 'A'],
    ['Top', 'B'],
    ['A', 'x'],
    ['A', 'S'],
    ['S', 'y'],
    ['S', 'z'],
  ] as const)
    tree = withNew(tree, under, newEvent(`Event ${id}`, id))
  return withPart(tree, 'B', 'S')
}

test('[FTA-UI-2] a tree of more than 60 nodes is opened with two levels of gates', () => {
  expect(firstFolds(shared()).size).toBe(0)
  let large = shared()
  for (let n = 0; n < 60; n += 1) large = withNew(large, 'S', newEvent(`Event ${n}`, `e${n}`))
  const places = placesOf(large, firstFolds(large))
  expect([...places.keys()]).toEqual(['Top', 'Top/A', 'Top/A/x', 'Top/A/S', 'Top/B', 'Top/B/S'])
})

test('[FTA-UI-2] a repeated gate is drawn at each place, and unfolded at the first one', () => {
  const places = placesOf(shared(), new Map())
  expect([...places.keys()]).toEqual([
    'Top',
    'Top/A',
    'Top/A/x',
    'Top/A/S',
    'Top/A/S/y',
    'Top/A/S/z',
    'Top/B',
    'Top/B/S',
  ])
  expect([places.get('Top/A/S')!.isFolded, places.get('Top/B/S')!.isFolded]).toEqual([false, true])
  const both = placesOf(shared(), new Map([['Top/B/S', false]]))
  expect(both.has('Top/B/S/y')).toBe(true)
  // folded at the first place: the second one shows it
  expect(placesOf(shared(), new Map([['Top/A/S', true]])).get('Top/B/S')!.isFolded).toBe(false)
})

test('[FTA-UI-2] folding below a depth hides what is deeper; revealing a node unfolds what hides it', () => {
  const tree = shared()
  const turned = foldedBelow(tree, 1)
  expect([...placesOf(tree, turned).keys()]).toEqual(['Top', 'Top/A', 'Top/B'])
  const { key, turned: open } = revealed(tree, 'z', turned)!
  expect(key).toBe('Top/A/S/z')
  expect(placesOf(tree, open).has(key)).toBe(true)
  expect(revealed(tree, 'gone', turned)).toBeUndefined()
})

test('[FTA-UI-8] the search finds words of ids, titles and notes', () => {
  expect(nodesWith(shared(), 'event Y')).toEqual(['y'])
  expect(nodesWith(shared(), '  ')).toEqual([])
})

/** A gate with so many inputs, each of them a gate with as many. */
function wide(inputs: number) {
  return {
    ...newTree('Top'),
    nodes: [
      {
        id: 'Top',
        title: 'Top',
        note: '',
        kind: 'gate',
        gate: 'or',
        parts: Array.from({ length: inputs }, (_, i) => `G${i}`),
      },
      ...Array.from({ length: inputs }, (_, i) => ({
        id: `G${i}`,
        title: '',
        note: '',
        kind: 'gate' as const,
        gate: 'and' as const,
        parts: Array.from({ length: inputs }, (_none, j) => `E${i}_${j}`),
      })),
      ...Array.from({ length: inputs * inputs }, (_, i) => newEvent('', `E${Math.floor(i / inputs)}_${i % inputs}`)),
    ],
  } satisfies StoredTree
}

test('[FTA-UI-2] no more than the limit is drawn, whatever the user unfolds', () => {
  const tree = wide(60)
  const all = new Map(tree.nodes.map(({ id }) => [`Top/${id}`, false]))
  expect(placesOf(tree, all).size).toBeLessThanOrEqual(mostPlaces)
})

test('[FTA-UI-9] no two cards overlap, inputs are in their order, and a gate is in the middle above them', () => {
  const places = placesOf(wide(20), foldedBelow(wide(20), 9))
  const layout = treeLayout(places)
  const levels = Map.groupBy(layout.values(), ({ y }) => y)
  expect([...levels.keys()]).toEqual([0, levelHeight, 2 * levelHeight])
  for (const level of levels.values())
    for (const [i, place] of level.entries())
      if (i > 0) expect(place.x - level[i - 1]!.x).toBeGreaterThanOrEqual(sizes.width + sizes.gap)
  const middle = (key: string) => layout.get(key)!.x
  expect(middle('Top')).toBeCloseTo((middle('Top/G0') + middle('Top/G19')) / 2, 6)
})

test('[FTA-UI-9] a small subtree is placed beside a deep one, not beside its widest level', () => {
  let tree = shared()
  tree = withNew(tree, 'Top', newEvent('', 'C'))
  const layout = treeLayout(placesOf(tree, new Map()))
  expect(layout.get('Top/C')!.x - layout.get('Top/B')!.x).toBe(sizes.width + sizes.gap)
})
