import { expect, test } from 'vitest'
import { CryptoSearch, filterOf, isNarrowed, onTab, scopeOf } from './search.ts'
import { endText, shareText } from './words.ts'

const uuid = '3e671687-395b-41f5-a30f-a58921a69b79'

test('[CBOM-UI-1] the address holds scope, tab and filters; what it does not know is dropped', () => {
  const search = CryptoSearch.parse({ projectId: uuid, tab: 'nothing', rule: 'weak-hash,nothing', severity: 'x', q: 7 })
  expect(search).toMatchObject({ projectId: uuid, tab: undefined, rule: 'weak-hash', severity: undefined, q: '7' })
  expect(filterOf(search)).toEqual({ program_uuid: uuid, q: '7', rule: 'weak-hash' })
  expect(scopeOf(CryptoSearch.parse({ projectId: uuid, release: uuid }))).toEqual({ release_uuid: uuid })
  expect(isNarrowed(search)).toBe(true)
  expect(isNarrowed(onTab(search, 'assets'))).toBe(false)
})

test.for([
  [null, 'Not known'],
  [0, '0 %'],
  [0.001, '1 %'],
  [0.999, '99 %'],
  [1, '100 %'],
] as const)('[CBOM-UI-2] a share of %s is %s', ([share, text]) => {
  expect(shareText(share)).toBe(text)
})

test('[CBOM-UI-5] ends are written from now', () => {
  const now = Date.parse('2026-01-10T12:00:00Z')
  expect(endText('2026-01-22T13:00:00Z', now)).toBe('in 12 days')
  expect(endText('2026-01-10T13:00:00Z', now)).toBe('today')
  expect(endText('2026-01-09T13:00:00Z', now)).toBe('1 day ago')
  expect(endText('2036-01-09T13:00:00Z', now)).toBe('in 10 years')
})
