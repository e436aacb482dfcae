import { noEffort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect, test } from 'vitest'
import { effortDifferences } from './effort-text.ts'

test('[GRAPH-UI-20] a history shows an effort by its labels, and an unknown level by its key', () => {
  const before = { ...noEffort, cvss: { ac: 'high' } }
  const after = { ...noEffort, potential: { time: 'half-year', expertise: 'guru' }, vector: 'local' as const }
  expect(effortDifferences('raises', 'Raises the effort to')(before, after)).toEqual([
    {
      part: 'raises',
      title: 'Raises the effort to',
      before: 'CVSS: Attack complexity High',
      after: 'Elapsed time ≤ 6 months, Expertise guru; vector: local',
    },
  ])
})
