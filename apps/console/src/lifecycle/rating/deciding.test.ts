import type { Rating } from '@carapace/shared/lifecycle/rating/assessment'
import { easiestFirst } from '@carapace/shared/lifecycle/rating/feasibility'
import { feasibilityMethods } from '@carapace/shared/lifecycle/methods/method'
import { expect, test } from 'vitest'
import { decidingRating, feasibilityRank } from './deciding.ts'

const ratings = {
  potential: { feasibility: 'low', value: 21 },
  cvss: { feasibility: 'high', value: 3.11 },
  vector: { feasibility: 'medium', value: null },
} as const

test.for(feasibilityMethods)('[TARA-3] where %s decides, it gives both the level and the number', (deciding) => {
  expect(decidingRating({ deciding }, ratings)).toEqual(ratings[deciding])
  expect(decidingRating({ deciding }, { ...ratings, [deciding]: null })).toBeNull()
  expect(decidingRating({ deciding }, undefined)).toBeNull()
})

test.for(feasibilityMethods)('[TARA-3] by %s the most feasible ranks highest, and unrated lowest', (deciding) => {
  const some: (Rating | null)[] = [
    { feasibility: 'low', value: 21 },
    null,
    { feasibility: 'high', value: 2 },
    { feasibility: 'high', value: 3 },
    { feasibility: 'very-low', value: 40 },
    { feasibility: 'medium', value: null },
  ]
  const ranked = some.toSorted((a, b) => feasibilityRank({ deciding }, b) - feasibilityRank({ deciding }, a) || 0)
  expect(ranked).toEqual(some.toSorted((a, b) => easiestFirst(deciding, a, b)))
})
