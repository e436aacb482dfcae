import { expect, test } from 'vitest'
import { comparisonText, mostChanged } from './compared.ts'

const comparison = { version: 2, by_vehicle: {}, gained_examples: [], lost_examples: [] }

test('[RULE-UI-25] a comparison states how many hits are new and how many are gone', () => {
  expect(comparisonText({ ...comparison, hits: 1_200, gained: 3, lost: 1 })).toBe(
    'v2 has 1,200 hits, of which 1 is gone. 3 hits are new.',
  )
  expect(comparisonText({ ...comparison, hits: 1, gained: 1, lost: 0 })).toBe(
    'v2 has 1 hit, of which 0 are gone. 1 hit is new.',
  )
  expect(comparisonText({ ...comparison, hits: 4, gained: 0, lost: 0 })).toBe('v2 has the same 4 hits.')
})

test('[RULE-UI-25] the vehicles with the most differences come first', () => {
  const byVehicle = { B: { gained: 1, lost: 0 }, A: { gained: 0, lost: 1 }, C: { gained: 2, lost: 2 } }
  expect(mostChanged(byVehicle, 2)).toEqual([
    { vin: 'C', gained: 2, lost: 2 },
    { vin: 'A', gained: 0, lost: 1 },
  ])
})
