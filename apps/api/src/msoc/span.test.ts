import { expect, test } from 'vitest'

import { keptPart } from './span.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

test.for([
  { why: 'nothing is hidden', kept: undefined, from: 2, to: 4 },
  { why: 'all of it is shown', kept: 1, from: 2, to: 4 },
  { why: 'its beginning is hidden', kept: 3, from: 3, to: 4 },
])('[ACCOUNT-10] of a span where $why the rest is shown', ({ kept, from, to }) => {
  expect(keptPart({ from: at(2), to: at(4) }, kept === undefined ? undefined : at(kept))).toEqual({
    from: at(from),
    to: at(to),
  })
})

test('[ACCOUNT-10] of a span before the retention nothing is shown', () => {
  const { from, to } = keptPart({ from: at(2), to: at(4) }, at(5))
  expect(from).toEqual(at(5))
  expect(to.getTime() - from.getTime()).toBe(1)
})
