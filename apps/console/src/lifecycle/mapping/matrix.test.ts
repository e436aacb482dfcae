import { expect, test } from 'vitest'
import { artefact } from '../../graph/store/artefact.fixture.ts'
import { nodeOf } from '../../graph/store/graph-state.ts'
import { gapsIn, kindsAfter, linksBetween, pairOf, rowsOf } from './matrix.ts'

const from = [1, 2].map((n) => nodeOf(artefact('requirement', n)))
const to = [1, 2, 3].map((n) => nodeOf(artefact('test-case', n)))
const cells: [number, number, string, boolean][] = [
  [0, 2, 'verified', false],
  [0, 0, 'verified', true],
]

test('[MAPPING-1] rows and columns without links are found', () => {
  expect(gapsIn({ from, to, cells })).toEqual({ from: [1], to: [1] })
})

test('[MAPPING-2] the cells of a row are in the order of the columns', () => {
  expect(rowsOf({ from, cells })).toEqual([
    [
      { column: 0, isSuspect: true, links: ['verified'] },
      { column: 2, isSuspect: false, links: ['verified'] },
    ],
    [],
  ])
})

test('[MAPPING-3] for two kinds that no link joins, requirements and their tests are shown instead', () => {
  expect(pairOf({ from: 'goal', to: 'requirement' })).toEqual({ from: 'goal', to: 'requirement' })
  expect(pairOf({ from: 'asset', to: 'goal' }).to).not.toBe('goal')
  expect(pairOf({ from: 'nonsense' })).toEqual({ from: 'requirement', to: 'test-case' })
  expect(linksBetween('control', 'attack-tree')).toEqual([])
  expect(kindsAfter('threat-scenario')).toContain('goal')
})
