import { expect, test } from 'vitest'
import { failurePlace } from './failure-place.ts'

const caliper = { kind: 'component', title: 'Caliper' }
const pad = { kind: 'component', title: 'Pad' }
const press = { kind: 'function', title: 'Press the pads' }
const fit = { kind: 'process-step', title: 'Fit the seal' }

test.for([
  ['a function', [press], { structure: caliper, function: press }],
  ['a process step', [fit], { structure: caliper, function: fit }],
  ['a component', [caliper], { structure: caliper, function: undefined }],
  ['a function and the component that fails with it', [press, pad], { structure: pad, function: press }],
  ['nothing', [], { structure: undefined, function: undefined }],
] as const)('[FMEA-26] the place of a failure of %s', ([, failing, place]) => {
  expect(failurePlace(failing, () => caliper)).toEqual(place)
})
