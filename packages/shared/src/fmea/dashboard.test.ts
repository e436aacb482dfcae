import { expect, test } from 'vitest'
import { type FmeaAction, openActions, priorityCounts, type RatedFailure, rpnPareto, topFailures } from './dashboard.ts'
import { defaultProfile } from './default-profile.ts'
import { apOf } from './rating-profile.ts'

function failure(id: string, s: number | null, o: number | null, d: number | null): RatedFailure {
  const ratings = { severity: s, occurrence: o, detection: d }
  return { id, title: `Failure ${id}`, ratings, priority: apOf(defaultProfile, s, o, d) }
}
const failures = [
  failure('a', 5, 5, 8), // 200, M
  failure('b', 10, 5, 4), // 200, H
  failure('c', 2, 5, 10), // 100, L
  failure('d', 9, null, 4),
  failure('e', 10, 4, 5), // 200, H
]
const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id).join('')

test('[FMEA-9] failures are counted by action priority, those that are not rated separately', () => {
  expect(priorityCounts(failures)).toEqual({ H: 2, M: 1, L: 1, none: 1 })
  expect(priorityCounts([])).toEqual({ H: 0, M: 0, L: 0, none: 0 })
})

test('[FMEA-10] a Pareto has the highest numbers first, and shares of all that are rated', () => {
  const bars = rpnPareto(failures, 3)
  expect(ids(bars.map((bar) => bar.failure))).toBe('bea')
  expect(bars.map((bar) => bar.cumulated)).toEqual([200 / 700, 400 / 700, 600 / 700])
  expect(rpnPareto(failures, 10).at(-1)).toMatchObject({ rpn: 100, cumulated: 1 })
  expect(rpnPareto([failure('x', null, 1, 1)], 10)).toEqual([])
})

test('[FMEA-11] the top failures are those with the highest priority, then the most severe', () => {
  // f has the lower number (9 x 6 x 1 = 54), but is high; a is only medium with 200
  expect(ids(topFailures([...failures, failure('f', 9, 6, 1)], 4))).toBe('befa')
  expect(ids(topFailures(failures, 10))).toBe('beac')
})

const action = (id: string, due: string | null, more: Partial<FmeaAction> = {}): FmeaAction => ({
  id,
  title: id,
  due,
  isClosed: false,
  priority: null,
  ...more,
})

test('[FMEA-12] open actions are grouped by their day, the earliest and most urgent first', () => {
  const groups = openActions(
    [
      action('f', '2026-04-01'),
      action('a', '2026-02-28'),
      action('b', '2026-03-01'),
      action('c', '2026-03-08'),
      action('d', '2026-03-09'),
      action('e', '2026-03-31'),
      action('g', null),
      action('h', '2026-02-01', { isClosed: true }),
      action('i', '2026-03-08', { priority: 'H' }),
      action('j', '2026-03-08', { priority: 'L' }),
    ],
    '2026-03-01',
  )
  expect(Object.entries(groups).map(([group, some]) => `${group} ${ids(some)}`)).toEqual([
    'overdue a',
    'week bijc',
    'month de',
    'later f',
    'undated g',
  ])
})
