import { expect, test, vi } from 'vitest'

vi.mock('./call.ts', () => ({ call: vi.fn<() => void>(), messageOf: String }))
vi.mock('../session/session.ts', () => ({ session: { subscribe: () => undefined } }))

const { extended, refreshed } = await import('./use-growing-list.ts')

const below = (rows: readonly number[], top: readonly number[], hasMore: boolean) =>
  hasMore ? [...top, ...rows.filter((row) => row < top.at(-1)!)] : top

test('[REQUEST-7] the first page that is requested again leaves the pages below it, and their end', () => {
  const known = { rows: [8, 7, 6, 5], next: '5', total: 6 }
  expect(refreshed(known, { rows: [9, 8], next: '8', total: 7 }, below)).toEqual({
    rows: [9, 8, 7, 6, 5],
    next: '5',
    total: 7,
  })
  expect(refreshed(known, { rows: [9], next: null, total: 1 }, below)).toEqual({ rows: [9], next: null, total: 1 })
  expect(refreshed(undefined, { rows: [9], next: '9' }, below)).toEqual({ rows: [9], next: '9' })
})

test('[REQUEST-7] a further page adds the rows that are not there yet, once', () => {
  const known = { rows: [8, 7], next: '7', total: 4 }
  const page = { rows: [7, 6], next: '6' }
  const longer = extended(known, '7', page, String)
  expect(longer).toEqual({ rows: [8, 7, 6], next: '6', total: 4 })
  expect(extended(longer, '7', page, String)).toBe(longer)
})
