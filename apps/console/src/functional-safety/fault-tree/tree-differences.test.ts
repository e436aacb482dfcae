import type { FaultNode, StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { expect, test } from 'vitest'
import { newEvent, newTree, withGate, withNew, withNode } from './edits.ts'
import { faultTreeDifferences } from './tree-differences.ts'

test('[GRAPH-UI-20] a version of a fault tree shows its changes node by node, not the whole tree twice', () => {
  const before = withNew(withNew(newTree('No braking'), 'Top', newEvent('Pump fails', 'P')), 'Top', newEvent('', 'Q'))
  const probable = (node: FaultNode) => ({ ...node, probability: 1e-6 }) as FaultNode
  const after: StoredTree = {
    ...withNode(withNew(withGate(before, 'Top', 'and'), 'Top', newEvent('Valve', 'V')), 'P', probable),
    missionTime: 5_000,
    groups: [
      {
        id: 'CC',
        title: '',
        note: '',
        model: 'beta-factor',
        members: ['Q', 'V'],
        total: 1e-5,
        factors: [0.1],
        staggered: false,
      },
    ],
  }
  expect(faultTreeDifferences(before, after)).toEqual([
    { part: 'tree', title: 'Tree', before: 'Mission time: 10000 h', after: 'Mission time: 5000 h' },
    {
      part: 'node Top',
      title: 'Top No braking',
      before: 'Gate: OR; Inputs: P, Q',
      after: 'Gate: AND; Inputs: P, Q, V',
    },
    { part: 'node P', title: 'P Pump fails', before: 'Probability: none', after: 'Probability: 0.000001' },
    { part: 'node V', title: 'New node', before: '', after: 'V Valve' },
    { part: 'common-cause group CC', title: 'New common-cause group', before: '', after: 'CC' },
  ])
  expect(faultTreeDifferences(after, after)).toEqual([])
  expect(faultTreeDifferences(null, before).map(({ title }) => title)).toEqual(['New node', 'New node', 'New node'])
})
