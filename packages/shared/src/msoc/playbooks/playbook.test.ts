import { expect, test } from 'vitest'
import { node } from './playbooks.fixture.ts'
import { bounds, PlaybookGraph, subjectOf } from './playbook.ts'

test('[PLAYBOOK-1] a graph has at most 1,000 nodes', () => {
  const nodes = Array.from({ length: bounds.nodes + 1 }, (_, index) => node(`n${index}`, 'end', {}))
  expect(PlaybookGraph.safeParse({ nodes, edges: [] }).success).toBe(false)
  expect(PlaybookGraph.safeParse({ nodes: nodes.slice(1), edges: [] }).success).toBe(true)
})

test('[PLAYBOOK-2] a playbook is started by hand from what its trigger is about', () => {
  expect(subjectOf({ kind: 'alert', matchers: null })).toBe('alert')
  expect(subjectOf({ kind: 'case', on: ['opened'] })).toBe('case')
  expect(subjectOf({ kind: 'manual', subject: 'vehicle' })).toBe('vehicle')
  expect(subjectOf({ kind: 'manual', subject: null })).toBeUndefined()
  expect(subjectOf({ kind: 'webhook' })).toBeUndefined()
})
