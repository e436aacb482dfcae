import { expect, test } from 'vitest'
import { aCase } from './a-case.ts'
import { caseId, patched, withTop } from './list.ts'

const row = (number: number, title = 'a') => aCase(number, { title })

test('a case is displayed by its number', () => {
  expect(caseId({ number: 1204 })).toBe('CAS-1204')
})

test('[CASE-UI-3] a change is applied in place, and leaves the other cases unchanged', () => {
  const rows = [row(3), row(2), row(1)]
  expect(patched(rows, [row(2, 'b'), null]).map(({ number, title }) => [number, title])).toEqual([
    [3, 'a'],
    [2, 'b'],
    [1, 'a'],
  ])
  expect(patched(rows, [row(9)])).toBe(rows)
})

test('[CASE-UI-3] reading the top again keeps the rows loaded below it, without duplicates', () => {
  const rows = [row(4), row(3), row(2), row(1)]
  expect(withTop(rows, [row(5), row(3)], true).map(({ number }) => number)).toEqual([5, 3, 2, 1])
  expect(withTop(rows, [row(5)], false).map(({ number }) => number)).toEqual([5])
  expect(withTop(rows, [], false)).toEqual([])
})
