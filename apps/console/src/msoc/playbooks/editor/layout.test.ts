import type { PlaybookGraph, PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { expect, test } from 'vitest'
import { laidOut, neighbour, overlaps, sizeOf, sizes } from './layout.ts'

const node = (id: string, type = 'comment'): PlaybookNode => ({
  id,
  type,
  title: '',
  position: { x: 0, y: 0 },
  settings: {},
})
const portsOf = ({ type }: PlaybookNode) => (type === 'condition' ? ['yes', 'no'] : ['next'])
const graph: PlaybookGraph = {
  nodes: [node('check', 'condition'), node('raise'), node('skip'), node('end')],
  edges: [
    { from: 'check', port: 'no', to: 'skip' },
    { from: 'check', port: 'yes', to: 'raise' },
    { from: 'raise', port: 'next', to: 'end' },
    { from: 'skip', port: 'next', to: 'end' },
  ],
}

test('[PLAYBOOK-UI-14] steps are below what they follow, the first exit at the left', () => {
  const places = new Map(laidOut(graph, portsOf).nodes.map(({ id, position }) => [id, position]))
  expect(places.get('raise')!.y).toBeGreaterThan(places.get('check')!.y + sizes.card)
  expect(places.get('end')!.y).toBeGreaterThan(places.get('raise')!.y + sizes.card)
  expect(places.get('raise')!.x).toBeLessThan(places.get('skip')!.x)
})

test('[PLAYBOOK-UI-14] a graph whose steps lie on one another is arranged, and then they do not', () => {
  expect(overlaps(graph)).toBe(true)
  expect(overlaps(laidOut(graph, portsOf))).toBe(false)
})

test('a step with many exits is wide enough for their names', () => {
  expect(sizeOf(['next'])).toEqual({ width: sizes.width, height: sizes.card })
  expect(sizeOf(['a', 'b', 'c', 'd'])).toEqual({ width: 304, height: sizes.card + sizes.exits })
})

test('[PLAYBOOK-UI-13] arrows lead along the connections, and sideways to the nearest step', () => {
  const arranged = laidOut(graph, portsOf)
  expect(neighbour(arranged, undefined, 'down')).toBe('check')
  expect(neighbour(arranged, 'raise', 'down')).toBe('end')
  expect(neighbour(arranged, 'raise', 'up')).toBe('check')
  expect(neighbour(arranged, 'raise', 'right')).toBe('skip')
  expect(neighbour(arranged, 'skip', 'left')).toBe('raise')
  expect(neighbour(arranged, 'raise', 'left')).toBeUndefined()
})
