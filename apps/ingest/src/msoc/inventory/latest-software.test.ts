import { expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { latestSoftware } from './latest-software.ts'

const report = (vehicle: number, ts: number, version: string, ecu = 'BCM') =>
  ({
    vehicle: { id: vehicle },
    event: { kind: 'inventory', ts, ecus: [{ ecu, software: 'SW', version, hardwarePart: '', rxswin: '' }] },
  }) as unknown as Item

test('[INVENTORY-1] the newest report of each control unit holds, whatever the order in which they came', () => {
  const found = latestSoftware([report(1, 20, '2'), report(2, 5, '7'), report(1, 10, '1'), report(1, 10, '9', 'EPS')])
  expect(found.map(({ vehicle, ecu, version, ts }) => [vehicle, ecu, version, ts])).toEqual([
    [2, 'BCM', '7', 5],
    [1, 'BCM', '2', 20],
    [1, 'EPS', '9', 10],
  ])
})

test('[INVENTORY-1] of two reports of one time the later to arrive holds', () => {
  expect(latestSoftware([report(1, 10, 'first'), report(1, 10, 'second')])).toMatchObject([{ version: 'second' }])
})

test('[INVENTORY-2] a version begins with its first report in a row', () => {
  const found = latestSoftware([report(1, 1, '1'), report(1, 2, '2'), report(1, 3, '1'), report(1, 4, '1')])
  expect(found).toMatchObject([{ version: '1', since: 3, ts: 4 }])
})
