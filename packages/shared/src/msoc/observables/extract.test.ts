import { expect, test } from 'vitest'
import { extract, extractLimits } from './extract.ts'
import { observableTypes } from './observables.ts'

const found = (text: string) => extract(text).map(({ type, value }) => `${type} ${value}`)

test('[OBSERVABLE-9] every type is found in a text, by its form or by the name before it', () => {
  const text = `On 1M8GDM9AXKP042788 (ECU: BCM, bus can0) the id 0x7E0 was requested with SID 0x27;
    Signal: EngineSpeed, host=Gateway, event 0x8003, geofence: Plant.
    It called hxxps://evil[.]example/a from 10.0.0.1:443 and 2001:db8::1, domain bad.example,
    sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855,
    "mallory@evil.example" +49 170 1234567 update.bin
    DA:39:A3:EE:5E:6B:4B:0D:32:55:BF:EF:95:60:18:90:AF:D8:07:09
    firmware=4.2.0, IMEI 490154203237518, ICCID 89014103211118510720, and stored U0100-87.`
  const types = new Set(extract(text).map(({ type }) => type))
  expect([...types].sort()).toEqual([...observableTypes].sort())
  expect(found(text)).toContain('url https://evil.example/a')
  expect(found(text)).toContain('address 10.0.0.1')
  expect(found(text)).toContain('uds_service 0x27')
  expect(found(text)).toContain('hostname gateway')
  expect(found(text)).toContain('file_name update.bin')
})

test('[OBSERVABLE-9] words, times, versions and numbers of a sentence are nothing', () => {
  expect(found('At 12:30:00 on 2026-11-26 the unit restarted, e.g. for 3.5 seconds; see section 4.2.')).toEqual([])
  expect(found('INTERNATIONALIZED and 123456789012345 and 0x1, B1 and A1234')).toEqual([])
})

test('[OBSERVABLE-9] a value is found once, with the place where it first stands', () => {
  expect(extract('a 10.0.0.1, then 10[.]0[.]0[.]1')).toEqual([
    { type: 'address', value: '10.0.0.1', text: '10.0.0.1', index: 2 },
  ])
})

test('[OBSERVABLE-9] pairs of a log line are read by their names', () => {
  expect(found('kernel: DROP IN=eth0 SRC=203.0.113.9 DST=10.1.1.1 LEN=40')).toEqual([
    'address 203.0.113.9',
    'address 10.1.1.1',
  ])
})

test('[OBSERVABLE-10] what is found in a text is bounded', () => {
  const many = Array.from({ length: 8_000 }, (_, i) => `10.${i >> 8}.${i & 255}.1`).join(' ')
  expect(extract(many)).toHaveLength(extractLimits.values)
})

test.for([
  'a'.repeat(1_000_000),
  '('.repeat(500_000),
  '1.'.repeat(400_000),
  ':'.repeat(900_000),
  '+1 '.repeat(300_000),
])('[OBSERVABLE-10] a hostile text is read before the time of a test is over', (text) => {
  expect(extract(text).length).toBeLessThanOrEqual(extractLimits.values)
})
