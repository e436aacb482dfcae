import { expect, test } from 'vitest'
import type { VehicleEvent } from '../../events/events.ts'
import { type ObservableType, watchedTypes } from '../observables.ts'
import { createHashSet, watchHash } from './watch-hash.ts'
import { frameIdText, watchedValues } from './watched-values.ts'

const common = { vehicle: 'V', ts: 1, deviceTs: null }
const all = new Set<ObservableType>(watchedTypes)

function valuesOf(event: VehicleEvent, wanted: ReadonlySet<ObservableType> = all): string[] {
  const found: string[] = []
  watchedValues(event, wanted, (type, value) => found.push(`${type} ${value}`))
  return found
}

test('[OBSERVABLE-14] hashes are safe integers, differ by type and value, and hardly ever collide', () => {
  const hashes = new Set<number>()
  for (let i = 0; i < 200_000; i++) {
    const hash = watchHash('domain', `host-${i}.example`)
    expect(Number.isSafeInteger(hash) && hash > 0).toBe(true)
    hashes.add(hash)
  }
  expect(hashes.size).toBe(200_000)
  expect(watchHash('domain', 'a')).not.toBe(watchHash('hostname', 'a'))
})

test('[OBSERVABLE-14] a set has the hashes that were added, and no others', () => {
  const set = createHashSet(1_000)
  const mine = Array.from({ length: 1_000 }, (_, i) => watchHash('address', `10.0.${i >> 8}.${i & 255}`))
  for (const hash of [...mine, ...mine]) set.add(hash)
  expect(set.size).toBe(1_000)
  expect(mine.every((hash) => set.has(hash))).toBe(true)
  expect(set.has(watchHash('address', '192.0.2.1'))).toBe(false)
  expect(set.bytes).toBe(16_384)
  expect(createHashSet(1_000_000).bytes).toBeLessThanOrEqual(17_000_000)
})

const line = (message: string, structuredData: Record<string, Record<string, string>> | null): VehicleEvent => ({
  ...common,
  kind: 'syslog',
  facility: 1,
  severity: 1,
  hostname: 'Gateway',
  appName: null,
  procId: null,
  msgId: null,
  structuredData,
  message,
})
const ids = (detail: Record<string, unknown>): VehicleEvent => ({
  ...common,
  kind: 'ids.host',
  eventId: 1,
  idsmInstance: 0,
  sensorInstance: 0,
  count: 1,
  context: null,
  detail,
})

test('[OBSERVABLE-13] values of log lines are looked up in their normal form', () => {
  const structuredData = { a: { imei: '49-015420-323751-8', other: 'see evil.example' } }
  const event = line('connect to 203.0.113.9:443 for update.bin', structuredData)
  expect(valuesOf(event)).toEqual([
    'hostname gateway',
    'address 203.0.113.9',
    'file_name update.bin',
    'imei 490154203237518',
    'domain evil.example',
  ])
  expect(valuesOf(event, new Set(['hostname']))).toEqual(['hostname gateway'])
})

test('[OBSERVABLE-13] values of IDS events, telemetry and frames are looked up', () => {
  const event: VehicleEvent = {
    ...common,
    kind: 'ids.eth',
    eventId: 0x8003,
    idsmInstance: 0,
    sensorInstance: 0,
    count: 1,
    context: null,
    detail: { ecu: 'BCM', src_ip: '2001:DB8::1', can_id: 0x7e0, text: 'to 10.0.0.1', deep: { a: 1 } },
  }
  expect(valuesOf(event)).toEqual([
    'ids_event 0x8003',
    'ecu BCM',
    'address 2001:db8::1',
    'arbitration_id 0x7E0',
    'address 10.0.0.1',
  ])
  const signals = [
    ['Vehicle.Modem.SoftwareVersion', '4.2'],
    ['Vehicle.Speed', 3],
  ] as const
  expect(valuesOf({ ...common, kind: 'telemetry', signals })).toEqual(['software_version 4.2'])
  expect(valuesOf({ ...common, kind: 'can', bus: 'can0', flags: 0, frames: [] })).toEqual(['bus can0'])
  expect(frameIdText(0x7e0, 0)).toBe('0x7E0')
  expect(frameIdText(0x123, 1)).toBe('0x00000123')
})

test('[OBSERVABLE-13] a detail with many fields or strange values costs little and breaks nothing', () => {
  const detail = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`host${i}`, { i }]))
  expect(valuesOf(ids({ ...detail, ['__proto__']: 'x', can_id: -1 }))).toEqual(['ids_event 0x0001'])
})

test('[OBSERVABLE-13] at most 50 fields and 4,096 characters are read of an event, however they are divided', () => {
  const wanted = new Set<ObservableType>(['domain', 'imei'])
  const elements = Array.from({ length: 100 }, (_, i) => [`element${i}`, { text: `host-${i}.example` }])
  expect(valuesOf(line('', Object.fromEntries(elements)), wanted)).toHaveLength(50)
  const long = 'x '.repeat(2_040)
  const fields = { element: { first: 'one.example', imei: '490154203237518', second: 'two.example' } }
  expect(valuesOf(line(long, fields), wanted)).toEqual(['domain one.example'])
  const texts = Array.from({ length: 50 }, (_, i) => [`text${i}`, `${'x '.repeat(1_000)}host-${i}.example`])
  expect(valuesOf(ids(Object.fromEntries(texts)), wanted)).toEqual(['domain host-0.example', 'domain host-1.example'])
})

test('[OBSERVABLE-13] of telemetry only signals with the name of a wanted type are read', () => {
  const texts = Array.from({ length: 500 }, (_, i) => [`Vehicle.Text${i}`, `host-${i}.example`] as const)
  const signals = [...texts, ['Vehicle.Modem.IMEI', '490154203237518'] as const, ['Vehicle.Version', '4.2'] as const]
  const wanted = new Set<ObservableType>(['domain', 'imei'])
  expect(valuesOf({ ...common, kind: 'telemetry', signals }, wanted)).toEqual(['imei 490154203237518'])
})
