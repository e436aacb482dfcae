import type { PlaybookGraph, PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { expect, test } from 'vitest'
import {
  duplicated,
  exitFor,
  freeId,
  leadsTo,
  moved,
  placeBelow,
  whyNotConnected,
  withEdge,
  withNode,
  withoutNodes,
} from './edits.ts'

const node = (id: string, x = 0, y = 0): PlaybookNode => ({
  id,
  type: 'comment',
  title: '',
  position: { x, y },
  settings: { text: id },
})
const edge = (from: string, to: string, port = 'next') => ({ from, port, to })
const chain: PlaybookGraph = {
  nodes: [node('a'), node('b', 0, 100), node('c', 0, 200)],
  edges: [edge('a', 'b'), edge('b', 'c')],
}

test('[PLAYBOOK-UI-11] the id of a step is its type, with a number from the second on', () => {
  expect(freeId(chain, 'Create case')).toBe('create_case')
  expect(freeId({ nodes: [node('wait'), node('wait_2')] }, 'wait')).toBe('wait_3')
  expect(freeId({ nodes: [] }, '42')).toBe('step')
})

test('[PLAYBOOK-UI-11] a step that is added after an exit comes before what followed there', () => {
  const after = withNode(chain, node('n'), { from: 'a', port: 'next' }, 'next')
  expect(after.edges).toEqual([edge('b', 'c'), edge('a', 'n'), edge('n', 'b')])
})

test('[PLAYBOOK-UI-11] a step without exits is added beside what follows there', () => {
  const after = withNode(chain, node('end'), { from: 'a', port: 'next' }, undefined)
  expect(after.edges).toEqual([...chain.edges, edge('a', 'end')])
})

test('[PLAYBOOK-UI-11] Enter adds after the first exit that leads nowhere', () => {
  const graph = { ...chain, edges: [edge('a', 'b', 'yes')] }
  expect(exitFor(graph, 'a', ['yes', 'no'])).toEqual({ from: 'a', port: 'no' })
  expect(exitFor(chain, 'a', ['next'])).toEqual({ from: 'a', port: 'next' })
  expect(exitFor(chain, 'a', [])).toBeUndefined()
})

test('[PLAYBOOK-UI-11] a new step takes a place that no other has', () => {
  const first = placeBelow(chain, 'c')
  expect(first.y).toBeGreaterThan(200)
  const second = placeBelow({ ...chain, nodes: [...chain.nodes, node('d', first.x, first.y)] }, 'c')
  expect(second.x).toBeGreaterThan(first.x)
})

test('[PLAYBOOK-UI-12] removing a step connects its neighbours', () => {
  expect(withoutNodes(chain, new Set(['b'])).edges).toEqual([edge('a', 'c')])
  expect(withoutNodes(chain, new Set(['a', 'b'])).edges).toEqual([])
})

test('[PLAYBOOK-UI-12] a removed branch leaves no connection to guess', () => {
  const graph = { nodes: [...chain.nodes, node('d')], edges: [...chain.edges, edge('b', 'd', 'no')] }
  expect(withoutNodes(graph, new Set(['b'])).edges).toEqual([])
})

test('[PLAYBOOK-UI-12] circles, repeated connections and a step after itself are refused', () => {
  expect(whyNotConnected(chain, edge('c', 'a'))).toContain('circle')
  expect(whyNotConnected(chain, edge('a', 'b'))).toContain('already')
  expect(whyNotConnected(chain, edge('a', 'a'))).toContain('itself')
  expect(withEdge(chain, edge('c', 'a'))).toBe(chain)
  expect(withEdge(chain, edge('a', 'c')).edges).toHaveLength(3)
})

test('[PLAYBOOK-UI-12] copies have ids of their own and the connections among them', () => {
  const { graph, copies } = duplicated(chain, new Set(['b', 'c']))
  expect(copies).toEqual(['b_2', 'c_2'])
  expect(graph.edges).toEqual([...chain.edges, edge('b_2', 'c_2')])
  expect(graph.nodes[3]!.settings).toEqual({ text: 'b' })
  expect(graph.nodes[3]!.settings).not.toBe(chain.nodes[1]!.settings)
})

test('the edges lead one way only', () => {
  expect(leadsTo(chain, 'a', 'c')).toBe(true)
  expect(leadsTo(chain, 'c', 'a')).toBe(false)
})

test('moved steps are at whole pixels', () => {
  expect(moved(chain, new Map([['a', { x: 1.4, y: 2.6 }]])).nodes[0]!.position).toEqual({ x: 1, y: 3 })
})
