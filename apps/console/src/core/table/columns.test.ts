import { expect, test } from 'vitest'
import { bounded, laidOut, nothingChosen, shownOf, sortAfter } from './columns.ts'

const vin = { key: 'vin', width: 100, always: true }
const model = { key: 'model', width: 50, grow: 1, priority: 1 }
const agent = { key: 'agent', width: 50, grow: 3, priority: 2 }
const uuid = { key: 'uuid', width: 50, extra: true }
const widthsOf = (laid: ReturnType<typeof laidOut>) => laid.map(({ column, width }) => [column.key, width])

test('[TABLE-1] extra columns are hidden until chosen; a column that is always shown cannot be hidden', () => {
  expect(shownOf([vin, model, uuid], nothingChosen)).toEqual([vin, model])
  expect(shownOf([vin, model, uuid], { widths: {}, shown: { vin: false, model: false, uuid: true } })).toEqual([
    vin,
    uuid,
  ])
})

test('[TABLE-2] the remaining width goes to growing columns, by their shares', () => {
  expect(widthsOf(laidOut([vin, model, agent], nothingChosen, 240))).toEqual([
    ['vin', 100],
    ['model', 60],
    ['agent', 80],
  ])
})

test('[TABLE-2] a dragged width stays fixed, and takes no share', () => {
  expect(widthsOf(laidOut([vin, model, agent], { shown: {}, widths: { agent: 70 } }, 240))).toEqual([
    ['vin', 100],
    ['model', 70],
    ['agent', 70],
  ])
})

test('[TABLE-3] columns are hidden by priority before any shrinks; columns without priority stay', () => {
  expect(widthsOf(laidOut([vin, model, agent], nothingChosen, 160))).toEqual([
    ['vin', 100],
    ['model', 60],
  ])
  expect(widthsOf(laidOut([vin, model, agent], nothingChosen, 20))).toEqual([['vin', 100]])
})

test('[TABLE-3] a table that has not been measured shows all its columns', () => {
  expect(widthsOf(laidOut([vin, model, agent], nothingChosen, 0))).toHaveLength(3)
})

test('[TABLE-4] numbers start with the greatest, words with the first, a second click reverses the order', () => {
  expect(sortAfter(undefined, { key: 'risk', numeric: true })).toEqual({ key: 'risk', order: 'desc' })
  expect(sortAfter({ key: 'risk', order: 'desc' }, { key: 'vin' })).toEqual({ key: 'vin', order: 'asc' })
  expect(sortAfter({ key: 'vin', order: 'asc' }, { key: 'vin' })).toEqual({ key: 'vin', order: 'desc' })
})

test('[TABLE-2] a dragged width stays within limits', () => {
  expect([bounded(-5), bounded(99.6), bounded(1e9)]).toEqual([40, 100, 1_200])
})
