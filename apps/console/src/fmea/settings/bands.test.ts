import { defaultProfile } from '@carapace/shared/fmea/default-profile'
import { whyNotProfile } from '@carapace/shared/fmea/profile-check'
import { priorityIn, ratingVariables } from '@carapace/shared/fmea/rating-profile'
import { expect, test } from 'vitest'
import { checksumOf, isEdge, mergeBelow, nextPriority, splitBelow, withPriority } from './bands.ts'

const { usual } = defaultProfile.priorities

test('[FMEA-3] the shipped table has the checksum of the handbook', () => {
  expect(checksumOf(usual)).toEqual({ H: 318, M: 214, L: 468 })
})

test.for(ratingVariables)('[FMEA-UI-12] splitting a band of %s changes no priority', (variable) => {
  const rating = Array.from({ length: 9 }, (_, i) => 10 - i).find((one) => !isEdge(usual, variable, one))!
  const split = splitBelow(usual, variable, rating)
  expect(isEdge(split, variable, rating)).toBe(true)
  expect(checksumOf(split)).toEqual(checksumOf(usual))
  expect(whyNotProfile({ ...defaultProfile, priorities: { ...defaultProfile.priorities, usual: split } })).toEqual({})
  expect(mergeBelow(split, variable, rating)).toEqual(usual)
})

test('[FMEA-UI-12] bands that become one have the priorities of the upper one', () => {
  const [first, second] = usual.severity
  const merged = mergeBelow(usual, 'severity', first!.from)
  expect(merged.severity[0]).toEqual({ from: second!.from, to: 10 })
  const ratings = { occurrence: 3, detection: 3 }
  expect(priorityIn(merged, { severity: second!.to, ...ratings })).toBe(priorityIn(usual, { severity: 10, ...ratings }))
})

test('[FMEA-UI-12] splitting at an edge and merging where there is none change nothing', () => {
  const edge = usual.severity[0]!.from
  expect(splitBelow(usual, 'severity', edge)).toBe(usual)
  expect(mergeBelow(usual, 'severity', 1)).toBe(usual)
})

test('[FMEA-UI-12] a click on a cell gives it the next priority', () => {
  const at = { severity: 0, occurrence: 0, detection: 0 }
  expect(withPriority(usual, at, 'L').cells[0]![0]![0]).toBe('L')
  expect((['L', 'M', 'H'] as const).map(nextPriority)).toEqual(['M', 'H', 'L'])
})
