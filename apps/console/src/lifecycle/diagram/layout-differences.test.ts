import { expect, test } from 'vitest'
import { layoutDifferences } from './layout-differences.ts'

test('[GRAPH-UI-20] a version of a diagram shows the number of elements, and how many moved', () => {
  const [one, two] = ['1', '2'] as const
  const before = { nodes: [{ uuid: one, x: 0, y: 0 }], edges: [] }
  const after = {
    nodes: [
      { uuid: one, x: 8, y: 0 },
      { uuid: two, x: 0, y: 0 },
    ],
    edges: [{ channel: '3', from: one, to: two }],
  }
  expect(layoutDifferences(before, after)).toEqual([
    { part: 'layout', title: 'Layout', before: '1 node', after: '2 nodes, 1 line, 1 moved' },
  ])
})
