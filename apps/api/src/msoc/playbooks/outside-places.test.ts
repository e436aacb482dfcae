import { expect, test } from 'vitest'
import type { OrgUuid } from '@carapace/shared/core/owned'
import { outsidePlaces } from './outside-places.ts'

test('[PLAYBOOK-19] one organisation has some of the places outside, and each is given back', () => {
  const places = outsidePlaces({ all: 3, perOrganisation: 2 })
  const [a, b] = ['a' as OrgUuid, 'b' as OrgUuid]
  const first = places.take(a)!
  expect([places.take(a), places.take(a)]).toEqual([expect.any(Function), undefined])
  expect([places.take(b), places.take(b)]).toEqual([expect.any(Function), undefined])
  first()
  expect([places.take(b), places.take(a)]).toEqual([expect.any(Function), undefined])
})
