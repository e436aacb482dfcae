import { expect, test } from 'vitest'
import { anAlert } from '../an-alert.ts'
import { sharedBy } from './shared-by.ts'

test('[QUEUE-88] a similar alert states what it shares: observables, then the rule and the vehicle', () => {
  const [id, host] = [
    { kind: 'arbitration_id' as const, value: '0x2C1' },
    { kind: 'hostname' as const, value: 'tcu' },
  ]
  const alert = anAlert(1, { observables: [id, host, { kind: 'bus', value: 'can0' }], rule: 'a', vehicle: null })
  const other = { ...alert, rule: 'b', observables: [{ kind: 'bus' as const, value: 'can0' }, id] }
  expect(sharedBy(alert, other)).toBe('arbitration id 0x2C1')
  const vehicle = { uuid: 'x', vin: 'VIN', name: '', model: '', software_version: '' }
  expect(sharedBy({ ...alert, vehicle }, { ...alert, vehicle })).toBe(
    'arbitration id 0x2C1 · hostname tcu · same rule · same vehicle',
  )
})
