import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCandump, parseCandumpLine, type CandumpFrame } from './candump.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const captures = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'can')

function frameOf(line: string): CandumpFrame {
  const read = parseCandumpLine(line)
  if (!read.ok) throw new Error(`${line}: ${read.reason}`)
  return read.value
}

function reasonOf(line: string): string {
  const read = parseCandumpLine(line)
  return read.ok ? `read as ${JSON.stringify(read.value)}` : read.reason
}

const plain = { ts: 1398128223803.317, bus: 'can0', ext: false, fd: false, rtr: false, error: false, flags: 0 }

test.for<{ rule: string; what: string; body: string; frame: Partial<CandumpFrame> }>([
  { rule: 'CANDUMP-1', what: 'a data frame', body: '166#D0320009', frame: { id: 0x166, dlc: 4, hex: 'D0320009' } },
  { rule: 'CANDUMP-1', what: 'an empty frame', body: '7FF#', frame: { id: 0x7ff, dlc: 0, hex: '' } },
  {
    rule: 'CANDUMP-1',
    what: 'lower-case hex with separators',
    body: '1ab#de.ad.be.ef',
    frame: { id: 0x1ab, dlc: 4, hex: 'DEADBEEF' },
  },
  {
    rule: 'CANDUMP-3',
    what: 'a 29-bit id, small as it may be',
    body: '00000166#01',
    frame: { id: 0x166, ext: true, dlc: 1, hex: '01' },
  },
  {
    rule: 'CANDUMP-4',
    what: 'an error frame',
    body: '20000080#0000000000000000',
    frame: { id: 0x20000080, error: true, dlc: 8, hex: '0'.repeat(16) },
  },
  {
    rule: 'CANDUMP-5',
    what: 'a CAN FD frame with its flags',
    body: '123##3112233',
    frame: { id: 0x123, fd: true, flags: 3, dlc: 3, hex: '112233' },
  },
  {
    rule: 'CANDUMP-5',
    what: 'a CAN FD frame of 64 bytes',
    body: `123##0${'AB'.repeat(64)}`,
    frame: { id: 0x123, fd: true, dlc: 15, hex: 'AB'.repeat(64) },
  },
  {
    rule: 'CANDUMP-5',
    what: 'a CAN FD frame of a length that is padded on the bus',
    body: `123##0${'AB'.repeat(9)}`,
    frame: { id: 0x123, fd: true, dlc: 9, hex: 'AB'.repeat(9) },
  },
  { rule: 'CANDUMP-6', what: 'a remote frame', body: '123#R', frame: { id: 0x123, rtr: true, dlc: 0, hex: '' } },
  {
    rule: 'CANDUMP-6',
    what: 'a remote frame that requests a length',
    body: '123#R8',
    frame: { id: 0x123, rtr: true, dlc: 8, hex: '' },
  },
  {
    rule: 'CANDUMP-7',
    what: 'a raw data length code',
    body: '123#1122334455667788_E',
    frame: { id: 0x123, dlc: 14, hex: '1122334455667788' },
  },
  {
    rule: 'CANDUMP-7',
    what: 'a remote frame with a raw data length code',
    body: '123#R8_F',
    frame: { id: 0x123, rtr: true, dlc: 15, hex: '' },
  },
  {
    rule: 'CANDUMP-8',
    what: 'a frame with its direction',
    body: '166#D0320009 T',
    frame: { id: 0x166, dlc: 4, hex: 'D0320009' },
  },
  {
    rule: 'CANDUMP-8',
    what: 'a line with carriage return',
    body: '166#D0320009 R\r\n',
    frame: { id: 0x166, dlc: 4, hex: 'D0320009' },
  },
])('[$rule] $what is read from the log format', ({ body, frame }) => {
  expect(frameOf(`(1398128223.803317) can0 ${body}`)).toEqual({ ...plain, ...frame })
})

test.for<{ what: string; line: string; frame: Partial<CandumpFrame> }>([
  {
    what: 'with epoch seconds',
    line: ' (1398128223.803317)  can0  166   [4]  D0 32 00 09',
    frame: { id: 0x166, dlc: 4, hex: 'D0320009' },
  },
  {
    what: 'with calendar time',
    line: ' (2014-04-22 00:57:03.803317)  can0  166   [0] ',
    frame: { id: 0x166, dlc: 0, hex: '' },
  },
  {
    what: 'with direction and ASCII',
    line: " (1398128223.803317)  can0  RX - -  166   [2]  41 42   'AB'",
    frame: { id: 0x166, dlc: 2, hex: '4142' },
  },
  {
    what: 'of a CAN FD frame',
    line: ' (1398128223.803317)  can0  TX B E  12345678  [02]  41 42',
    frame: { id: 0x12345678, ext: true, fd: true, flags: 3, dlc: 2, hex: '4142' },
  },
  {
    what: 'of a remote frame',
    line: ' (1398128223.803317)  can0  166   [3]  remote request',
    frame: { id: 0x166, rtr: true, dlc: 3, hex: '' },
  },
  {
    what: 'of an error frame',
    line: ' (1398128223.803317)  can0  20000004   [8]  00 04 00 00 00 00 00 00   ERRORFRAME',
    frame: { id: 0x20000004, error: true, dlc: 8, hex: '0004000000000000' },
  },
])('[CANDUMP-9] a line $what is read from the screen format', ({ line, frame }) => {
  expect(frameOf(line)).toEqual({ ...plain, ...frame })
})

test.for([
  { rule: 'CANDUMP-10', what: 'nothing', line: ' \n', reason: 'empty' },
  { rule: 'CANDUMP-10', what: 'prose', line: 'hello', reason: 'not a candump line' },
  {
    rule: 'CANDUMP-10',
    what: 'a screen line without a time',
    line: 'can0  166   [4]  D0 32 00 09',
    reason: 'not a candump line',
  },
  { rule: 'CANDUMP-10', what: 'an endless line', line: `(1.0) can0 1#${'0'.repeat(600)}`, reason: 'at most 512' },
  { rule: 'CANDUMP-2', what: 'a time in microseconds', line: '(1398128223803317.0) can0 166#', reason: 'timestamp' },
  { rule: 'CANDUMP-2', what: 'a month 13', line: '(2014-13-22 00:57:03.803317)  can0  166   [0]', reason: 'timestamp' },
  { rule: 'CANDUMP-3', what: 'three digits beyond 11 bits', line: '(1.0) can0 800#00', reason: '11 bits' },
  { rule: 'CANDUMP-3', what: 'four digits', line: '(1.0) can0 0166#00', reason: '4 digits' },
  { rule: 'CANDUMP-4', what: 'a flag other than the error flag', line: '(1.0) can0 80000001#00', reason: '29 bits' },
  {
    rule: 'CANDUMP-4',
    what: 'a remote error frame',
    line: '(1.0) can0 20000001#R',
    reason: 'neither remote nor CAN FD',
  },
  { rule: 'CANDUMP-1', what: 'half a byte', line: '(1.0) can0 166#D03', reason: 'pairs of hex digits' },
  { rule: 'CANDUMP-1', what: 'nine bytes', line: '(1.0) can0 166#000102030405060708', reason: '9 bytes' },
  { rule: 'CANDUMP-5', what: '65 bytes of CAN FD', line: `(1.0) can0 166##0${'00'.repeat(65)}`, reason: '65 bytes' },
  { rule: 'CANDUMP-5', what: 'CAN FD without flags', line: '(1.0) can0 166##', reason: 'flags' },
  { rule: 'CANDUMP-5', what: 'CAN XL', line: '(1.0) can0 166###81:00:0#00', reason: 'CAN XL' },
  { rule: 'CANDUMP-6', what: 'a remote frame for nine bytes', line: '(1.0) can0 166#R9', reason: 'at most 8' },
  { rule: 'CANDUMP-7', what: 'a raw code behind fewer than 8 bytes', line: '(1.0) can0 166#00_9', reason: 'raw DLC' },
  {
    rule: 'CANDUMP-9',
    what: 'a truncated screen line',
    line: '(1.0)  can0  166   [4]  D0 32',
    reason: 'announces 4 bytes, 2 follow',
  },
])('[$rule] $what is refused', ({ line, reason }) => {
  expect(reasonOf(line)).toContain(reason)
})

const FD_LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase()
}

const anyBytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf)
const anyBody = fc.oneof(
  fc
    .integer({ min: 0, max: 8 })
    .chain((dlc) => anyBytes(dlc).map((hex) => ({ fd: false, rtr: false, flags: 0, dlc, hex }))),
  fc
    .integer({ min: 9, max: 15 })
    .chain((dlc) => anyBytes(8).map((hex) => ({ fd: false, rtr: false, flags: 0, dlc, hex }))),
  fc.integer({ min: 0, max: 15 }).map((dlc) => ({ fd: false, rtr: true, flags: 0, dlc, hex: '' })),
  fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 }))
    .chain(([dlc, flags]) => anyBytes(FD_LENGTHS[dlc]!).map((hex) => ({ fd: true, rtr: false, flags, dlc, hex }))),
)
const anyId = fc.oneof(
  fc.integer({ min: 0, max: 0x7ff }).map((id) => ({ id, ext: false, error: false })),
  fc.integer({ min: 0, max: 0x1fffffff }).map((id) => ({ id, ext: true, error: false })),
)
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 999_999 }))
  .map(([seconds, micros]) => seconds * 1000 + micros / 1000)
const anyFrame = fc
  .record({ ts: anyTime, bus: fc.stringMatching(/^[!-~]{1,32}$/), id: anyId, body: anyBody })
  .map(({ ts, bus, id, body }): CandumpFrame => ({ ts, bus, ...id, ...body }))

test('[CANDUMP-11] a frame is unchanged after writing and reading, to the microsecond', () => {
  fc.assert(
    fc.property(anyFrame, (frame) => {
      expect(frameOf(formatCandump(frame))).toEqual(frame)
    }),
  )
})

test('[CANDUMP-11] an error frame is unchanged after writing and reading', () => {
  const line = '(1398128223.803317) can0 20000080#0000000000000000'
  expect(formatCandump(frameOf(line))).toBe(line)
})

test('[CANDUMP-10] a line with one replaced character gives a frame or a reason, never an exception', () => {
  fc.assert(
    fc.property(
      anyFrame,
      fc.nat(),
      fc.constantFrom('', ' ', '#', '##', 'R', 'G', 'f', '0', '_', '.', '(', ')', '-', '\0', '\n', 'é', '\ud800'),
      (frame, at, other) => {
        const line = formatCandump(frame)
        const cut = at % line.length
        const read = parseCandumpLine(line.slice(0, cut) + other + line.slice(cut + 1))
        expect(read.ok ? read.value.hex : read.reason).toMatch(read.ok ? /^(?:[0-9A-F]{2}){0,64}$/ : /./)
      },
    ),
    { numRuns: 500 },
  )
})

describe('real captures', () => {
  for (const { file, frames, seconds } of [
    { file: 'icsim-sample.candump.log', frames: 6158, seconds: 3.3 },
    { file: 'savvycan-candump.log', frames: 12_974, seconds: 8 },
  ]) {
    test(`[CANDUMP-1] each line of ${file} is a frame, and is written back as it was`, ({ skip }) => {
      skip(!existsSync(captures), `no captures in ${captures}: set CARAPACE_DATA`)
      const lines = readFileSync(resolve(captures, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
      expect(lines).toHaveLength(frames)
      const read = lines.map(frameOf)
      const times = read.map((frame) => frame.ts)
      expect((times.at(-1)! - times[0]!) / 1000).toBeCloseTo(seconds, 0)
      // SavvyCAN writes seconds without leading zeros
      expect(read.map(formatCandump).map((line) => line.replace(/^\(0+/, '('))).toEqual(lines)
    })
  }
})
