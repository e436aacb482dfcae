import { expect, test } from 'vitest'
import { mostPaths, pathsOf, WholeTree, whyNotTree } from './attack-tree.ts'
import { step } from './rating.fixture.ts'
import { mostSteps, type Tree, type TreeStep } from './tree.ts'

const tree = (...steps: TreeStep[]): Tree => ({ root: 'R', steps })
const paths = (given: Tree) => {
  const found = pathsOf(given)
  return found.ok ? found.value.get(given.root)!.map((steps) => steps.join(' ')) : found.reason
}

const broken: Record<string, Tree> = {
  'Two steps are called A.': tree(step('R', { gate: 'or', parts: ['A'] }), step('A'), step('A')),
  'The root, R, is not among the steps.': tree(step('A')),
  'R has B as a part, which is not there.': tree(step('R', { gate: 'and', parts: ['A', 'B'] }), step('A')),
  'A is refined, but has no parts.': tree(step('R', { gate: 'or', parts: ['A'] }), step('A', { gate: 'and' })),
  'R has parts: say whether all of them are needed, or any one.': tree(step('R', { parts: ['A'] }), step('A')),
  'R is refined: assumptions are made about its parts.': tree(
    step('R', { gate: 'or', parts: ['A'], caps: [{ assumption: 'a', factor: 'time', level: 'day' }] }),
    step('A'),
  ),
  'A would be a part of itself.': tree(
    step('R', { gate: 'or', parts: ['A'] }),
    step('A', { gate: 'or', parts: ['B'] }),
    step('B', { gate: 'and', parts: ['A'] }),
  ),
  'A leads nowhere: it is no part of any step that leads to the root.': tree(step('R'), step('A')),
}

test.for(Object.keys(broken))('[TREE-1] [TREE-2] [TREE-3] a tree is not valid: %s', (why) => {
  expect(whyNotTree(broken[why]!)).toBe(why)
  expect(WholeTree.safeParse(broken[why]).success).toBe(false)
})

test('[TREE-1] a single step is a tree, and a step may be below several others', () => {
  expect(paths(tree(step('R')))).toEqual(['R'])
  expect(
    paths(
      tree(
        step('R', { gate: 'or', parts: ['A', 'B'] }),
        step('A', { gate: 'and', parts: ['X', 'Y'] }),
        step('B', { gate: 'and', parts: ['X', 'Z'] }),
        step('X'),
        step('Y'),
        step('Z'),
      ),
    ),
  ).toEqual(['X Y', 'X Z'])
})

test('[TREE-4] a tree whose paths double with every step is refused quickly; 2,000 paths are allowed', () => {
  const pairs = (n: number) =>
    Array.from({ length: n }, (_, i) => [
      step(`P${i}`, { gate: 'or', parts: [`A${i}`, `B${i}`] }),
      step(`A${i}`),
      step(`B${i}`),
    ])
  const doubling = (n: number) =>
    tree(step('R', { gate: 'and', parts: pairs(n).map(([pair]) => pair!.id) }), ...pairs(n).flat())
  expect(paths(doubling(10))).toHaveLength(1_024)
  expect(paths(doubling(11))).toContain(`more than ${mostPaths.toLocaleString('en')} paths`)
  expect(paths(doubling(40))).toContain('Split it')
  const chain = Array.from({ length: mostSteps - 1 }, (_, i) =>
    step(i === 0 ? 'R' : `S${i}`, { gate: 'and', parts: [`S${i + 1}`] }),
  )
  expect(paths(tree(...chain, step(`S${mostSteps - 1}`)))).toEqual([`S${mostSteps - 1}`])
})

test('[TREE-5] [TREE-6] a refined step with controls is part of every path through it, and of no other', () => {
  const guarded = tree(
    step('R', { gate: 'or', parts: ['A', 'B'] }),
    step('A', { gate: 'and', parts: ['X', 'Y'], controls: ['a control'] }),
    step('B', { gate: 'or', parts: ['Z'] }),
    step('X'),
    step('Y'),
    step('Z'),
  )
  expect(paths(guarded)).toEqual(['Z', 'X Y A'])
  const around = tree(
    step('R', { gate: 'or', parts: ['A', 'X'] }),
    step('A', { gate: 'or', parts: ['X', 'Y'], controls: ['a control'] }),
    step('X'),
    step('Y'),
  )
  expect(paths(around)).toEqual(['X', 'Y A'])
})
