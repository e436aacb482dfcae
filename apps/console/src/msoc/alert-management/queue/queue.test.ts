import { describe, expect, test } from 'vitest'
import { aChange, aLeaving, anAlert, timeAt, uuidOf } from '../an-alert.ts'
import { newsOf } from './news.ts'
import {
  acting,
  answered,
  changed,
  freshened,
  leftBehind,
  mostHeld,
  opened,
  type Queue,
  restored,
  shown,
} from './queue.ts'

const numbers = (queue: Queue) => queue.order.map((uuid) => queue.entries.get(uuid)?.alert.number)
const row = (queue: Queue, n: number) => queue.entries.get(uuidOf(n))
const listOf = (...ns: number[]) =>
  opened({ alerts: ns.map((n) => anAlert(n)), total: ns.length, next_cursor: null }, 'e1')

describe('a snapshot', () => {
  test('[QUEUE-1] rows are ordered by when they were last seen, latest first', () => {
    expect(numbers(listOf(2, 3, 1))).toEqual([3, 2, 1])
  })

  test('[QUEUE-2] an incomplete snapshot has the cursor for the rest', () => {
    expect(opened({ alerts: [anAlert(9), anAlert(8)], total: 40, next_cursor: 'c0' }, 'e1').rest).toEqual({
      floor: [Date.parse(timeAt(8)), 0],
      cursor: 'c0',
    })
    expect(listOf(9, 8).rest).toBeNull()
  })
})

describe('changes in place', () => {
  test('[QUEUE-3] a repeat increases the count, and the row stays in place', () => {
    const queue = changed(listOf(3, 2, 1), [aChange('count', anAlert(1, { seq: 10, count: 7, last_seen: timeAt(99) }))])
    expect(numbers(queue)).toEqual([3, 2, 1])
    expect(row(queue, 1)?.alert.count).toBe(7)
    expect(newsOf(queue)).toMatchObject({ arrived: 0, repeated: 0 })
  })

  test('[QUEUE-4] a state older than the row is ignored', () => {
    const newer = freshened(listOf(1), [anAlert(1, { seq: 12, status: 'PENDING' })])
    const queue = changed(newer, [aChange('status', anAlert(1, { seq: 11, status: 'ASSIGNED' })), aLeaving(1, 11)])
    expect(row(queue, 1)).toMatchObject({ left: false, alert: { status: 'PENDING' } })
  })

  test('[QUEUE-4] of two changes in one burst the later one wins', () => {
    const queue = changed(listOf(1), [
      aChange('count', anAlert(1, { seq: 10, count: 2 })),
      aChange('count', anAlert(1, { seq: 11, count: 3 })),
    ])
    expect(row(queue, 1)?.alert.count).toBe(3)
  })
})

describe('arrivals', () => {
  test('[QUEUE-5] a new alert waits above the list and moves no row', () => {
    const queue = changed(listOf(2, 1), [aChange('raise', anAlert(3, { severity: 'critical' }))])
    expect(numbers(queue)).toEqual([2, 1])
    expect(newsOf(queue)).toEqual({ arrived: 1, bySeverity: [['critical', 1]], repeated: 0, left: 0 })
    expect(queue.total).toBe(3)
  })

  test('[QUEUE-5] the bar counts by severity, most severe first', () => {
    const severities = ['high', 'medium', 'critical', 'high'] as const
    const queue = changed(
      listOf(1),
      severities.map((severity, n) => aChange('raise', anAlert(10 + n, { severity }))),
    )
    expect(newsOf(queue).bySeverity).toEqual([
      ['critical', 1],
      ['high', 2],
      ['medium', 1],
    ])
  })

  test('[QUEUE-5] changes of a waiting alert show once it is shown', () => {
    const queue = changed(listOf(1), [
      aChange('raise', anAlert(3)),
      aChange('acknowledge', anAlert(3, { seq: 4, acknowledged_at: timeAt(5) })),
      aChange('raise', anAlert(5)),
      aLeaving(5, 6),
    ])
    expect(newsOf(queue).arrived).toBe(1)
    expect(queue.total).toBe(2)
    expect(row(shown(queue), 3)?.alert.acknowledged_at).toBe(timeAt(5))
  })

  test('[QUEUE-6] a repeat of an alert below the loaded rows also waits above, marked as repeated', () => {
    const short = opened({ alerts: [anAlert(9), anAlert(8)], total: 40, next_cursor: 'c0' }, 'e1')
    const queue = changed(short, [aChange('count', anAlert(3, { seq: 50, last_seen: timeAt(50) }))])
    expect(newsOf(queue)).toMatchObject({ arrived: 0, repeated: 1 })
    expect(queue.total).toBe(40)
  })

  test('[QUEUE-6] a change of an alert on a page that is still loading waits for the page', () => {
    const short = opened({ alerts: [anAlert(9), anAlert(8)], total: 40, next_cursor: 'c0' }, 'e1')
    expect(newsOf(changed(short, [aChange('status', anAlert(3, { seq: 50 }))])).arrived).toBe(0)
  })

  test('[QUEUE-7] showing puts waiting alerts on top, latest first, and keeps the order below', () => {
    const queue = changed(listOf(2, 1), [
      aChange('count', anAlert(1, { seq: 10, last_seen: timeAt(90) })),
      aChange('raise', anAlert(11)),
      aChange('raise', anAlert(12)),
    ])
    expect(numbers(shown(queue))).toEqual([12, 11, 2, 1])
    expect(newsOf(shown(queue)).arrived).toBe(0)
  })

  test('[QUEUE-8] a flood is counted in full and kept in part', () => {
    const flood = Array.from({ length: mostHeld + 20 }, (_, n) => aChange('raise', anAlert(100 + n)))
    const queue = changed(listOf(1), flood)
    expect(queue.held.size).toBe(mostHeld)
    expect(queue.crowded).toBe(true)
    expect(newsOf(queue).arrived).toBe(mostHeld + 20)
  })
})

describe('leaving', () => {
  test('[QUEUE-9] a row that stops matching stays in place until the new ones are shown', () => {
    const queue = changed(listOf(3, 2, 1), [aLeaving(2, 10)])
    expect(numbers(queue)).toEqual([3, 2, 1])
    expect(row(queue, 2)?.left).toBe(true)
    expect(newsOf(queue).left).toBe(1)
    expect(queue.total).toBe(2)
    expect(numbers(shown(queue))).toEqual([3, 1])
  })

  test('[QUEUE-9] it is removed as soon as the cursor leaves it', () => {
    const queue = changed(listOf(3, 2, 1), [aLeaving(2, 10)])
    expect(numbers(leftBehind(queue, uuidOf(2)))).toEqual([3, 1])
    expect(leftBehind(queue, uuidOf(3))).toBe(queue)
  })

  test('[QUEUE-9] a row that matches again is restored in place', () => {
    const queue = changed(listOf(2, 1), [aLeaving(2, 10), aChange('reopen', anAlert(2, { seq: 11 }))])
    expect(row(queue, 2)?.left).toBe(false)
    expect(queue.total).toBe(2)
  })

  test("[QUEUE-10] a row that leaves by the analyst's own change is removed at once", () => {
    const closing = answered(
      acting(listOf(3, 2, 1), [uuidOf(2)]),
      [uuidOf(2)],
      [anAlert(2, { seq: 10, status: 'CLOSED' })],
    )
    expect(numbers(closing)).toEqual([3, 2, 1])
    expect(numbers(changed(closing, [aLeaving(2, 10)]))).toEqual([3, 1])
  })

  test('[QUEUE-10] later changes by other users are marked as usual', () => {
    const acknowledged = answered(acting(listOf(2, 1), [uuidOf(2)]), [uuidOf(2)], [anAlert(2, { seq: 10 })])
    expect(row(changed(acknowledged, [aLeaving(2, 11)]), 2)?.left).toBe(true)

    const refused = answered(acting(listOf(2, 1), [uuidOf(2)]), [uuidOf(2)], [])
    expect(row(changed(refused, [aLeaving(2, 11)]), 2)?.left).toBe(true)
  })

  test('[QUEUE-10] an alert restored by the analyst returns to its former position', () => {
    const closed = changed(acting(listOf(3, 2, 1), [uuidOf(2)]), [aLeaving(2, 10)])
    const queue = changed(closed, [aChange('reopen', anAlert(2, { seq: 11 }))])
    expect(numbers(queue)).toEqual([3, 2, 1])
    expect(newsOf(queue).arrived).toBe(0)
    expect(queue.total).toBe(3)
  })

  test('[QUEUE-10] the undo response and the channel together restore it once', () => {
    const closed = changed(acting(listOf(3, 2, 1), [uuidOf(2)]), [aLeaving(2, 10)])
    const reopened = anAlert(2, { seq: 11 })
    const queue = changed(restored(closed, [reopened]), [aChange('reopen', reopened)])
    expect(numbers(queue)).toEqual([3, 2, 1])
    expect(queue.total).toBe(3)
  })
})
