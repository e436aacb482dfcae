import { expect, test } from 'vitest'
import { compileDbc } from '../../dbc/compile.ts'
import { parseDbc } from '../../dbc/parse.ts'
import { analyzeAddress } from './address.ts'
import { factOf, filled, textAt } from './analyzers.ts'
import { analyzeCanId } from './can-id.ts'
import { analyzeTroubleCode } from './dtc.ts'
import { analyzeModemNumber } from './modem-numbers.ts'
import { analyzeUds } from './uds.ts'
import { analyzeVin } from './vin.ts'
import { countries, manufacturers, regions } from './wmi.ts'

const factNamed = (analysis: { facts: readonly { name: string; value: string }[] }, name: string) =>
  analysis.facts.find((fact) => fact.name === name)?.value

test('[OBSERVABLE-31] a VIN is decoded by its positions', () => {
  const found = analyzeVin('1M8GDM9AXKP042788')
  expect(found.verdict).toBe('info')
  expect(found.summary).toBe('Motor Coach Industries, United States, 1989.')
  expect(factNamed(found, 'Check digit')).toBe('X, right')
  expect(factNamed(analyzeVin('WVWZZZ1KZ6W000001'), 'Country')).toBe('Germany')
  expect(analyzeVin('1M8GDM9A1KP042788').verdict).toBe('suspicious')
  expect(analyzeVin('TEST').facts).toEqual([])
})

test('[OBSERVABLE-31] the table names at least 60 makers, each of a known region and country', () => {
  expect(manufacturers.size).toBeGreaterThanOrEqual(60)
  for (const wmi of manufacturers.keys()) {
    expect(wmi).toMatch(/^[A-HJ-NPR-Z0-9]{3}$/)
    expect([wmi, factNamed(analyzeVin(`${wmi}ZZZ1KZ6W000001`), 'Country')]).not.toContain('not in the table')
  }
  for (const [from] of countries) expect(regions.some(([first]) => first.includes(from[0]!))).toBe(true)
})

test.for([
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['192.0.2.1', 'documents'],
  ['2001:db8::1', 'documents'],
  ['224.0.0.1', 'multicast'],
  ['fe80::1', 'link-local'],
  ['8.8.8.8', 'A public address'],
  ['2a00::1', 'A public address'],
] as const)('[OBSERVABLE-32] %s is in the range %s', ([address, words]) => {
  expect(analyzeAddress(address).summary).toContain(words)
})

const database = compileDbc(
  parseDbc('VERSION ""\n\nBU_: BCM\n\nBO_ 291 Windows: 8 BCM\n SG_ Lock : 0|8@1+ (1,0) [0|0] "" BCM\n').dbc!,
)

test('[OBSERVABLE-33] a CAN id is named by the databases, by OBD, and by J1939', () => {
  const found = analyzeCanId('0x123', [{ name: 'Body', assigned: 'M can0', dbc: database }])
  expect(found.summary).toBe('Windows in the CAN databases.')
  expect(factNamed(found, 'Body (M can0)')).toBe('Windows, sent by BCM')
  expect(factNamed(found, 'Signal Lock')).toContain('8 bits')
  expect(analyzeCanId('0x7E1', []).summary).toBe('OBD request to ECU 2.')
  const heavy = analyzeCanId('0x18FEF100', [])
  expect(factNamed(heavy, 'J1939 source')).toBe('00 engine')
  expect(analyzeCanId('0x100', []).summary).toContain('no CAN database')
})

test('[OBSERVABLE-34] a UDS service has its names, answers and reasons', () => {
  const found = analyzeUds('0x27')
  expect(factNamed(found, 'Positive answer')).toBe('0x67')
  expect(factNamed(found, 'Reason 0x35')).toContain('key')
  expect(found.summary).toContain('can change')
})

test('[OBSERVABLE-34] a trouble code has its system, origin, meaning and failure type', () => {
  const lost = analyzeTroubleCode('U0100-87')
  expect(lost).toMatchObject({ verdict: 'suspicious', summary: 'No communication with the engine control module.' })
  expect(factNamed(lost, 'Failure type 0x87')).toBe('missing message')
  expect(factNamed(lost, 'Defined by')).toBe('the standard, for all makers')
  const misfire = analyzeTroubleCode('P0301')
  expect(misfire).toMatchObject({ verdict: 'info', summary: 'A code of the powertrain.' })
  expect(factNamed(misfire, 'Group')).toBe('ignition and misfire')
  const origins = ['P1301', 'P2301', 'P3301', 'P3401', 'C1100', 'B0100'].map((code) =>
    factNamed(analyzeTroubleCode(code), 'Defined by')?.startsWith('the maker'),
  )
  expect(origins).toEqual([true, false, true, false, true, false])
})

test('[OBSERVABLE-34] numbers of modems are split into their parts', () => {
  expect(factNamed(analyzeModemNumber('imei', '490154203237518'), 'Type allocation code')).toBe('49015420')
  expect(factNamed(analyzeModemNumber('iccid', '89014103211118510720'), 'Check digit')).toBe('right')
  expect(factNamed(analyzeModemNumber('phone', '+491701234567'), 'World zone')).toBe('+4')
})

test('[OBSERVABLE-38] templates are filled without being evaluated, and only own fields of answers are read', () => {
  const value = { type: 'url', value: 'a"b{{type}}$&' }
  expect(filled('{"v":"{{value}}"}', value, (text) => JSON.stringify(text).slice(1, -1))).toBe(
    '{"v":"a\\"b{{type}}$&"}',
  )
  expect(filled('/x/{{value}}', value, encodeURIComponent)).toBe('/x/a%22b%7B%7Btype%7D%7D%24%26')
  expect(textAt({ data: { verdict: 'bad' } }, 'data.verdict')).toBe('bad')
  expect(textAt({ data: {} }, 'data.constructor.name')).toBeUndefined()
  expect(factOf('x', 'a'.repeat(2_000)).value).toHaveLength(500)
})
