import { expect, test } from 'vitest'
import { coverageOf, namedItems, coverageStatusOf } from './annex5-coverage.ts'
import { productTone } from './product-tone.ts'

const entries = [
  { item: '4.1', scenarios: 3, treated: 3 },
  { item: '20.5', scenarios: 2, treated: 1 },
  { item: '99.1', scenarios: 1, treated: 1 },
]

test('[COMPLIANCE-1] all 69 items are listed, even without scenarios', () => {
  const items = coverageOf(entries).flatMap(({ groups }) => groups.flatMap((group) => group.items))
  expect([items.length, new Set(items.map(({ item }) => item)).size]).toEqual([69, 69])
  expect(items.filter(({ scenarios }) => scenarios > 0)).toEqual(entries.slice(0, 2))
  expect(namedItems(entries)).toBe(2)
})

test('[COMPLIANCE-1] an item is covered when all of its scenarios are treated', () => {
  expect([{ item: '1.1', scenarios: 0, treated: 0 }, entries[1]!, entries[0]!].map(coverageStatusOf)).toEqual([
    'missing',
    'open',
    'covered',
  ])
})

test.for([
  [null, 'missing'],
  ['CREATED', 'created'],
  ['IN_PROCESS', 'working'],
  ['UNDER_REVIEW', 'working'],
  ['APPROVED', 'approved'],
  ['COMPLETED', 'approved'],
  ['REJECTED', 'created'],
] as const)('[COMPLIANCE-2] a work product that is %s is %s', ([status, tone]) => {
  expect(productTone(status)).toBe(tone)
})
