import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { expect, test } from 'vitest'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Org } from '@carapace/shared/core/owned'
import type { Vehicle } from './fleet.ts'
import { coldOf, windowBefore } from './warm-up.ts'

const id = 7 as VehicleId
const minute = 60_000
const now = Date.UTC(2026, 0, 1, 12)

test('[KAFKA-10] of a batch the cold vehicles are warmed, each by the times of its own events, under whichever of its names', () => {
  const [one, other] = [{ isCold: true }, { isCold: true }] as Vehicle[]
  const known: Record<string, Vehicle | string> = {
    VIN: one!,
    device: one!,
    other: other!,
    warm: { isCold: false } as Vehicle,
    refused: 'vehicle: not registered',
  }
  const events = (
    [
      ['VIN', 30],
      ['other', 500],
      ['device', 10],
      ['warm', 1],
      ['refused', 2],
      ['VIN', 20],
    ] as const
  ).map(([vehicle, ts]) => ({ vehicle, ts }) as VehicleEvent)
  const cold = coldOf({ find: (_org, name) => known[name]! }, {} as Org, new Set(Object.keys(known)), events)
  expect([...cold]).toEqual([
    [one, { first: 10, last: 30 }],
    [other, { first: 500, last: 500 }],
  ])
})

test('[KAFKA-10] a vehicle is warmed with the five minutes before its next event, however old that is, up to its latest one', () => {
  const first = now - 90 * minute
  expect(windowBefore(id, { first, last: first + minute }, now)).toEqual({
    id,
    since: first - 5 * minute,
    until: first + minute,
  })
})

test('[KAFKA-10] an event of a clock that is ahead does not hide what was stored just now', () => {
  expect(windowBefore(id, { first: now + 4 * minute, last: now + 4 * minute }, now)).toEqual({
    id,
    since: now - 5 * minute,
    until: now + 4 * minute,
  })
})

test('[KAFKA-10] of events that are weeks apart, what led to the latest hour is read', () => {
  expect(windowBefore(id, { first: now - 30 * 24 * 60 * minute, last: now }, now)).toEqual({
    id,
    since: now - 65 * minute,
    until: now,
  })
})
