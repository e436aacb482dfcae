import { expect, test } from 'vitest'
import { createReach } from './reach.ts'

const reachAt = (now: number, { storedUntil = now, waitingSince = undefined as number | undefined, trouble = '' }) =>
  createReach(
    { trouble: () => trouble || undefined, storedUntil: () => storedUntil, waitingSince: () => waitingSince },
    () => now,
  )

test('[OWN-GAP-4] what is known ends where the broker has unread events, or where senders wait', () => {
  expect(reachAt(100_000, { storedUntil: 90_000 }).until()).toBe(90_000)
  expect(reachAt(100_000, { storedUntil: 90_000, waitingSince: 88_000 }).until()).toBe(88_000)
})

test('[OWN-GAP-2] a broker that does not answer, or events that wait long, are trouble', () => {
  expect(reachAt(100_000, { storedUntil: 90_000 }).trouble()).toBeUndefined()
  expect(reachAt(100_000, { storedUntil: 90_000, trouble: 'Kafka does not answer' }).trouble()).toBe(
    'Kafka does not answer',
  )
  expect(reachAt(100_000, { storedUntil: 84_000 }).trouble()).toBe('events wait at the broker')
  expect(reachAt(100_000, { waitingSince: 84_000 }).trouble()).toBe('events wait at the broker')
})
