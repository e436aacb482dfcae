import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { expect, test } from 'vitest'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Org } from '@carapace/shared/core/owned'
import type { Vehicle } from './fleet-facts.ts'
import { coldOf, windowBefore } from './warm-up.ts'

const id = 7 as VehicleId
const minute = 60_000
const now = Date.UTC(2026, 0, 1, 12)

test("[KAFKA-10] a batch's cold vehicles have the time spans of their own events, under each of their names", () => {
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

test('[KAFKA-10] the window begins five minutes before the first event, however old, and ends at the last one', () => {
  const first = now - 90 * minute
  expect(windowBefore(id, { first, last: first + minute }, now)).toEqual({
    id,
    since: first - 5 * minute,
    until: first + minute,
  })
})

test('[KAFKA-10] an event of a clock that is ahead does not hide recently stored events', () => {
  expect(windowBefore(id, { first: now + 4 * minute, last: now + 4 * minute }, now)).toEqual({
    id,
    since: now - 5 * minute,
    until: now + 4 * minute,
  })
})

test('[KAFKA-10] for events that are weeks apart, only the window of the last hour is read', () => {
  expect(windowBefore(id, { first: now - 30 * 24 * 60 * minute, last: now }, now)).toEqual({
    id,
    since: now - 65 * minute,
    until: now,
  })
})
