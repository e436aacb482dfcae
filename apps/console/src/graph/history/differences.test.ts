import { noEffort, type TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'

const step = (id: string, title: string, more: Partial<TreeStep> = {}): TreeStep => ({
  id,
  title,
  note: '',
  gate: null,
  parts: [],
  effort: noEffort,
  techniques: [],
  controls: [],
  caps: [],
  ...more,
})
const version = (fields: object) => ({ title: 'Spoofed torque', status: 'CREATED', fields }) as never

test('a version says what it changed, in the words of the field', () => {
  const before = { title: 'Spoofed', status: 'CREATED', fields: { treatment: null, stride: ['spoofing'] } } as const
  const after = {
    title: 'Spoofed torque',
    status: 'CREATED',
    fields: { treatment: 'reduce', stride: ['spoofing'] },
  } as const
  expect(differences('threat-scenario', after as never, before as never)).toEqual([
    { part: '@title', title: 'Title', before: 'Spoofed', after: 'Spoofed torque' },
    { part: 'treatment', title: 'Treatment', before: '', after: 'Reduce' },
  ])
  expect(differences('threat-scenario', after as never, undefined)).toEqual([])
})

test('[CG20] a version of a tree says step by step what it changed, not the whole tree twice', () => {
  const before = {
    root: 'root',
    steps: [
      step('root', 'Spoofed torque', { gate: 'or', parts: ['a', 'b'] }),
      step('a', 'Reach the port', { controls: ['y'] }),
      step('b', 'From afar', { at: { x: 1, y: 1 } }),
    ],
  }
  const after = {
    root: 'root',
    steps: [
      step('root', 'Spoofed torque', { gate: 'and', parts: ['a', 'c'] }),
      step('a', 'Reach the OBD port', { effort: { ...noEffort, vector: 'local' }, controls: ['x'] }),
      step('c', 'Send frames'),
    ],
  }
  expect(
    differences('attack-tree', version({ tree: after }), version({ tree: before })).map(
      ({ title, before: was, after: is }) => [title, was, is],
    ),
  ).toEqual([
    ['Spoofed torque', 'Gate: OR', 'Gate: AND'],
    [
      'Reach the OBD port',
      'Title: Reach the port; Effort: none; Controls: 1 control',
      'Title: Reach the OBD port; Effort: Vector: local; Controls: 1 control, 1 of them new',
    ],
    ['Step removed', 'From afar', ''],
    ['New step', '', 'Send frames'],
  ])
  expect(
    differences(
      'attack-tree',
      version({ tree: { ...before, steps: before.steps.map(({ at: _at, ...rest }) => rest) } }),
      version({ tree: before }),
    ),
  ).toEqual([])
  expect(
    differences('attack-tree', version({ tree: before }), version({ tree: null })).map(({ title }) => title),
  ).toEqual(['New step', 'New step', 'New step'])
})

test('[CG20] a version of a diagram says how much is drawn, and how much went elsewhere', () => {
  const [one, two] = ['1', '2'] as const
  const before = { nodes: [{ uuid: one, x: 0, y: 0 }], edges: [] }
  const after = {
    nodes: [
      { uuid: one, x: 8, y: 0 },
      { uuid: two, x: 0, y: 0 },
    ],
    edges: [{ channel: '3', from: one, to: two }],
  }
  expect(differences('diagram', version({ layout: after }), version({ layout: before }))).toEqual([
    { part: 'layout', title: 'Layout', before: '1 node', after: '2 nodes, 1 line, 1 moved' },
  ])
})
