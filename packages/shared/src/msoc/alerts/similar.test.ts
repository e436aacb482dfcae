import { expect, test } from 'vitest'
import type { Observable } from './alerts.ts'
import { countSimilar, similarBy } from './similar.ts'

const id: Observable = { kind: 'arbitration_id', value: '0x2C1' }
const address: Observable = { kind: 'address', value: '10.0.0.9' }
const vin: Observable = { kind: 'vin', value: 'WAUZZZ' }
const ecu: Observable = { kind: 'ecu', value: 'gateway' }
const bus: Observable = { kind: 'bus', value: 'can0' }
const idsEvent: Observable = { kind: 'ids_event', value: '0x8002' }

test('[SIMILAR-1] a shared vehicle, ECU, bus or rule does not make two alerts similar', () => {
  expect(similarBy([vin, ecu, bus, idsEvent, id])).toEqual([id])
})

test('[SIMILAR-2] an alert that shares two observables is counted once, and an alert never counts itself', () => {
  const holders = new Map([
    ['arbitration_id:0x2C1', [1, 2, 3]],
    ['address:10.0.0.9', [1, 3, 4]],
    ['vin:WAUZZZ', [9]],
  ])
  expect(
    countSimilar(
      [
        { number: 1, observables: [vin, id, address] },
        { number: 7, observables: [id] },
        { number: 8, observables: [vin] },
      ],
      holders,
      1_000,
    ),
  ).toEqual([3, 3, 0])
})

test('[SIMILAR-2] counting stops at the maximum, whether or not the alert is among those found', () => {
  const holders = new Map([['arbitration_id:0x2C1', [1, 2, 3]]])
  expect(
    countSimilar(
      [
        { number: 1, observables: [id] },
        { number: 9, observables: [id] },
      ],
      holders,
      2,
    ),
  ).toEqual([2, 2])
})
