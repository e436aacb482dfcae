import { expect, test } from 'vitest'
import { ArtefactSearch, whereOf, whereText } from './search.ts'

test('[GRAPH-UI-8] filters are written to the address and read back', () => {
  const where = { '@status': ['APPROVED', 'CREATED'], treatment: ['reduce'] }
  expect(whereText(where)).toBe('@status:APPROVED|CREATED;treatment:reduce')
  expect(whereOf(whereText(where))).toEqual(where)
  expect(whereText({ treatment: [] })).toBeUndefined()
})

test('[GRAPH-UI-8] invalid search parameters are ignored', () => {
  expect(whereOf(':;x;y:;;z:1')).toEqual({ z: ['1'] })
  expect(ArtefactSearch.parse({ programId: 'no', order: 'up', q: 123, open: '  ' })).toEqual({ q: '123' })
})
