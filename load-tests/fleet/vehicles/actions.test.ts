import { expect, test } from 'vitest'
import { attackKinds, type Attack } from './attacks.ts'
import { performed, type Blocked } from './actions.ts'
import { canSecondsAt } from '../fleet-window.ts'
import { fleetOf } from './vehicles.ts'

const [vehicle] = fleetOf(1, 1) as [ReturnType<typeof fleetOf>[number]]

test('a blocked arbitration id stops the frames that an attacker injects, and not the genuine ones', () => {
  const kind = attackKinds.find(({ name }) => name === 'spoofed-torque')!
  const from = 1_790_000_000_000
  const attack: Attack = { kind, victim: vehicle, from, to: from + kind.lastsMs }
  const framesOf = (ids?: ReadonlySet<number>) =>
    canSecondsAt(vehicle, [attack], [from + 2_000], ids).flatMap((event) =>
      event.type === 'can' ? event.frames.filter(([, id]) => id === 0x0a0) : [],
    ).length
  const genuine = canSecondsAt(vehicle, [], [from + 2_000]).flatMap((event) =>
    event.type === 'can' ? event.frames.filter(([, id]) => id === 0x0a0) : [],
  ).length

  const blocked: Blocked = new Map()
  const request = { uuid: 'x', kind: 'block_arbitration_id', parameters: { bus: 'can0', arbitration_id: '0x0A0' } }
  expect(framesOf()).toBeGreaterThan(genuine)
  expect(performed(request, vehicle.vin, blocked)).toMatchObject({ state: 'CONFIRMED' })
  expect(framesOf(blocked.get(vehicle.vin))).toBe(genuine)
})

test('an action that the vehicle does not know fails with a reason', () => {
  expect(performed({ uuid: 'x', kind: 'custom', parameters: { name: 'sing' } }, 'V', new Map())).toEqual({
    state: 'FAILED',
    detail: 'This vehicle does not know "sing".',
  })
})
