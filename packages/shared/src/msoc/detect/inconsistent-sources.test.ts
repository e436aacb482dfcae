import { expect, test } from 'vitest'
import { journey, journeyDbc, type Reports, type Truth } from './consistency/journey.fixture.ts'
import type { VehicleEvent } from '../events/events.ts'
import { t0, watching } from './detector.fixture.ts'
import { inconsistentSources } from './inconsistent-sources.ts'

const known = { dbcOf: (bus: string) => (bus === 'can0' ? journeyDbc : undefined) }
const found = (events: readonly VehicleEvent[], saved?: unknown, facts = {}) =>
  watching(inconsistentSources, { ...known, ...facts }, saved).see(...events)

const minutes = 60
const attacked = 10 * minutes
const during =
  <T>(from: number, to: number, forged: (truth: Truth) => T, genuine: (truth: Truth) => T) =>
  (truth: Truth): T =>
    truth.second >= from && truth.second < to ? forged(truth) : genuine(truth)
const busKph = ({ kph }: Truth) => kph * 1.03 + 0.5

test.for([1, 2, 3, 4, 5])('[CONSISTENCY-2] hours of driving with all sources raise nothing, drive %i', (seed) => {
  expect(found(journey(120 * minutes, seed, { telemetryKph: ({ kph }) => kph }))).toEqual([])
})

test('[CONSISTENCY-1] [CONSISTENCY-6] a speed forged on the bus disagrees with GPS, and is suspected', () => {
  const forged = during(attacked, attacked + 60, ({ kph }) => kph * 1.03 + 60, busKph)
  const findings = found(journey(12 * minutes, 2, { busKph: forged }))
  expect(findings[0]).toMatchObject({
    rule: 'inconsistent-sources',
    title: 'Speed on can0 disagrees with GPS',
    severity: 'high',
    bus: 'can0',
  })
  const { explanation } = findings[0]!
  expect(explanation.map(({ field }) => field)).toEqual([
    'VehicleDynamics.VehicleSpeed on can0',
    'speed by GPS',
    'difference',
    'suspected source',
  ])
  expect(explanation[0]!.expected).toMatch(/^[\d.]+ km\/h ± [\d.]+ by GPS$/)
  expect(explanation[2]!.observed).toMatch(/^-[\d.]+ km\/h for \d+ s$/)
  expect(explanation[3]!.observed).toBe('VehicleDynamics.VehicleSpeed on can0')
})

test('[CONSISTENCY-6] a receiver that leaves both other sources is the suspect', () => {
  const reports: Reports = {
    gpsKph: during(
      attacked,
      attacked + 60,
      ({ kph }) => kph + 70,
      ({ kph }) => kph,
    ),
    telemetryKph: ({ kph }) => kph,
  }
  const findings = found(journey(12 * minutes, 3, reports))
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.at(-1)!.explanation.at(-1)).toEqual({
    field: 'suspected source',
    observed: 'speed by GPS',
    expected: 'it disagrees with 2 of 2, the other with fewer',
  })
})

test.for<{ what: string; reports: Reports }>([
  {
    what: 'a tunnel without positions',
    reports: {
      gpsKph: during(
        attacked,
        attacked + 240,
        () => undefined,
        ({ kph }): number | undefined => kph,
      ),
    },
  },
  {
    what: 'wheels that spin for half a minute while the vehicle is stuck',
    reports: {
      gpsKph: during(
        attacked,
        attacked + 30,
        () => 0,
        ({ kph }) => kph,
      ),
      busKph: during(attacked, attacked + 30, () => 35, busKph),
    },
  },
  { what: 'frames that come 20 s after the positions', reports: { busLate: 20 } },
  {
    what: 'a speed that leaps for five seconds',
    reports: { busKph: during(attacked, attacked + 5, () => 200, busKph) },
  },
  { what: 'a bus that sleeps', reports: { busKph: during(attacked, attacked + 200, () => undefined, busKph) } },
  { what: 'a speedometer that shows six per cent more', reports: { busKph: ({ kph }) => kph * 1.06 + 1.5 } },
])('[CONSISTENCY-4] $what raises nothing', ({ reports }) => {
  expect(found(journey(20 * minutes, 4, reports))).toEqual([])
})

test('[CONSISTENCY-4] a receiver that repeats its last fix in a tunnel reports nothing', () => {
  const events = journey(20 * minutes, 5)
  let held: { lat: number; lon: number } | undefined
  const tunnel = events.map((event, i) => {
    if (event.kind !== 'position' || i < events.length / 2 || i > events.length * 0.7) return event
    held ??= { lat: event.lat, lon: event.lon }
    return { ...event, ...held, speedKph: 0 }
  })
  expect(found(tunnel)).toEqual([])
})

test('[CONSISTENCY-3] sources that never agreed are not compared: a database may be of another vehicle', () => {
  expect(found(journey(60 * minutes, 6, { busKph: ({ kph }) => kph * 0.5 + 30 }))).toEqual([])
})

test('[CONSISTENCY-3] a speed without a unit, and a wish, are not sources', () => {
  const findings = found(journey(20 * minutes, 6), undefined, { dbcOf: () => undefined })
  expect(findings).toEqual([])
})

test.for<{ title: string; reports: Reports }>([
  {
    title: 'Yaw rate on can0 disagrees with GPS',
    reports: {
      yaw: during(
        60 * minutes,
        70 * minutes,
        () => 18,
        ({ turning }) => -turning,
      ),
    },
  },
  {
    title: 'Steering on can0 disagrees with GPS',
    reports: {
      steering: during(
        60 * minutes,
        70 * minutes,
        () => 90,
        ({ turning, kph }) => (kph > 5 ? (turning * 160) / kph : 0),
      ),
    },
  },
  {
    title: 'Torque on can0 disagrees with the acceleration',
    reports: {
      torque: during(
        60 * minutes,
        70 * minutes,
        () => 600,
        ({ acceleration }) => 130 * acceleration + 40,
      ),
    },
  },
])('[CONSISTENCY-5] $title: the gain between the two is learned', ({ title, reports }) => {
  const findings = found(journey(75 * minutes, 7, reports))
  expect(new Set(findings.map((one) => one.title))).toEqual(new Set([title]))
})

/** Telemetry of a battery of 60 kWh, every ten seconds; `extra` is how much faster its shown charge falls. */
function discharge(hours: number, extra: (hour: number) => number): VehicleEvent[] {
  let charge = 95
  return Array.from({ length: hours * 360 }, (_, n): VehicleEvent => {
    const hour = n / 360
    const amps = 20 + 18 * Math.sin(n / 70) + 10 * Math.sin(n / 23)
    charge -= ((380 * amps) / 60_000 / 360) * 100 * extra(hour)
    const path = 'Vehicle.Powertrain.TractionBattery.'
    return {
      kind: 'telemetry',
      vehicle: 'V',
      ts: t0 + n * 10_000,
      deviceTs: null,
      signals: [
        [`${path}CurrentVoltage`, 380],
        [`${path}StateOfCharge.Current`, Math.round(charge * 10) / 10],
        [`${path}CurrentCurrent`, amps],
      ],
    }
  })
}

test('[CONSISTENCY-5] a charge that falls faster than the energy that is drawn is found, an honest one is not', () => {
  expect(found(discharge(7, () => 1))).toEqual([])
  const [finding] = found(discharge(7, (hour) => (hour > 5 ? 2.5 : 1)))
  expect(finding).toMatchObject({
    title: 'State of charge on telemetry disagrees with the energy drawn',
    severity: 'medium',
    evidence: 'none',
  })
})

test('[CONSISTENCY-7] what was learned survives a restart, through JSON', () => {
  const before = watching(inconsistentSources, known)
  before.see(...journey(9 * minutes, 2))
  const saved: unknown = JSON.parse(JSON.stringify(before.save()))
  expect(before.save()).toBeUndefined()
  const attack = journey(12 * minutes, 2, { busKph: during(attacked, 12 * minutes, () => 140, busKph) }, attacked - 5)
  expect(found(attack, saved).length).toBeGreaterThan(0)
  expect(found(attack)).toEqual([])
})

test('[CONSISTENCY-7] after a change of its control units a vehicle has to show again that its sources agree', () => {
  const before = watching(inconsistentSources, known)
  before.see(...journey(9 * minutes, 2))
  const attack = journey(12 * minutes, 2, { busKph: during(attacked, 12 * minutes, () => 140, busKph) }, attacked - 5)
  expect(found(attack, before.save(), { canGeneration: 1 })).toEqual([])
})

test('[CONSISTENCY-8] half an hour of disagreement is the vehicle as it is now', () => {
  const findings = found(
    journey(90 * minutes, 2, { busKph: during(attacked, 90 * minutes, ({ kph }) => kph + 40, busKph) }),
  )
  const last = Math.max(...findings.map(({ ts }) => ts))
  const first = Math.min(...findings.map(({ ts }) => ts))
  expect(last - first).toBeGreaterThan(25 * 60_000)
  expect(last - first).toBeLessThan(31 * 60_000)
})
