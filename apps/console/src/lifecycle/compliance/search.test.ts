import { expect, test } from 'vitest'
import { ComplianceSearch, viewOf } from './search.ts'

const shown = (address: Record<string, unknown>) => viewOf(ComplianceSearch.parse(address))

test('[COMPLIANCE-3] the address selects the view; a work product in it opens in the list of the program', () => {
  expect(shown({})).toBe('products')
  for (const view of ['products', 'annex5', 'gaps', 'kept']) expect(shown({ view })).toBe(view)
  expect(shown({ open: 'WP-03' })).toBe('kept')
  expect(shown({ view: 'gaps', open: 'WP-03' })).toBe('gaps')
  expect(shown({ view: 'everything' })).toBe('products')
})
