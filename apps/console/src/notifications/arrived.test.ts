import type { Notification } from '@carapace/shared/notifications/notifications.contract'
import { expect, test } from 'vitest'
import { arrivedIn } from './arrived.ts'

const one = (uuid: string, minute: number, different: Partial<Notification> = {}): Notification => ({
  uuid,
  kind: 'alert-high',
  category: 'security',
  urgency: 'high',
  title: uuid,
  text: '',
  href: '/org',
  count: 1,
  at: `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  read_at: null,
  push: true,
  escalates_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  ...different,
})
const state = (...latest: Notification[]) => ({ unread: latest.length, latest })
const uuids = (...args: Parameters<typeof arrivedIn>) => arrivedIn(...args).map(({ uuid }) => uuid)

test('[NOTIFICATION-UI-6] what is there when the page opens did not arrive', () => {
  expect(uuids(undefined, state(one('a', 1)))).toEqual([])
})

test('[NOTIFICATION-UI-6] what is new or repeated arrives once; what is read or only for the console does not', () => {
  const before = state(one('b', 2), one('a', 1))
  expect(uuids(before, state(one('c', 3), one('b', 2), one('a', 1)))).toEqual(['c'])
  expect(uuids(before, state(one('a', 4, { count: 2 }), one('b', 2)))).toEqual(['a'])
  expect(uuids(before, before)).toEqual([])
  const read = '2026-11-01T10:05:00.000Z'
  expect(uuids(before, state(one('c', 3, { push: false }), one('d', 3, { read_at: read })))).toEqual([])
})

test('[NOTIFICATION-UI-6] an older one that moves up into the latest did not arrive', () => {
  expect(uuids(state(one('b', 2)), state(one('b', 2), one('a', 1)))).toEqual([])
})
