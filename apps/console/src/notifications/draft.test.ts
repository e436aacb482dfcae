import type { NotificationPreferences } from '@carapace/shared/notifications/preferences.contract'
import { expect, test } from 'vitest'
import { channelsIn, minuteIn, timeText, withChannel } from './draft.ts'

const nothing: NotificationPreferences = {
  kinds: {},
  minimum: {},
  quiet: null,
  only_in_shift: false,
  digest: 'none',
  digest_at: 480,
}
const alert = { kind: 'alert-high', channels: ['in_app'] as const }

test('[NOTIFICATION-UI-5] a choice begins with what the kind declares', () => {
  expect(channelsIn(nothing, alert)).toEqual(['in_app'])
  const chosen = withChannel(nothing, alert, 'email', true)
  expect(channelsIn(chosen, alert)).toEqual(['in_app', 'email'])
  expect(channelsIn(withChannel(chosen, alert, 'in_app', false), alert)).toEqual(['email'])
})

test('[NOTIFICATION-UI-5] the browser shows only what the console has', () => {
  const silent = withChannel(nothing, alert, 'in_app', false)
  const pushed = withChannel(silent, alert, 'push', true)
  expect(channelsIn(pushed, alert)).toEqual(['in_app', 'push'])
  expect(channelsIn(withChannel(pushed, alert, 'in_app', false), alert)).toEqual([])
})

test('[NOTIFICATION-UI-5] times of the day are minutes', () => {
  expect([timeText(0), timeText(510), minuteIn('08:30'), minuteIn('')]).toEqual(['00:00', '08:30', 510, undefined])
})
