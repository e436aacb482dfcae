import { expect, test } from 'vitest'
import { coveredAt, laidFrozen } from './frozen.ts'

const column = (key: string, width: number) => ({ key, title: key, width, render: () => null })
const [number, title, note, date] = [column('number', 50), column('title', 200), column('note', 80), column('date', 90)]
const columns = [number, title, note, date]
const lefts = (laid: ReturnType<typeof laidFrozen>) => laid.map(({ column: { key }, left }) => [key, left])

test('[SHEET-8] the first columns stay side by side at their widths, the others scroll', () => {
  const laid = laidFrozen(columns, columns, { title: 260 }, 3)
  expect(lefts(laid)).toEqual([
    ['number', 0],
    ['title', 50],
    ['note', 310],
    ['date', undefined],
  ])
  expect(laid.map(({ width }) => width)).toEqual([50, 260, 80, 90])
})

test('[SHEET-8] where a column that stays is hidden, those beside it move up, and no other one stays instead', () => {
  expect(lefts(laidFrozen(columns, [number, note, date], {}, 2))).toEqual([
    ['number', 0],
    ['note', undefined],
    ['date', undefined],
  ])
})

test('[SHEET-8] columns that stay cover the others, and not one another', () => {
  const laid = laidFrozen(columns, columns, {}, 2)
  expect(coveredAt(laid, 'date')).toBe(250)
  expect(coveredAt(laid, 'title')).toBeUndefined()
})
