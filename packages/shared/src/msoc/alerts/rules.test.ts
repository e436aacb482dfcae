import { expect, test } from 'vitest'
import { detectors } from '../detect/all.ts'
import { busDetectors } from '../can/detect/all.ts'
import { ruleName } from './rules.ts'

const named = [...detectors, ...busDetectors]
  .map(({ name }) => name)
  .filter((name) => !['can', 'ids-event', 'geofence'].includes(name))

test.for(named)('[ALERT-LIST-6] %s has a name of its own, whatever its alerts are titled', (rule) => {
  expect(ruleName(rule, 'Silence on can0')).not.toBe('Silence on can0')
})

test.for(['geofence-exit', 'geofence-entry', 'silence', 'fleet-silence', 'can-many'])(
  '[ALERT-LIST-6] so has %s, whose detector is called otherwise',
  (rule) => {
    expect(ruleName(rule, 'Left geofence Depot')).not.toBe('Left geofence Depot')
  },
)

test('[ALERT-LIST-6] an IDS event is called as in the catalogue', () => {
  expect(ruleName('ids.can 0x8001', 'Rogue diagnostic session')).toBe('Rogue diagnostic session')
})
