import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { describe, expect, test } from 'vitest'
import { healthsIn, LiveMapSearch, rounded, shownIn, toggled, viewIn } from '../live-map-search.ts'
import { linksOf } from './links.ts'
import { isMoreSevere } from '../alerts/more-severe.ts'
import { allShown } from '../vehicles/picking.ts'
import { chargeIn, chosenSignals, shortPath, sparkPath, valueOf, withReading } from './signals.ts'

const now = Date.parse('2025-11-18T22:32:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
const signal = (path: string, value: number | string | null = 1) => ({ path, value, ts: ago(0) })

describe('signals', () => {
  test('[MAP-UI-31] the most important signals first, at most six', () => {
    const paths = [
      'Vehicle.A',
      'Vehicle.B',
      'Vehicle.C',
      'Vehicle.D',
      'Vehicle.E',
      'Vehicle.Powertrain.ElectricMotor.Torque',
      'Vehicle.Speed',
    ]
    expect(chosenSignals(paths.map((path) => signal(path))).map(({ path }) => path)).toEqual([
      'Vehicle.Speed',
      'Vehicle.Powertrain.ElectricMotor.Torque',
      'Vehicle.A',
      'Vehicle.B',
      'Vehicle.C',
      'Vehicle.D',
    ])
  })

  test('[MAP-UI-32] a sparkline fills its box; a flat one is in the middle; a single reading makes no line', () => {
    expect(
      sparkPath(
        [
          { at: now - 300_000, value: 0 },
          { at: now, value: 10 },
        ],
        now,
        80,
        18,
      ),
    ).toBe('M0.0 17.0L80.0 1.0')
    expect(
      sparkPath(
        [
          { at: now - 150_000, value: 5 },
          { at: now, value: 5 },
        ],
        now,
        80,
        18,
      ),
    ).toBe('M40.0 9.0L80.0 9.0')
    expect(
      sparkPath(
        [
          { at: now - 300_001, value: 5 },
          { at: now, value: 5 },
        ],
        now,
        80,
        18,
      ),
    ).toBe('')
  })

  test('[MAP-UI-32] a reading is added once, in order, and old readings are removed', () => {
    const first = withReading([{ at: now - 400_000, value: 1 }], { value: 2, ts: ago(1) }, now)
    expect(first).toEqual([{ at: now - 1_000, value: 2 }])
    expect(withReading(first, { value: 3, ts: ago(1) }, now)).toBe(first)
    expect(withReading(first, { value: 'locked', ts: ago(0) }, now)).toBe(first)
  })

  test('values have their unit if it is known', () => {
    expect(
      [
        signal('Vehicle.Speed', 84.24),
        signal('X.Torque', 412),
        signal('X.Y', 'locked'),
        signal('X.Z', null),
        signal('X.Y', 0.5),
        signal('X.Torque', -137),
        signal('X.Door.IsLocked'),
        signal('X.IsOpen', 0),
      ].map(valueOf),
    ).toEqual(['84.2 km/h', '412 Nm', 'locked', '–', '0.5', '\u2212137 Nm', 'yes', 'no'])
    expect(chargeIn([signal('Vehicle.Powertrain.TractionBattery.StateOfCharge.Current', 61.4)])).toBe(61.4)
    expect(chargeIn([signal('Vehicle.Speed')])).toBeUndefined()
    expect(shortPath('Vehicle.Chassis.Brake.PedalPosition')).toBe('Brake.PedalPosition')
  })
})

describe('links', () => {
  const vehicle = {
    reports_every_seconds: null,
    position: { ts: ago(1.2), received_at: ago(1) },
    links: { position: ago(1), telemetry: ago(31), can: null, ids: ago(900), syslog: ago(30) },
  } as Vehicle

  test('[MAP-UI-33] a silence of more than 30 s is stale, except for event links', () => {
    expect(linksOf(vehicle, now).map(({ title, stale }) => [title, stale])).toEqual([
      ['Position', false],
      ['Telemetry', true],
      ['IDS', false],
      ['Syslog', false],
    ])
  })

  test('[MAP-UI-33] the limit is longer for a vehicle that reports rarely', () => {
    expect(linksOf({ ...vehicle, reports_every_seconds: 60 }, now).some(({ stale }) => stale)).toBe(false)
  })

  test('the position shows its delay', () => {
    expect(linksOf(vehicle, now)[0]?.delayMs).toBe(200)
  })
})

describe('the address', () => {
  const read = (search: Record<string, unknown>) => LiveMapSearch.parse(search)

  test('an invalid part is dropped', () => {
    expect(read({ lat: 'x', lon: 9, zoom: 99, vehicle: 123 })).toEqual({
      lat: undefined,
      lon: 9,
      zoom: undefined,
      vehicle: '123',
      health: undefined,
    })
    expect(viewIn(read({ lat: 48 }))).toBeUndefined()
    expect(viewIn(read({ lat: 48, lon: '9' }))).toEqual({ lat: 48, lon: 9, zoom: 6 })
  })

  test('[MAP-UI-19] healths are chosen one by one; all of them means no filter', () => {
    expect(shownIn(read({}))).toBe(allShown)
    const one = toggled(read({}), 'degraded')
    expect(healthsIn(one)).toEqual(['degraded'])
    expect(shownIn(one)).toBe(0b0010)
    const most = read({ health: 'healthy,degraded,compromised' })
    expect(toggled(most, 'offline').health).toBeUndefined()
    expect(toggled(one, 'degraded').health).toBeUndefined()
  })

  test("a view is rounded to visible precision and normalised to the world's bounds", () => {
    expect(rounded({ lat: 48.123_456_7, lon: 369.987_654_3, zoom: 5.678 })).toEqual({
      lat: 48.12,
      lon: 9.99,
      zoom: 5.68,
    })
  })
})

test('the more severe alert is shown, and at equal severity the later one', () => {
  expect(isMoreSevere({ severity: 'high', last_seen: ago(9) }, { severity: 'low', last_seen: ago(1) })).toBe(true)
  expect(isMoreSevere({ severity: 'low', last_seen: ago(9) }, { severity: 'low', last_seen: ago(1) })).toBe(false)
  expect(isMoreSevere({ severity: 'info', last_seen: ago(9) }, undefined)).toBe(true)
})
