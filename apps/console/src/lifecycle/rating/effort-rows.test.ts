import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { cvssMetrics, potentialFactors } from '@carapace/shared/lifecycle/methods/method'
import { noEffort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { describe, expect, test } from 'vitest'
import { effortRows } from './effort-rows.ts'

const effort = { potential: { time: 'week', expertise: 'expert' }, cvss: { av: 'local' }, vector: 'local' } as const

describe('[FEASIBILITY-4] the rows of an effort', () => {
  test('are the factors, the metrics, or the vector, with the chosen level of each', () => {
    const chosen = (by: 'potential' | 'cvss' | 'vector') =>
      effortRows(defaultMethod, effort, by).map((row) => [row.key, row.chosen])
    expect(chosen('potential')).toEqual(
      potentialFactors.map((key) => [key, { time: 'week', expertise: 'expert' }[key as string]]),
    )
    expect(chosen('cvss')).toEqual(cvssMetrics.map((key) => [key, key === 'av' ? 'local' : undefined]))
    expect(chosen('vector')).toEqual([['vector', 'local']])
  })

  test.for(['potential', 'cvss', 'vector'] as const)(
    'by %s, setting and clearing a level changes only its own row',
    (by) => {
      for (const { key, levels } of effortRows(defaultMethod, noEffort, by)) {
        for (const level of levels) {
          const rated = effortRows(defaultMethod, noEffort, by)
            .find((row) => row.key === key)!
            .set(level.key)
          expect(
            effortRows(defaultMethod, rated, by)
              .map((row) => [row.key, row.chosen])
              .filter(([, value]) => value !== undefined),
          ).toEqual([[key, level.key]])
          expect(
            effortRows(defaultMethod, rated, by)
              .find((row) => row.key === key)!
              .set(undefined),
          ).toEqual(noEffort)
        }
      }
    },
  )
})
