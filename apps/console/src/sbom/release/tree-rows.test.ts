import type { TreeNode } from '@carapace/shared/sbom/components.contract'
import { expect, test } from 'vitest'
import { type Level, treeRows } from './tree-rows.ts'

const node = (position: number, children: number): TreeNode => ({
  position,
  component_id: position,
  group: '',
  name: `c${position}`,
  version: '1',
  type: 'library',
  licence: '',
  scope: '',
  depth: null,
  children,
  provides: false,
})

const levels: Readonly<Record<string, Level>> = {
  roots: { nodes: [node(0, 2)], total: 1 },
  0: { nodes: [node(1, 1), node(2, 0)], total: 5 },
  1: { nodes: [node(0, 2)], total: 1 },
}
const levelOf = (position?: number) => levels[position ?? 'roots']
const shown = (open: string[]) => treeRows(levelOf, new Set(open)).map(({ path, indent, rest }) => [path, indent, rest])

test('[SBOM-UI-7] a tree shows what is unfolded, and how many more there are', () => {
  expect(shown([])).toEqual([['0', 0, 0]])
  expect(shown(['0'])).toEqual([
    ['0', 0, 0],
    ['0/1', 1, 0],
    ['0/2', 1, 0],
    ['0/more', 1, 3],
  ])
})

test('[SBOM-UI-7] a cycle ends at the component that is repeated', () => {
  const rows = treeRows(levelOf, new Set(['0', '0/1', '0/1/0']))
  expect(rows.map(({ path, isRepeated, isOpen }) => [path, isRepeated, isOpen])).toEqual([
    ['0', false, true],
    ['0/1', false, true],
    ['0/1/0', true, false],
    ['0/2', false, false],
    ['0/more', false, false],
  ])
})
