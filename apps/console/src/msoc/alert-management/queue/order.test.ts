import type { AlertOrder } from '@carapace/shared/msoc/alerts/alerts'
import { describe, expect, test } from 'vitest'
import { aChange, aLeaving, anAlert, timeAt, uuidOf } from '../an-alert.ts'
import { byPlace, placeIn } from './order.ts'
import { changed, emptyQueue, opened, type Queue, shown, swept } from './queue.ts'
import { lengthOf, nextRead, paged } from './queue-paging.ts'

const numbers = (queue: Queue) => queue.order.map((uuid) => queue.entries.get(uuid)?.alert.number)
const inOrder = (sort: AlertOrder, risks: readonly number[], total = risks.length) =>
  opened(
    {
      alerts: risks.map((risk, n) => anAlert(n + 1, { risk })),
      total,
      next_cursor: total > risks.length ? 'c0' : null,
    },
    'e1',
    { ...emptyQueue, sort },
  )

describe('places', () => {
  const alerts = [
    anAlert(1, { risk: 10, severity: 'low', count: 9 }),
    anAlert(2, { risk: 90, severity: 'critical', count: 1 }),
    anAlert(3, { risk: 90, severity: 'high', count: 4, first_seen: timeAt(0) }),
  ]
  test.for<{ sort: AlertOrder; order: number[] }>([
    { sort: 'newest', order: [3, 2, 1] },
    { sort: 'oldest', order: [3, 1, 2] },
    { sort: 'risk', order: [3, 2, 1] },
    { sort: 'severity', order: [2, 3, 1] },
    { sort: 'count', order: [1, 3, 2] },
  ])('[QUEUE-62] $sort', ({ sort, order }) => {
    expect(alerts.toSorted((a, b) => byPlace(placeIn(sort, a), placeIn(sort, b))).map(({ number }) => number)).toEqual(
      order,
    )
  })
})

describe('orders other than by time', () => {
  test('[QUEUE-63] waiting alerts are inserted according to the order', () => {
    const queue = changed(inOrder('risk', [90, 50, 20]), [
      aChange('raise', anAlert(8, { risk: 60 })),
      aChange('raise', anAlert(9, { risk: 5 })),
    ])
    expect(numbers(queue)).toEqual([1, 2, 3])
    expect(numbers(shown(queue))).toEqual([1, 8, 2, 3, 9])
  })

  test('[QUEUE-63] an alert that ranks below the floor waits for its page', () => {
    const queue = changed(inOrder('risk', [90, 50], 9), [aChange('raise', anAlert(8, { risk: 20 }))])
    expect(queue.held.size).toBe(0)
  })

  test('[QUEUE-63] the next page continues where the snapshot ended, without repeats', () => {
    const queue = inOrder('risk', [90, 50], 4)
    expect(nextRead(queue, { first: 0, last: 1 })).toEqual({ cursor: 'c0' })
    const longer = paged(queue, {
      alerts: [anAlert(2, { risk: 50 }), anAlert(3, { risk: 20 })],
      next_cursor: 'c1',
      total: 4,
    })
    expect(numbers(longer)).toEqual([1, 2, 3])
    expect(nextRead(longer, { first: 0, last: 1 })).toEqual({ cursor: 'c1' })
  })
})

describe('the length of the list', () => {
  const long = () => opened({ alerts: [anAlert(9), anAlert(8)], total: 40, next_cursor: 'c0' }, 'e1')

  test('[QUEUE-71] the list has room for all that match', () => {
    expect(lengthOf(long())).toBe(40)
    expect(lengthOf(opened({ alerts: [anAlert(9)], total: 1, next_cursor: null }, 'e1'))).toBe(1)
  })

  test('[QUEUE-72] an alert that waits above has no row, an alert that left still has a row', () => {
    const waiting = changed(long(), [aChange('raise', anAlert(20)), aLeaving(9, 30)])
    expect([waiting.total, waiting.left, lengthOf(waiting)]).toEqual([40, 1, 40])
  })
})

test('[QUEUE-70] rows that left are removed, waiting alerts keep waiting', () => {
  const queue = swept(
    changed(opened({ alerts: [anAlert(9), anAlert(8)], total: 2, next_cursor: null }, 'e1'), [
      aLeaving(9, 30),
      aChange('raise', anAlert(40)),
    ]),
  )
  expect([numbers(queue), queue.left, [...queue.held.keys()]]).toEqual([[8], 0, [uuidOf(40)]])
})
