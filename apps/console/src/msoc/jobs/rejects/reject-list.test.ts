import { expect, test } from 'vitest'
import { refreshIntervalMs, isRetryable, withLatest, type Reject } from './reject-list.ts'

const reject = (id: number, state: Reject['state'] = 'KEPT'): Reject => ({
  id,
  state,
  at: new Date(id * 1_000).toISOString(),
  retried_by: null,
  retried_at: null,
  retry_reason: null,
  source: 'http',
  vehicle: null,
  line: null,
  reason: 'r',
  event: '{}',
})

test('[REJECT-UI-4] the top is read again and the rows loaded below it stay, without duplicates', () => {
  const before = [reject(4), reject(3), reject(2), reject(1)]
  expect(withLatest(before, [reject(5), reject(3, 'STORED')], true).map(({ id, state }) => [id, state])).toEqual([
    [5, 'KEPT'],
    [3, 'STORED'],
    [2, 'KEPT'],
    [1, 'KEPT'],
  ])
  expect(withLatest(before, [reject(5)], false).map(({ id }) => id)).toEqual([5])
  expect(withLatest(undefined, [reject(5)], true).map(({ id }) => id)).toEqual([5])
})

test('[REJECT-UI-4] while an event is being retried, the list is read often', () => {
  expect(refreshIntervalMs(true)).toBe(2_000)
  expect(refreshIntervalMs(false)).toBeGreaterThan(refreshIntervalMs(true))
})

test('[REJECT-UI-5] only an event that is stored as rejected or was rejected again can be sent again', () => {
  expect((['KEPT', 'RETRYING', 'STORED', 'REFUSED'] as const).map((state) => isRetryable({ state }))).toEqual([
    true,
    false,
    false,
    true,
  ])
})
