import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { type Effort, noEffort, type Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect, test } from 'vitest'
import { newStep, newTree, withNew, withPart, withStep } from './edits.ts'
import { treeLayout } from './layout.ts'
import { neighbour } from '../../graph/tree/moving.ts'
import { codesOf, mostPlaces, placesByStep, placesOf } from './places.ts'
import { colouredSteps, placesOn, type Rated, ratedTree, ratingsAt } from './rating.ts'

const none = new Set<string>()
const potential = (time: string, expertise: string, vector: Effort['vector'] = null): Effort => ({
  ...noEffort,
  potential: { time, expertise, knowledge: 'public', window: 'unlimited', equipment: 'standard' },
  vector,
})

/** Two branches that both need the step `send`: through the port (easier), and remotely. */
function tree(): Tree {
  const control = '00000000-0000-4000-8000-0000000000c1'
  const grown = [
    ['root', 'port'],
    ['root', 'afar'],
    ['port', 'reach'],
    ['port', 'send'],
    ['afar', 'hack'],
  ].reduce((before, [under, id]) => withNew(before, under!, newStep(id!, id)), newTree('Root'))
  const shared = withPart(withStep(withStep(grown, 'port', { gate: 'and' }), 'afar', { gate: 'and' }), 'afar', 'send')
  const rated = withStep(withStep(shared, 'reach', { effort: potential('day', 'layman', 'local') }), 'hack', {
    effort: potential('half-year', 'expert', 'network'),
  })
  return withStep(rated, 'send', { effort: potential('week', 'proficient', 'local'), controls: [control] })
}
const known = {
  controls: new Map([
    ['00000000-0000-4000-8000-0000000000c1', { standing: 'planned' as const, raises: potential('longer', 'experts') }],
  ]),
  refuted: none,
}
const judged = (chosen: 'potential' | 'cvss' | 'vector' = 'potential') =>
  ratedTree({ method: defaultMethod, tree: tree(), known, impact: 'severe', guards: [], chosen }) as Rated

test('[TREE-UI-3] [TREE-UI-5] a shared step has a place in each branch, with a code for its path', () => {
  const places = placesOf(tree(), none)
  expect([...places.values()].map(({ code, step }) => [code, step.id])).toEqual([
    ['', 'root'],
    ['A', 'port'],
    ['B', 'afar'],
    ['A1', 'reach'],
    ['A2', 'send'],
    ['B1', 'hack'],
    ['B2', 'send'],
  ])
  const byStep = placesByStep(places)
  expect(codesOf(['send', 'hack'], byStep).map(({ code }) => code)).toEqual(['B1', 'B2'])
  expect(codesOf(['reach', 'send'], byStep).map(({ code }) => code)).toEqual(['A1', 'A2'])
})

test('[TREE-UI-6] the drawing of a tree of diamonds is limited, but every step has a place', () => {
  let grown = newTree('Root')
  let tops = ['root']
  for (let level = 0; level < 12; level += 1) {
    const [left, right] = [`l${level}`, `r${level}`]
    grown = tops.reduce((before, top) => withPart(before, top, left), {
      ...grown,
      steps: [...grown.steps, newStep(left, left), newStep(right, right)],
    })
    grown = tops.reduce((before, top) => withPart(before, top, right), grown)
    tops = [left, right]
  }
  const places = placesOf(grown, none)
  expect(places.size).toBeLessThan(3 * mostPlaces)
  expect(new Set([...places.values()].map(({ step }) => step.id)).size).toBe(grown.steps.length)
})

test('[TREE-UI-1] [TREE-UI-9] the easiest path decides, and only its own branch is marked', () => {
  const { scenarios, rows, sets, risks } = judged()
  expect(rows.map(({ initial }) => [[...initial.steps].sort(), initial.ratings.potential?.value])).toEqual([
    [['reach', 'send'], 4],
    [['hack', 'send'], 23],
  ])
  expect([...placesOn(placesOf(tree(), none), sets, rows[0]!.initial.steps)]).toEqual([
    'root',
    'root/port',
    'root/port/reach',
    'root/port/send',
  ])
  expect(ratingsAt(scenarios.initial, 'root')?.potential).toEqual({ feasibility: 'high', value: 4 })
  expect(risks).toEqual({ initial: 5, today: 5, target: 2 })
})

test('[TREE-UI-14] nothing is coloured while nothing is rated; an unrated branch is the easiest, and marked', () => {
  const grown = ['a', 'b'].reduce((before, id) => withNew(before, 'root', newStep(id, id)), newTree('Root'))
  const coloured = (shown: Tree, path = 1) => {
    const of = ratedTree({ method: defaultMethod, tree: shown, known, impact: null, guards: [], chosen: 'potential' })
    return colouredSteps(of as Rated, { method: 'potential', scenario: 'initial' }, path)
  }
  expect([coloured(grown), coloured(grown, 2)]).toEqual([[], ['b']])
  const one = withStep(grown, 'a', { effort: potential('longer', 'experts') })
  expect(coloured(one)).toEqual(['b'])
  const { rows } = ratedTree({
    method: defaultMethod,
    tree: one,
    known,
    impact: 'severe',
    guards: [],
    chosen: 'potential',
  }) as Rated
  expect(rows[0]).toMatchObject({
    initial: { ratings: { potential: { feasibility: 'high', value: 0, incomplete: true } } },
    risks: { initial: 5 },
    disagreeing: [],
  })
})

test('[TREE-UI-9] with another method another path decides', () => {
  const { rows } = judged('vector')
  expect(rows.map(({ initial }) => [initial.steps.includes('reach'), initial.ratings.vector?.feasibility])).toEqual([
    [true, 'low'],
    [false, 'low'],
  ])
  expect(judged('vector').risks.initial).toBe(3)
})

test('[TREE-UI-10] a path has its risk with and without planned controls, and the methods that disagree', () => {
  const [first] = judged().rows
  expect(first).toMatchObject({ number: 1, risks: { initial: 5, today: 5, target: 2 }, disagreeing: ['vector'] })
})

test('[TREE-UI-1] a control of the whole scenario applies to every path', () => {
  const all = ratedTree({
    method: defaultMethod,
    tree: withStep(tree(), 'send', { controls: [] }),
    known,
    impact: 'severe',
    guards: ['00000000-0000-4000-8000-0000000000c1'],
    chosen: 'potential',
  }) as Rated
  expect(all.risks).toEqual({ initial: 5, today: 5, target: 2 })
})

test('[TREE-UI-1] an invalid tree gives the reason', () => {
  const broken: Tree = { root: 'x', steps: newTree('Root').steps }
  expect(
    ratedTree({ method: defaultMethod, tree: broken, known, impact: null, guards: [], chosen: 'potential' }),
  ).toEqual({ why: expect.stringMatching(/root/i) as string })
})

test('[TREE-UI-5] parts are drawn below their parent, in their order, without overlap', () => {
  const wide = Array.from({ length: 9 }, (_, n) => `w${n}`).reduce(
    (before, id) => withNew(before, 'hack', newStep(id, id)),
    tree(),
  )
  const places = placesOf(wide, none)
  const layout = treeLayout(places)
  for (const { key, children } of places.values()) {
    const own = layout.get(key)!
    const parts = children.map((child) => layout.get(child)!)
    for (const part of parts) expect(part.y).toBeGreaterThanOrEqual(own.y + own.height + 24)
    expect(parts.map(({ x }) => x)).toEqual(parts.map(({ x }) => x).toSorted((a, b) => a - b))
  }
  const all = [...layout.values()]
  for (const a of all)
    for (const b of all)
      if (a !== b)
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        )
})

test('[TREE-UI-5] arrow keys go up, down, left and right, also across gaps between branches', () => {
  const places = placesOf(tree(), none)
  expect([
    neighbour(places, 'root/port/send', 'right'),
    neighbour(places, 'root/port/send', 'up'),
    neighbour(places, 'root', 'down'),
    neighbour(places, 'root/port', 'left'),
  ]).toEqual(['root/afar/hack', 'root/port', 'root/port', 'root/port'])
})
