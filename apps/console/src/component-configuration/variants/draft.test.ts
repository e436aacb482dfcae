import { expect, test } from 'vitest'
import { draftOf, inputOf, withNewUnit } from './draft.ts'

test('[VARIANT-UI-8] a draft is saved without empty units and with its lists', () => {
  const draft = withNewUnit(withNewUnit(draftOf(undefined)))
  const units = draft.units.map((unit, i) => (i === 0 ? { ...unit, ecu: ' BCM ', features: 'a, b,,a' } : unit))
  expect(inputOf({ ...draft, name: ' X ', rxswins: 'R1,', built_from: '2026-01-01', units })).toEqual({
    name: 'X',
    model: '',
    market: '',
    built_from: '2026-01-01',
    built_to: null,
    description: '',
    rxswins: ['R1'],
    units: [{ ecu: 'BCM', part_uuid: null, release_uuid: null, calibration: '', features: ['a', 'b'] }],
  })
})

test('[VARIANT-UI-8] each new unit has a key of its own', () => {
  expect(withNewUnit(withNewUnit(draftOf(undefined))).units.map(({ key }) => key)).toEqual([0, 1])
})
