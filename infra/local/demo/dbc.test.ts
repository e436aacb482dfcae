import { expect, test } from 'vitest'
import { deriveProfile } from '@carapace/shared/msoc/can/derive'
import { readHex } from '@carapace/shared/core/hex'
import { dlcOf } from '@carapace/shared/msoc/can/frame'
import { createBusWatch } from '@carapace/shared/msoc/can/watch'
import { compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { type Frame, framesBetween, inOrder } from '../../../load-tests/fleet/can/traffic.ts'
import { attackKinds } from '../../../load-tests/fleet/vehicles/attacks.ts'
import { fleetOf, type Vehicle } from '../../../load-tests/fleet/vehicles/vehicles.ts'
import { fleetDbcText } from './dbc.ts'
import { demoFleet } from './fleet.ts'

const profile = deriveProfile(compileDbc(parseDbc(fleetDbcText()).dbc!))
const vehicles = fleetOf(demoFleet.seed, demoFleet.canVehicles)
const noon = Date.UTC(2026, 10, 22, 12)

/** The rules and severities of what a watch finds in these frames, the first of each. */
function findingsIn({ vin }: Vehicle, frames: readonly Frame[]): string[] {
  const watch = createBusWatch({ vin, bus: 'can0', profile, isMoving: true })
  const found = new Set<string>()
  const data = new Uint8Array(64)
  for (const { at, id, data: hex } of frames) {
    const length = readHex(hex, data)
    const frame = { ts: at, bus: 'can0', id, flags: 0, dlc: dlcOf(length), data: data.slice(0, length) }
    watch.step(frame, ({ rule, severity }) => found.add(`${severity} ${rule}`))
  }
  watch.flush(({ rule, severity }) => found.add(`${severity} ${rule}`))
  return [...found]
}

test('the traffic of a day raises nothing on any vehicle that sends CAN', () => {
  for (const vehicle of vehicles) {
    const from = noon + vehicle.index * 5_400_000
    expect(findingsIn(vehicle, framesBetween(vehicle, from, from + 8000)), vehicle.vin).toEqual([])
  }
})

test.for([
  ['spoofed-torque', ['high can-period']],
  ['unknown-arbitration-id', ['high can-unknown-id']],
  ['can-flood', ['high can-unknown-id', 'critical can-flood']],
] as const)('without any learning, %s is found for what it is', ([name, rules]) => {
  const kind = attackKinds.find((one) => one.name === name)!
  const [victim] = vehicles as [Vehicle]
  const attack = { kind, victim, from: noon + 1000, to: noon + 1000 + kind.lastsMs }
  const injected = kind.frames!(attack, attack.from, attack.to)
  const frames = inOrder([...framesBetween(victim, noon, attack.to + 1000), ...injected])
  expect(findingsIn(victim, frames)).toEqual(rules)
})
