import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeObd, isObd } from './obd.ts'
import { hex } from './traffic.fixture.ts'
import { describeUds, isUds } from './uds.ts'

test.for([
  { data: '10 03', text: 'Diagnostic session control: extended session' },
  { data: '50 03 00 32 01 F4', text: 'Diagnostic session control, done: extended session' },
  { data: '11 01', text: 'ECU reset: hard reset' },
  { data: '14 FF FF FF', text: 'Clear diagnostic information: all groups' },
  { data: '54', text: 'Clear diagnostic information, done' },
  { data: '19 02 FF', text: 'Read DTC information: DTCs by status, FF' },
  { data: '22 F1 90', text: 'Read data by identifier: VIN (F190)' },
  { data: '22 F1 90 F1 8C', text: 'Read data by identifier: VIN (F190), ECU serial number (F18C)' },
  { data: '62 F1 90 57 56 57 31 32', text: 'Read data by identifier, done: VIN (F190) = WVW12' },
  { data: '62 02 01 FF 00', text: "Read data by identifier, done: manufacturer's (0201) = FF 00" },
  { data: '23 24 00 00 10 00 01 00', text: 'Read memory by address: 0x0100 bytes at 0x00001000' },
  { data: '31 01 FF 00', text: 'Routine control: start, erase memory (FF00)' },
  { data: '34 00 44 08 00 00 00 00 01 00 00', text: 'Request download: 0x00010000 bytes at 0x08000000' },
  { data: '36 01 AA BB', text: 'Transfer data: block 1, 2 bytes' },
  { data: '85 02', text: 'Control DTC setting: off' },
  { data: 'BA 01 02', text: 'Service 0xBA: 01 02' },
])('[TRANSPORT-10] $data is "$text"', ({ data, text }) => {
  expect(isUds(hex(data))).toBe(true)
  expect(describeUds(hex(data))).toEqual({ text, tone: 'plain' })
})

test('[TRANSPORT-11] the suppress bit is described, and removed from the name', () => {
  expect(describeUds(hex('3E 80')).text).toBe('Tester present: no answer wanted')
  expect(describeUds(hex('10 83')).text).toBe('Diagnostic session control: extended session, no answer wanted')
})

test('[TRANSPORT-12] a refusal names service and reason', () => {
  expect(describeUds(hex('7F 27 35'))).toEqual({
    text: 'Security access refused: invalid key (0x35)',
    tone: 'negative',
  })
  expect(describeUds(hex('7F 22 31'))).toEqual({
    text: 'Read data by identifier refused: request out of range (0x31)',
    tone: 'negative',
  })
})

test('[TRANSPORT-12] "response pending" is not a refusal', () => {
  expect(describeUds(hex('7F 31 78'))).toEqual({ text: 'Routine control: response pending', tone: 'plain' })
})

test.for([
  ['27 01', 'Security access: seed for level 1'],
  ['27 02 12 34', 'Security access: key for level 1, 12 34'],
  ['27 05', 'Security access: seed for level 3'],
])('[TRANSPORT-13] %s is "%s"', ([data, text]) => {
  expect(describeUds(hex(data!)).text).toBe(text)
})

test.for([
  { data: '01 0C', text: 'Current data: engine speed (0C)' },
  { data: '41 0C 1A F8', text: 'Current data: engine speed (0C) = 1726 rpm' },
  {
    data: '41 0C 1A F8 0D 32 05 7B',
    text: 'Current data: engine speed (0C) = 1726 rpm, vehicle speed (0D) = 50 km/h, coolant temperature (05) = 83 °C',
  },
  { data: '42 0D 00 32', text: 'Freeze frame: vehicle speed (0D) = 50 km/h' },
  { data: '41 A6 00 01 E2 40', text: 'Current data: odometer (A6) = 12345.6 km' },
  { data: '03', text: 'Stored DTCs' },
  { data: '43 02 01 33 C1 23', text: 'Stored DTCs: P0133, U0123' },
  { data: '43 00', text: 'Stored DTCs: none' },
  { data: '09 02', text: 'Vehicle information: VIN' },
  { data: '49 02 01 57 41 55 5A 5A 5A', text: 'Vehicle information: VIN = WAUZZZ' },
])('[TRANSPORT-15] $data is "$text"', ({ data, text }) => {
  expect(isObd(hex(data))).toBe(true)
  expect(describeObd(hex(data)).text).toBe(text)
})

test('[TRANSPORT-15] an unknown PID ends the list', () => {
  expect(describeObd(hex('41 0D 32 EE 01 02 03')).text).toBe(
    'Current data: vehicle speed (0D) = 50 km/h, PID (EE) = 01 02 03',
  )
})

test('[TRANSPORT-15] the refusal of an OBD-II service is described too', () => {
  expect(isObd(hex('7F 01 12'))).toBe(true)
  expect(describeObd(hex('7F 01 12'))).toEqual({
    text: 'Current data refused: subfunction not supported (0x12)',
    tone: 'negative',
  })
})

test('[TRANSPORT-14] any bytes have a description in one short line', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
      for (const { text } of [describeUds(data), ...(isObd(data) ? [describeObd(data)] : [])]) {
        expect(text).not.toMatch(/undefined|NaN|\n/)
        expect(text.length).toBeLessThan(1_200)
      }
    }),
  )
})
