import { expect, test } from 'vitest'
import { NotificationSearch, placeOf, wordsIn } from './search.ts'

test('[NOTIFICATION-UI-3] the address has the tab and the filters; what it does not know is dropped', () => {
  expect(NotificationSearch.parse({ tab: 'log', category: 'sbom,unknown', urgency: 'x', read: 'unread' })).toEqual({
    tab: 'log',
    category: 'sbom',
    urgency: undefined,
    read: 'unread',
  })
  expect(NotificationSearch.parse({ tab: 7, since: 'year' })).toEqual({})
  expect(wordsIn('b,a,c', ['a', 'b'])).toEqual(['a', 'b'])
})

test('[NOTIFICATION-UI-1] a notification leads to a page with its query', () => {
  expect(placeOf('/org/msoc/dashboard/alert-management/general?alert=a%20b')).toEqual({
    to: '/org/msoc/dashboard/alert-management/general',
    search: { alert: 'a b' },
  })
  expect(placeOf('/org/notifications')).toEqual({ to: '/org/notifications', search: {} })
})
