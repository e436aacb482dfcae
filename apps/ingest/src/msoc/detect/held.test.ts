import { expect, test } from 'vitest'
import { createHeld } from './held.ts'

function fleetOf(...names: readonly string[]) {
  return new Map(names.map((vin) => [vin, { vin, deviceId: null as string | null }]))
}

test('the least recently seen vehicles are removed, of whichever organisation they are', () => {
  const [alpha, bravo] = [fleetOf('A1', 'A2'), fleetOf('B1', 'B2')]
  const held = createHeld(2)
  held.touch(alpha, ['A1', 'A2'])
  held.touch(bravo, ['B1', 'B2'])
  held.touch(alpha, ['A1', 'unknown'])
  expect([...alpha.keys(), ...bravo.keys()]).toEqual(['A1', 'A2', 'B1', 'B2'])
  held.makeRoom()
  expect([...alpha.keys(), ...bravo.keys()]).toEqual(['A1', 'B2'])
})

test('a vehicle is found under both of its names, and counts once', () => {
  const one = { vin: 'VIN', deviceId: 'device' }
  const byName = fleetOf('other').set('VIN', one).set('device', one)
  const held = createHeld(2)
  held.touch(byName, ['VIN', 'device', 'other'])
  held.makeRoom()
  expect([...byName.keys()]).toEqual(['other', 'VIN', 'device'])
  held.drop(byName, one)
  expect([...byName.keys()]).toEqual(['other'])
})
