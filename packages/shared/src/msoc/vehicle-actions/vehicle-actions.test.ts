import { expect, test } from 'vitest'
import {
  hasEnded,
  mayApproveAction,
  mayBecome,
  parameterMistake,
  vehicleActionKinds,
  vehicleActionParameters,
  vehicleActionStates,
} from './vehicle-actions.ts'

test.for(vehicleActionKinds)('[VEHICLE-ACTION-1] %s needs its parameters, and takes no others', (kind) => {
  const { required } = vehicleActionParameters[kind]
  const complete = Object.fromEntries(required.map((name) => [name, '0x2C1']))
  expect(parameterMistake(kind, complete)).toBeUndefined()
  expect(parameterMistake(kind, { ...complete, speed: '1' })).toMatchObject({ parameter: 'speed' })
  for (const name of required)
    expect(parameterMistake(kind, { ...complete, [name]: '' })).toMatchObject({ parameter: name })
})

test('[VEHICLE-ACTION-1] an arbitration id is hexadecimal', () => {
  const mistake = parameterMistake('block_arbitration_id', { bus: 'can0', arbitration_id: '705' })
  expect(mistake).toMatchObject({ parameter: 'arbitration_id' })
})

test('[VEHICLE-ACTION-2] an ended action never changes, and nothing is approved twice', () => {
  for (const from of vehicleActionStates)
    for (const to of vehicleActionStates) if (hasEnded(from)) expect(mayBecome(from, to)).toBe(false)
  expect(mayBecome('REQUESTED', 'DELIVERED')).toBe(false)
  expect(mayBecome('REQUESTED', 'CONFIRMED')).toBe(false)
  expect(mayBecome('APPROVED', 'APPROVED')).toBe(false)
  expect(mayBecome('DELIVERED', 'CONFIRMED')).toBe(true)
})

test('[VEHICLE-ACTION-3] who requested an action does not approve it, and nobody approves twice', () => {
  expect(mayApproveAction({ requestedBy: 'ann', approvals: [] }, 'ann')).toBe(false)
  expect(mayApproveAction({ requestedBy: 'ann', approvals: [] }, 'ben')).toBe(true)
  expect(mayApproveAction({ requestedBy: 'ann', approvals: [{ uuid: 'ben' }] }, 'ben')).toBe(false)
})
