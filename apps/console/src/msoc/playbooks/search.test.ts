import { expect, test } from 'vitest'
import { EditorSearch, filtersOf, PlaybooksSearch, sinceOf } from './search.ts'

test('[PLAYBOOK-UI-1] invalid values in the address are left out', () => {
  expect(PlaybooksSearch.parse({ tab: 'nothing', enabled: 'maybe', playbook: '7', q: 2024, since: 'year' })).toEqual({
    q: '2024',
  })
  expect(PlaybooksSearch.parse({ tab: 'runs', since: 'day', state: 'FAILED' })).toEqual({
    tab: 'runs',
    since: 'day',
    state: 'FAILED',
  })
  expect(EditorSearch.parse({ playbook: 'x', panel: 'versions' })).toEqual({ panel: 'versions' })
})

test('[PLAYBOOK-UI-2] a view stores the filters, not its own name', () => {
  expect(filtersOf({ enabled: 'yes', q: undefined, view: 'enabled' })).toEqual({ enabled: 'yes' })
})

test('[PLAYBOOK-UI-20] a time range begins at a whole minute', () => {
  expect(sinceOf('hour', Date.parse('2026-01-02T10:20:30.400Z'))).toBe('2026-01-02T09:20:00.000Z')
  expect(sinceOf(undefined, 0)).toBeUndefined()
})
