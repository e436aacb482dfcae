import { expect, test } from 'vitest'
import { hasVinCheckDigit, isLuhn, vinCheckDigit } from './check-digits.ts'
import { normalise, normalOrText } from './normalise.ts'
import { observableTypes, type ObservableType } from './observables.ts'
import { refang } from './refang.ts'

type Row = readonly [type: ObservableType, text: string, normal: string | undefined]

const rows: readonly Row[] = [
  ['vin', ' 1m8gdm9axkp042788 ', '1M8GDM9AXKP042788'],
  ['vin', '1M8GDM9AXKP04278', undefined],
  ['vin', '1M8GDM9AXKPO42788', undefined],
  ['ecu', 'Body  control', 'Body control'],
  ['bus', 'can0', 'can0'],
  ['arbitration_id', '7e0', '0x7E0'],
  ['arbitration_id', '0x18daf110', '0x18DAF110'],
  ['arbitration_id', '00000123', '0x00000123'],
  ['arbitration_id', '12', '0x012'],
  ['arbitration_id', '7E0h', '0x7E0'],
  ['arbitration_id', '0x20000000', undefined],
  ['arbitration_id', 'brake', undefined],
  ['uds_service', '0x27 SecurityAccess', '0x27'],
  ['uds_service', '3e', '0x3E'],
  ['uds_service', 'SecurityAccess', undefined],
  ['signal', 'EngineSpeed', 'EngineSpeed'],
  ['hostname', 'Gateway-ECU.', 'gateway-ecu'],
  ['hostname', 'a b', undefined],
  ['address', '192.168.0.1', '192.168.0.1'],
  ['address', '192[.]168[.]0[.]1', '192.168.0.1'],
  ['address', '192.168.0.999', undefined],
  ['address', '0300.0.0.1', undefined],
  ['address', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['address', '::ffff:10.0.0.1', '10.0.0.1'],
  ['address', '[2001:db8::1]', '2001:db8::1'],
  ['address', '1.2.3', undefined],
  ['ids_event', '32771', '0x8003'],
  ['ids_event', '0x8003', '0x8003'],
  ['ids_event', '70000', undefined],
  ['geofence', 'Plant 2', 'Plant 2'],
  ['domain', 'EVIL[.]Example.COM.', 'evil.example.com'],
  ['domain', 'bücher.example', 'xn--bcher-kva.example'],
  ['domain', 'localhost', undefined],
  ['domain', 'a..b', undefined],
  ['domain', '10.0.0.1', undefined],
  ['url', 'hxxps://Evil[.]example:443/a?b#c', 'https://evil.example/a?b'],
  ['url', 'javascript:alert(1)', undefined],
  ['url', 'no url', undefined],
  ['hash', 'D41D8CD98F00B204E9800998ECF8427E', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['hash', 'sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['hash', 'abc', undefined],
  ['email', 'Mallory[at]Evil[.]example', 'mallory@evil.example'],
  ['email', '@evil.example', undefined],
  ['phone', '+49 (170) 123-4567', '+491701234567'],
  ['phone', '0049 170 1234567', '+491701234567'],
  ['phone', '0170 1234567', undefined],
  ['file_name', 'C:\\Temp\\update.bin', 'update.bin'],
  ['file_name', 'dir/', undefined],
  [
    'certificate',
    'DA:39:A3:EE:5E:6B:4B:0D:32:55:BF:EF:95:60:18:90:AF:D8:07:09',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  ],
  ['certificate', 'CN=gateway', 'CN=gateway'],
  ['software_version', '4.2.0-rc1', '4.2.0-rc1'],
  ['iccid', '8988 2110 0000 0000 005', undefined],
  ['iccid', '89014103211118510720', '89014103211118510720'],
  ['iccid', '1234', undefined],
  ['imei', '49-015420-323751-8', '490154203237518'],
  ['imei', '490154203237519', undefined],
  ['dtc', 'u0100', 'U0100'],
  ['dtc', 'P0301-00', 'P0301-00'],
  ['dtc', '0xC10087', 'U0100-87'],
  ['dtc', '0x0301', 'P0301'],
  ['dtc', 'P4301', undefined],
  ['dtc', 'X0100', undefined],
]

test.for(rows)('[OBSERVABLE-1] %s: %j becomes %j', ([type, text, normal]) => {
  const found = normalise(type, text)
  expect(found.ok ? found.value : undefined).toBe(normal)
  if (!found.ok) expect(found.reason).toMatch(/\.$/)
})

test('[OBSERVABLE-1] every type has a valid and an invalid text in the table, or takes any word', () => {
  const words = ['ecu', 'bus', 'signal', 'geofence', 'software_version', 'certificate']
  for (const type of observableTypes) {
    const mine = rows.filter(([one]) => one === type)
    expect(mine.some(([, , normal]) => normal !== undefined)).toBe(true)
    expect(mine.some(([, , normal]) => normal === undefined) || words.includes(type)).toBe(true)
  }
})

test('[OBSERVABLE-1] the normal form of a normal form is itself', () => {
  const normal = rows.flatMap(([type, , value]) => (value === undefined ? [] : [{ type, value }]))
  expect(normal.map(({ type, value }) => normalise(type, value))).toEqual(
    normal.map(({ value }) => ({ ok: true, value })),
  )
})

test.for([
  ['hxxps[:]//evil[.]example/a', 'https://evil.example/a'],
  ['evil(dot)example', 'evil.example'],
  ['fxp://evil{.}example', 'ftp://evil.example'],
] as const)('[OBSERVABLE-2] %s is %s', ([text, plain]) => {
  expect(refang(text)).toBe(plain)
})

test.for(['', '   ', 'a\u0000b', 'a\u202eb', 'x'.repeat(3_000), '\ud800'])(
  '[OBSERVABLE-3] a value without text, too long, or with invisible characters is refused',
  (text) => {
    for (const type of observableTypes) expect(normalise(type, text).ok).toBe(false)
  },
)

test('[OBSERVABLE-3] what an alert has is kept even where it has no normal form', () => {
  expect(normalOrText('vin', ' TEST-1\u0000 ')).toBe('TEST-1')
  expect(normalOrText('arbitration_id', '7e0')).toBe('0x7E0')
})

test('[OBSERVABLE-8] check digits of VINs, ICCIDs and IMEIs are computed', () => {
  expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X')
  expect(vinCheckDigit('11111111111111111')).toBe('1')
  expect(hasVinCheckDigit('1M8GDM9A1KP042788')).toBe(false)
  expect(isLuhn('490154203237518')).toBe(true)
  expect(isLuhn('490154203237517')).toBe(false)
})
