import { expect, test } from 'vitest'
import { changedFields } from './entry.ts'

test.for([
  { before: { role: 'VIEWER', name: 'A' }, after: { role: 'ADMIN', name: 'A' }, fields: [['role', 'VIEWER', 'ADMIN']] },
  {
    before: null,
    after: { title: 'T', alerts: ['a', 'b'] },
    fields: [
      ['title', '–', 'T'],
      ['alerts', '–', '["a","b"]'],
    ],
  },
  {
    before: { limit: 5, zone: null },
    after: null,
    fields: [
      ['limit', '5', '–'],
      ['zone', 'none', '–'],
    ],
  },
  {
    before: { change: { status: 'NEW' } },
    after: { change: { status: 'CLOSED' } },
    fields: [['change.status', 'NEW', 'CLOSED']],
  },
  { before: [1], after: [1, 2], fields: [['value', '[1]', '[1,2]']] },
  { before: null, after: null, fields: [] },
])('[SETTINGS-8] the change of $before is shown field by field', ({ before, after, fields }) => {
  expect(changedFields(before, after).map((each) => [each.field, each.before, each.after])).toEqual(fields)
})
