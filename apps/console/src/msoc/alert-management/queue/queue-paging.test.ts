import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { describe, expect, test } from 'vitest'
import { aChange, aLeaving, anAlert, timeAt, uuidOf } from '../an-alert.ts'
import { newsOf } from './news.ts'
import { changed, type Page, opened, type Queue, shown } from './queue.ts'
import { lengthOf, mostLoaded, mustReread, nextRead, paged, resumed, skipTo, trimmed, turned } from './queue-paging.ts'

const numbers = (queue: Queue) => queue.order.map((uuid) => queue.entries.get(uuid)?.alert.number)
const alertsOf = (...ns: number[]): Alert[] => ns.map((n) => anAlert(n))
/** A page of the list; its cursor is named after its last alert. */
const pageOf = (ns: readonly number[], total = ns.length, isLast = total <= ns.length): Page => ({
  alerts: alertsOf(...ns),
  total,
  next_cursor: isLast ? null : `after ${ns.at(-1)}`,
})
const listOf = (ns: readonly number[], total = ns.length) => opened(pageOf(ns, total), 'e1')
const short = () => listOf([9, 8], 5)
const nobody = new Set<string>()
const top = { first: 0, last: 1 }

describe('paging', () => {
  test('[QUEUE-11] a page begins where the previous page ended', () => {
    expect(nextRead(short(), top)).toEqual({ cursor: 'after 8' })
    expect(nextRead(paged(short(), pageOf([7, 6], 5)), top)).toEqual({ cursor: 'after 6' })
  })

  test('[QUEUE-11] repeated alerts of a page are not duplicated, and a newer local state is kept', () => {
    const bumped = changed(short(), [aChange('count', anAlert(8, { seq: 20, count: 4 }))])
    const queue = paged(bumped, { alerts: alertsOf(8, 7, 6), next_cursor: null, total: 5 })
    expect(numbers(queue)).toEqual([9, 8, 7, 6])
    expect(queue.entries.get(uuidOf(8))?.alert.count).toBe(4)
    expect(nextRead(queue, top)).toBeUndefined()
  })

  test('[QUEUE-11] an alert that was seen again while its page was loading is in the list once', () => {
    const waiting = changed(short(), [aChange('count', anAlert(7, { seq: 30, last_seen: timeAt(30) }))])
    const queue = paged(waiting, { alerts: alertsOf(7, 6), next_cursor: null, total: 5 })
    expect(numbers(queue)).toEqual([9, 8, 6])
    expect(numbers(shown(queue))).toEqual([7, 9, 8, 6])
  })
})

describe('a snapshot in use', () => {
  test('[QUEUE-13] rows keep their positions, and new alerts wait above', () => {
    const queue = resumed(
      listOf([3, 2, 1]),
      {
        alerts: [anAlert(7), anAlert(1, { seq: 6, last_seen: timeAt(6), count: 2 }), ...alertsOf(3, 2)],
        total: 4,
        next_cursor: null,
      },
      'e1',
      nobody,
    )
    expect(numbers(queue)).toEqual([3, 2, 1])
    expect(queue.entries.get(uuidOf(1))?.alert.count).toBe(2)
    expect(newsOf(queue).arrived).toBe(1)
  })

  test('[QUEUE-13] rows that the snapshot should contain but does not are marked as left', () => {
    const queue = resumed(listOf([3, 2, 1]), pageOf([3, 1]), 'e1', nobody)
    expect(queue.entries.get(uuidOf(2))?.left).toBe(true)
    expect(queue.entries.get(uuidOf(1))?.left).toBe(false)
  })

  test('[QUEUE-14] rows below a snapshot are read again, page by page, and nothing is lost', () => {
    const long = listOf([5, 4, 3, 2, 1])
    const half = resumed(long, pageOf([5, 4], 4), 'e1', nobody)
    expect(numbers(half)).toEqual([5, 4, 3, 2, 1])
    expect(mustReread(half)).toBe(true)
    expect(newsOf(half).left).toBe(0)

    const queue = paged(half, { alerts: alertsOf(4, 3, 1), next_cursor: null, total: 4 })
    expect(mustReread(queue)).toBe(false)
    expect(queue.entries.get(uuidOf(2))?.left).toBe(true)
    expect(queue.entries.get(uuidOf(1))?.left).toBe(false)
  })

  test('[QUEUE-14] new alerts that did not fit into the snapshot wait above too', () => {
    const half = resumed(listOf([2, 1]), pageOf([6, 5], 6), 'e1', nobody)
    const queue = paged(half, { alerts: alertsOf(4, 3, 2, 1), next_cursor: null, total: 6 })
    expect(numbers(queue)).toEqual([2, 1])
    expect(numbers(shown(queue))).toEqual([6, 5, 4, 3, 2, 1])
  })

  test('[QUEUE-14] another epoch resets the list', () => {
    const queue = resumed(listOf([9, 8]), pageOf([2, 1]), 'e2', nobody)
    expect(numbers(queue)).toEqual([2, 1])
    expect(newsOf(queue)).toMatchObject({ arrived: 0, left: 0 })
  })
})

describe('far from the top', () => {
  /** Alerts `from` down to `to`, of 10,000. */
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)
  const long = () => listOf(down(10_000, 9_501), 10_000)
  /** The list shows alerts 5,200 to 4,701, which are its rows 4,800 to 5,299. */
  const deep = (kept: ReadonlySet<string> = nobody) => turned(long(), pageOf(down(5_200, 4_701), 10_000), 4_800, kept)

  test('[QUEUE-74] after a jump, rows are read by their row number, then the rows around them', () => {
    expect(nextRead(long(), { first: 5_040, last: 5_060 })).toEqual({ at: 4_800 })
    expect(deep()).toMatchObject({ start: 4_800, order: { length: 500 } })
    expect(lengthOf(deep())).toBe(10_000)
    expect(nextRead(deep(), { first: 5_040, last: 5_060 })).toEqual({ cursor: 'after 4701' })
    expect(nextRead({ ...deep(), rest: null }, { first: 5_040, last: 5_060 })).toEqual({ at: 4_350 })
  })

  test('[QUEUE-74] a jump never goes beyond the last row', () => {
    expect(nextRead(long(), { first: 9_990, last: 12_000 })).toEqual({ at: 9_500 })
  })

  test('[QUEUE-74] a row number includes waiting alerts and excludes alerts that left', () => {
    const queue = changed(long(), [
      aChange('raise', anAlert(20_000)),
      aChange('raise', anAlert(20_001)),
      aLeaving(9_990, 30_000),
    ])
    expect(skipTo(queue, 5_000)).toBe(5_001)
    expect(skipTo(queue, 0)).toBe(0)
  })

  test('[QUEUE-74] a page that shares a row is joined there, although the row numbers have shifted', () => {
    const up = turned(deep(), pageOf(down(5_653, 5_154), 10_003), 4_350, nobody)
    expect(numbers(up)).toEqual(down(5_653, 4_701))
    expect(up).toMatchObject({ start: 4_347, total: 10_003 })
    const whole = turned(up, pageOf(down(10_003, 5_600), 10_003, false), 0, nobody)
    expect([whole.start, numbers(whole)[0]]).toEqual([0, 10_003])
  })

  test('[QUEUE-74] a page without a shared row replaces the shown rows, and duplicates no waiting alert', () => {
    const waiting = changed(deep(), [aChange('raise', anAlert(20_000))])
    const queue = turned(waiting, pageOf([20_000, ...down(9_000, 8_502)], 10_001), 999, nobody)
    expect([queue.start, queue.order.length, queue.held.size]).toEqual([999, 499, 1])
  })

  test('[QUEUE-74] alerts that are selected or under the cursor are kept without a row, and get their row back', () => {
    const kept = new Set([uuidOf(9_700)])
    const queue = changed(deep(kept), [aChange('status', anAlert(9_700, { seq: 20_000, status: 'PENDING' }))])
    expect(queue.entries.get(uuidOf(9_700))).toMatchObject({ apart: true, alert: { status: 'PENDING' } })
    expect(queue.entries.has(uuidOf(9_701))).toBe(false)
    const back = turned(queue, pageOf(down(10_000, 9_501), 10_000), 0, kept)
    expect(back.entries.get(uuidOf(9_700))).toMatchObject({ apart: false, alert: { status: 'PENDING' } })
    expect(back.order).toHaveLength(500)
    expect(changed(queue, [aLeaving(9_700, 20_001)]).entries.has(uuidOf(9_700))).toBe(false)
  })

  test('[QUEUE-74] changes of rows that are not loaded come with their page; new or repeated ones wait above', () => {
    const queue = changed(deep(), [
      aChange('status', anAlert(9_000, { seq: 20_000 })),
      aChange('count', anAlert(9_100, { seq: 20_001, last_seen: timeAt(20_001) })),
      aChange('raise', anAlert(20_002)),
    ])
    expect(newsOf(queue)).toMatchObject({ arrived: 1, repeated: 1 })
    expect(queue.total).toBe(10_001)
  })

  test('[QUEUE-12] rows far from the visible ones are unloaded, and are read again later', () => {
    const full = { ...listOf(down(10_000, 10_000 - mostLoaded - 99), 10_000) }
    const lower = trimmed(full, { first: 4_000, last: 4_020 }, nobody)
    expect([lower.start, numbers(lower)[0], lower.entries.size]).toEqual([100, 9_900, mostLoaded])
    const upper = trimmed(full, { first: 3, last: 20 }, nobody)
    expect([upper.start, numbers(upper).at(-1)]).toEqual([0, 10_000 - mostLoaded + 1])
    expect(nextRead(upper, { first: 3_500, last: 3_520 })).toEqual({ at: mostLoaded - 50 })
    expect(numbers(turned(upper, pageOf(down(6_050, 5_551), 10_000), mostLoaded - 50, nobody)).at(-1)).toBe(5_551)
  })

  test('[QUEUE-74] a snapshot during use restarts the list at its top, and the visible rows are read again', () => {
    const kept = new Set([uuidOf(5_000)])
    const queue = resumed(deep(), pageOf(down(10_000, 9_501), 10_000), 'e1', kept)
    expect([queue.start, queue.entries.get(uuidOf(5_000))?.apart]).toEqual([0, true])
    expect(nextRead(queue, { first: 5_040, last: 5_060 })).toEqual({ at: 4_800 })
  })
})
