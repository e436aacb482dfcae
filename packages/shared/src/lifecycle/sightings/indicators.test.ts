import { expect, test } from 'vitest'
import {
  concerns,
  counts,
  createMatcher,
  hasIndicators,
  type Indicators,
  matches,
  noIndicators,
  type SeenAlert,
} from './indicators.ts'

const seen = (fields: Partial<SeenAlert> = {}): SeenAlert => ({
  rule: 'can-period',
  ruleUuid: null,
  ecu: null,
  bus: 'can0',
  observables: [
    { kind: 'vin', value: 'V1' },
    { kind: 'bus', value: 'can0' },
    { kind: 'arbitration_id', value: '0x0A0' },
  ],
  explanation: [],
  ...fields,
})
const event = (id: string, sensor = 'ids.can') =>
  seen({
    rule: `${sensor} ${id}`,
    ecu: 'GTW',
    observables: [
      { kind: 'ids_event', value: id },
      { kind: 'ecu', value: 'GTW' },
    ],
  })
const indicatorsWith = (fields: Partial<Indicators>): Indicators => ({ ...noIndicators, ...fields })

test('[SIGHTING-1] an alert matches by its detector in any case, and empty indicators match nothing', () => {
  expect(matches(seen(), indicatorsWith({ detectors: ['CAN-Period'] }))).toBe(true)
  expect(matches(seen(), indicatorsWith({ detectors: ['can-flood'] }))).toBe(false)
  expect(matches(seen(), noIndicators)).toBe(false)
  expect(matches(seen(), indicatorsWith({ can_ids: [0xa0] }))).toBe(false)
  expect([hasIndicators(indicatorsWith({ buses: ['can0'] })), hasIndicators(indicatorsWith({ rules: ['x'] }))]).toEqual(
    [false, true],
  )
})

test('[SIGHTING-2] an intrusion event matches by its id in each notation, and by its sensor', () => {
  for (const one of [
    { event_ids: [0x8001] },
    { detectors: ['event:0x8001'] },
    { detectors: ['event:32769'] },
    { detectors: ['ids.can'] },
    { detectors: ['ids.can 0x8001'] },
  ])
    expect(matches(event('0x8001'), indicatorsWith(one))).toBe(true)
  for (const one of [{ event_ids: [0x8002] }, { detectors: ['event:0x8002'] }, { detectors: ['ids.host'] }])
    expect(matches(event('0x8001'), indicatorsWith(one))).toBe(false)
})

test('[SIGHTING-2] a rule matches by its name or uuid', () => {
  const alert = seen({ rule: 'Shell on a telematics unit', ruleUuid: '0d9ec6c5-3a6f-4b0a-9d1f-0a3c51b6a001' })
  expect(matches(alert, indicatorsWith({ rules: ['shell on a telematics unit'] }))).toBe(true)
  expect(matches(alert, indicatorsWith({ rules: ['0D9EC6C5-3A6F-4B0A-9D1F-0A3C51B6A001'] }))).toBe(true)
  expect(matches(alert, indicatorsWith({ rules: ['Shell'] }))).toBe(false)
})

test('[SIGHTING-3] each list that is not empty excludes an alert that names none of its values', () => {
  const base = { detectors: ['can-period', 'ids.can'] }
  expect(matches(seen(), indicatorsWith({ ...base, can_ids: [0x1, 0xa0], buses: ['CAN0'] }))).toBe(true)
  expect(matches(seen(), indicatorsWith({ ...base, can_ids: [0x1] }))).toBe(false)
  expect(matches(seen(), indicatorsWith({ ...base, buses: ['can1'] }))).toBe(false)
  expect(matches(seen(), indicatorsWith({ ...base, ecus: ['GTW'] }))).toBe(false)
  expect(matches(event('0x8001'), indicatorsWith({ ...base, ecus: ['gtw'] }))).toBe(true)
  expect(matches(event('0x8001'), indicatorsWith({ ...base, can_ids: [0xa0] }))).toBe(false)
})

test('[SIGHTING-4] for an attack on several ids, each id that the alert lists counts', () => {
  const alert = seen({
    explanation: [
      { field: 'ids attacked', observed: '3: 0x0A0, 0x1A4, 0x18FEF100 …' },
      { field: 'frames', observed: '0x555' },
    ],
  })
  for (const id of [0xa0, 0x1a4, 0x18fef100])
    expect(matches(alert, indicatorsWith({ detectors: ['can-period'], can_ids: [id] }))).toBe(true)
  expect(matches(alert, indicatorsWith({ detectors: ['can-period'], can_ids: [0x555] }))).toBe(false)
})

test('[SIGHTING-1] [SIGHTING-3] the matcher for many scenarios finds the same as each scenario alone', () => {
  const pick = <T>(all: readonly T[], bits: number) => all.filter((_, i) => bits & (1 << i))
  const scenarios = Array.from({ length: 512 }, (_, n) => ({
    n,
    indicators: indicatorsWith({
      detectors: pick(['can-period', 'ids.can', 'event:0x8003'], n),
      event_ids: pick([0x8001], n >> 3),
      rules: pick(['can-flood'], n >> 4),
      can_ids: pick([0xa0], n >> 5),
      buses: pick(['can0', 'can1'], n >> 6),
      ecus: pick(['gtw'], n >> 8),
    }),
  }))
  const find = createMatcher(scenarios)
  for (const alert of [
    seen(),
    seen({ rule: 'can-flood', observables: [] }),
    seen({ bus: null, observables: [] }),
    event('0x8001'),
    event('0x8003', 'ids.host'),
    event('0x8020', 'ids.eth'),
  ]) {
    const alone = scenarios.filter(({ indicators }) => matches(alert, indicators))
    expect(alone.length).toBeLessThan(scenarios.length)
    expect(
      find(alert)
        .map(({ n }) => n)
        .toSorted((a, b) => a - b),
    ).toEqual(alone.map(({ n }) => n))
  }
})

test('[SIGHTING-5] a program applies to the vehicles of its models or platforms, or to all', () => {
  const vehicle = { model: 'EQX-24', platform: 'Fjord zonal 2' }
  expect(concerns([], vehicle)).toBe(true)
  expect(concerns(['eqx-24'], vehicle)).toBe(true)
  expect(concerns(['Halo 7', 'FJORD ZONAL 2'], vehicle)).toBe(true)
  expect(concerns(['Halo 7'], vehicle)).toBe(false)
  expect(concerns(['Halo 7'], { model: '', platform: '' })).toBe(false)
  expect(concerns(['Halo 7'], null)).toBe(true)
})

test.for([
  ['NEW', null, true],
  ['ESCALATED', null, true],
  ['CLOSED', 'TRUE_POSITIVE_WITH_IMPACT', true],
  ['CLOSED', 'TRUE_POSITIVE_WITHOUT_IMPACT', true],
  ['CLOSED', 'UNKNOWN', true],
  ['CLOSED', 'FALSE_POSITIVE', false],
  ['CLOSED', 'LEGITIMATE', false],
  ['CLOSED', 'NOT_APPLICABLE', false],
  ['MERGED', null, false],
] as const)('[SIGHTING-6] an alert that is %s as %s counts: %s', ([status, resolution, expected]) => {
  expect(counts({ status, resolution })).toBe(expected)
})
