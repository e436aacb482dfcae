import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { describe, expect, test } from 'vitest'
import { aChange, anAlert, moment, uuidOf } from './an-alert.ts'
import { newsOf } from './news.ts'
import { changed, opened, type Queue, shown } from './queue.ts'
import { mustReread, nextPage, paged, resumed } from './queue-paging.ts'

const numbers = (queue: Queue) => queue.order.map((uuid) => queue.entries.get(uuid)?.alert.number)
const alertsOf = (...ns: number[]): Alert[] => ns.map((n) => anAlert(n))
const short = () => opened({ alerts: alertsOf(9, 8), total: 5 }, 'e1')

describe('paging', () => {
  test('[AQ11] the first page begins at the snapshot\'s last moment, the next ones at their cursor', () => {
    expect(nextPage(short(), 100)).toEqual({ to: String(Date.parse(moment(8)) + 1) })
    const queue = paged(short(), { alerts: alertsOf(8, 7), next_cursor: 'c1', total: 5 })
    expect(nextPage(queue, 100)).toEqual({ cursor: 'c1' })
  })

  test('[AQ11] what a page repeats is not doubled, and what is newer here holds', () => {
    const bumped = changed(short(), [aChange('count', anAlert(8, { seq: 20, count: 4 }))])
    const queue = paged(bumped, { alerts: alertsOf(8, 7, 6), next_cursor: null, total: 5 })
    expect(numbers(queue)).toEqual([9, 8, 7, 6])
    expect(queue.entries.get(uuidOf(8))?.alert.count).toBe(4)
    expect(nextPage(queue, 100)).toBeUndefined()
  })

  test('[AQ11] an alert that was seen again while its page was on the way is in the list once', () => {
    const waiting = changed(short(), [aChange('count', anAlert(7, { seq: 30, last_seen: moment(30) }))])
    const queue = paged(waiting, { alerts: alertsOf(7, 6), next_cursor: null, total: 5 })
    expect(numbers(queue)).toEqual([9, 8, 6])
    expect(numbers(shown(queue))).toEqual([7, 9, 8, 6])
  })

  test('[AQ12] a list that is as long as it gets asks for no more', () => {
    expect(nextPage(short(), 2)).toBeUndefined()
  })
})

describe('a snapshot in use', () => {
  test('[AQ13] rows keep their places, and what came meanwhile waits above', () => {
    const queue = resumed(opened({ alerts: alertsOf(3, 2, 1), total: 3 }, 'e1'), {
      alerts: [anAlert(7), anAlert(1, { seq: 6, last_seen: moment(6), count: 2 }), ...alertsOf(3, 2)], total: 4,
    }, 'e1')
    expect(numbers(queue)).toEqual([3, 2, 1])
    expect(queue.entries.get(uuidOf(1))?.alert.count).toBe(2)
    expect(newsOf(queue).arrived).toBe(1)
  })

  test('[AQ13] rows that the snapshot should hold and does not have left', () => {
    const queue = resumed(opened({ alerts: alertsOf(3, 2, 1), total: 3 }, 'e1'), { alerts: alertsOf(3, 1), total: 2 }, 'e1')
    expect(queue.entries.get(uuidOf(2))?.left).toBe(true)
    expect(queue.entries.get(uuidOf(1))?.left).toBe(false)
  })

  test('[AQ14] rows below a snapshot are read again, page by page, and nothing is lost', () => {
    const long = opened({ alerts: alertsOf(5, 4, 3, 2, 1), total: 5 }, 'e1')
    const half = resumed(long, { alerts: alertsOf(5, 4), total: 4 }, 'e1')
    expect(numbers(half)).toEqual([5, 4, 3, 2, 1])
    expect(mustReread(half)).toBe(true)
    expect(newsOf(half).left).toBe(0)

    const queue = paged(half, { alerts: alertsOf(4, 3, 1), next_cursor: null, total: 4 })
    expect(mustReread(queue)).toBe(false)
    expect(queue.entries.get(uuidOf(2))?.left).toBe(true)
    expect(queue.entries.get(uuidOf(1))?.left).toBe(false)
  })

  test('[AQ14] what came meanwhile and did not fit the snapshot waits above too', () => {
    const half = resumed(opened({ alerts: alertsOf(2, 1), total: 2 }, 'e1'), { alerts: alertsOf(6, 5), total: 6 }, 'e1')
    const queue = paged(half, { alerts: alertsOf(4, 3, 2, 1), next_cursor: null, total: 6 })
    expect(numbers(queue)).toEqual([2, 1])
    expect(numbers(shown(queue))).toEqual([6, 5, 4, 3, 2, 1])
  })

  test('[AQ14] another history starts the list over', () => {
    const queue = resumed(opened({ alerts: alertsOf(9, 8), total: 2 }, 'e1'), { alerts: alertsOf(2, 1), total: 2 }, 'e2')
    expect(numbers(queue)).toEqual([2, 1])
    expect(newsOf(queue)).toMatchObject({ arrived: 0, left: 0 })
  })
})
