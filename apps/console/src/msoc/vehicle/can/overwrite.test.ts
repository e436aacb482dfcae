import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { expect, test } from 'vitest'
import { inOrder, type Latest, mostIds, overwrite } from './overwrite.ts'

const frame = (id: number, data: string, ms: number, bus = 'can0'): CanFrameRow => ({
  ts: new Date(ms).toISOString(),
  bus,
  id,
  ext: false,
  fd: false,
  rtr: false,
  data,
})

test('[VEHICLE-UI-8] the latest frame of an id is shown, with its count, its rate and the changed bytes', () => {
  const table = new Map<string, Latest>()
  overwrite(table, [frame(0x2c1, '1260', 0), frame(0x2c1, '1261', 20), frame(0x1a4, 'FF', 5), frame(0x2c1, '1261', 40)])
  const [first, second] = inOrder(table)
  expect(first).toMatchObject({ count: 1, rate: 0, changed: [] })
  expect(second).toMatchObject({ count: 3, changed: [false, false] })
  expect(second!.rate).toBeCloseTo(50)
})

test('[VEHICLE-UI-8] the same id on two buses is two rows, by bus and id', () => {
  const table = new Map<string, Latest>()
  overwrite(table, [frame(2, '00', 0, 'can1'), frame(1, '00', 0, 'can1'), frame(2, '00', 0)])
  expect(inOrder(table).map(({ key }) => key)).toEqual(['can0 2', 'can1 1', 'can1 2'])
})

test('[VEHICLE-UI-9] a fuzzer does not fill the page, and ids without room are counted', () => {
  const table = new Map<string, Latest>()
  expect(
    overwrite(
      table,
      Array.from({ length: mostIds + 5 }, (_, id) => frame(id, '', 0)),
    ),
  ).toBe(5)
  expect(table.size).toBe(mostIds)
  expect(overwrite(table, [frame(0, '01', 1)])).toBe(0)
})
