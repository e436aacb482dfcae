import { expect, test } from 'vitest'
import type { LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { followAlerts } from './following.ts'

const change = (seq: number, uuid: string, count: number) => ({ seq, uuid, alert: { count } as LiveAlert['alert'] })

test('a viewer has the content of a snapshot and of the changes after it', () => {
  const follower = followAlerts()
  follower.begin([
    { uuid: 'a', count: 1 },
    { uuid: 'b', count: 7 },
  ])
  expect(follower.apply([change(9, 'a', 2), change(10, 'c', 1)])).toBe(0)
  expect(follower.apply([change(11, 'a', 3)])).toBe(0)
  expect(
    follower.agreesWith([
      { uuid: 'a', count: 3 },
      { uuid: 'c', count: 1 },
    ]),
  ).toBe(true)
  expect(follower.agreesWith([{ uuid: 'a', count: 4 }])).toBe(false)
  expect(follower.agreesWith([{ uuid: 'd', count: 1 }])).toBe(false)
})

test('changes that were left out or sent twice are counted, also across frames', () => {
  const follower = followAlerts()
  follower.begin([])
  expect(follower.apply([change(1, 'a', 1), change(4, 'a', 4)])).toBe(2)
  expect(follower.apply([change(4, 'a', 4)])).toBe(1)
})

test('after another snapshot the order starts again, and removed alerts are forgotten', () => {
  const follower = followAlerts()
  follower.begin([])
  follower.apply([change(1, 'a', 1)])
  follower.begin([{ uuid: 'b', count: 1 }])
  expect(follower.apply([change(90, 'b', 2)])).toBe(0)
  expect(follower.agreesWith([{ uuid: 'a', count: 1 }])).toBe(false)
})
