import { noEffort, type TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect, test } from 'vitest'
import { treeDifferences } from './tree-differences.ts'

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

test('[GRAPH-UI-20] a version of a tree shows its changes step by step, not the whole tree twice', () => {
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
  expect(treeDifferences(before, after).map(({ title, before: was, after: is }) => [title, was, is])).toEqual([
    ['Spoofed torque', 'Gate: OR', 'Gate: AND'],
    [
      'Reach the OBD port',
      'Title: Reach the port; Effort: none; Controls: 1 control',
      'Title: Reach the OBD port; Effort: vector: local; Controls: 1 control, 1 of them new',
    ],
    ['Step removed', 'From afar', ''],
    ['New step', '', 'Send frames'],
  ])
  expect(treeDifferences(before, { ...before, steps: before.steps.map(({ at: _at, ...rest }) => rest) })).toEqual([])
  expect(treeDifferences(null, before).map(({ title }) => title)).toEqual(['New step', 'New step', 'New step'])
})
