import { expect, test } from 'vitest'
import { failurePlace } from './failure-place.ts'

const caliper = { kind: 'component', title: 'Caliper' }
const press = { kind: 'function', title: 'Press the pads' }
const fit = { kind: 'process-step', title: 'Fit the seal' }

test.for([
  ['a function', press, { structure: caliper, function: press }],
  ['a process step', fit, { structure: caliper, function: fit }],
  ['a component', caliper, { structure: caliper, function: undefined }],
] as const)('[FMEA-26] the place of a failure of %s', ([, failing, place]) => {
  expect(failurePlace(failing, () => caliper)).toEqual(place)
})

test('[FMEA-26] a failure of nothing is nowhere', () => {
  expect(failurePlace(undefined, () => caliper)).toEqual({ structure: undefined, function: undefined })
})
