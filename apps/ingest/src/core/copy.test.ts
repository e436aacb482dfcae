import { expect, test } from 'vitest'
import { RowBuffer } from './copy.ts'

/** Signature, flags, no extension. */
const header = '5047434f50590aff0d0a000000000000000000'

/** All bytes of a buffer, as COPY receives them. */
function written(write: (row: RowBuffer) => void): string {
  const rows = new RowBuffer()
  write(rows)
  return Buffer.concat(rows.finish()).toString('hex')
}

/** The bytes of one field, without header and end mark. */
function field(write: (row: RowBuffer) => void): string {
  const bytes = written(write)
  expect(bytes.startsWith(header) && bytes.endsWith('ffff')).toBe(true)
  return bytes.slice(header.length, -4)
}

test('without rows there are only header and end mark', () => {
  expect(written(() => undefined)).toBe(`${header}ffff`)
})

test('a row begins with the number of its fields, and rows are counted', () => {
  const rows = new RowBuffer()
  rows.row(2)
  rows.null()
  rows.int2(1)
  rows.row(0)
  expect(rows.rows).toBe(2)
  expect(Buffer.concat(rows.finish()).toString('hex')).toBe(`${header}0002ffffffff0000000200010000ffff`)
})

const jsonb = (text: string) => '01' + Buffer.from(text).toString('hex')

test.for<{ what: string; write: (row: RowBuffer) => void; bytes: string }>([
  { what: 'null', write: (row) => row.null(), bytes: 'ffffffff' },
  { what: 'int2 -2', write: (row) => row.int2(-2), bytes: '00000002fffe' },
  { what: 'int4 2147483647', write: (row) => row.int4(2_147_483_647), bytes: '000000047fffffff' },
  { what: 'int4 -1', write: (row) => row.int4(-1), bytes: '00000004ffffffff' },
  { what: 'float4 1.5', write: (row) => row.float4(1.5), bytes: '000000043fc00000' },
  { what: 'float4 null', write: (row) => row.float4(null), bytes: 'ffffffff' },
  { what: 'float8 -0.1', write: (row) => row.float8(-0.1), bytes: '00000008bfb999999999999a' },
  { what: 'float8 null', write: (row) => row.float8(null), bytes: 'ffffffff' },
  { what: 'true', write: (row) => row.bool(true), bytes: '0000000101' },
  { what: 'false', write: (row) => row.bool(false), bytes: '0000000100' },
  { what: 'an empty text', write: (row) => row.text(''), bytes: '00000000' },
  {
    what: 'text of one to four bytes a character',
    write: (row) => row.text('aé€🚗'),
    bytes: '0000000a61c3a9e282acf09f9a97',
  },
  { what: 'text null', write: (row) => row.text(null), bytes: 'ffffffff' },
  { what: 'half of a surrogate pair', write: (row) => row.text('\ud800'), bytes: '00000003efbfbd' },
  { what: 'hexadecimal of either case', write: (row) => row.hex('DEADbeef'), bytes: '00000004deadbeef' },
  { what: 'no bytes', write: (row) => row.hex(''), bytes: '00000000' },
  { what: 'bytes', write: (row) => row.bytes(new Uint8Array([0, 255])), bytes: '0000000200ff' },
  { what: 'bytes null', write: (row) => row.bytes(null), bytes: 'ffffffff' },
  { what: 'jsonb', write: (row) => row.jsonb({ ä: [1] }), bytes: `0000000b${jsonb('{"ä":[1]}')}` },
  { what: 'jsonb null', write: (row) => row.jsonb(null), bytes: 'ffffffff' },
  { what: 'jsonb undefined', write: (row) => row.jsonb(undefined), bytes: 'ffffffff' },
  {
    what: 'a uuid',
    write: (row) => row.uuid('00112233-4455-6677-8899-aabbccddeeff'),
    bytes: '0000001000112233445566778899aabbccddeeff',
  },
])('$what is written in the format of PostgreSQL', ({ write, bytes }) => {
  expect(field(write)).toBe(bytes)
})

/** The microseconds since 2000 that were written. */
function microseconds(ms: number): bigint {
  return Buffer.from(field((row) => row.timestamp(ms)).slice(8), 'hex').readBigInt64BE()
}

const year2000 = Date.UTC(2000, 0, 1)

test.for([
  { what: 'the epoch of PostgreSQL', ms: year2000, us: 0n },
  { what: 'a microsecond later', ms: year2000 + 0.001, us: 1n },
  { what: 'a microsecond earlier', ms: year2000 - 0.001, us: -1n },
  { what: '2 to the 32nd microseconds later', ms: year2000 + 4_294_967.296, us: 4_294_967_296n },
  { what: 'the epoch of Unix', ms: 0, us: -946_684_800_000_000n },
  { what: 'microseconds of today', ms: Date.UTC(2026, 9, 22, 17) + 123.456, us: 846_003_600_123_456n },
  { what: 'the year 0', ms: Date.UTC(2000, 0, 1) - 730_485 * 86_400_000, us: -63_113_904_000_000_000n },
  { what: 'the last time of JavaScript', ms: 8.64e15, us: 8_639_053_315_200_000_000n },
  { what: 'the earliest accepted time', ms: -2.1e14, us: -210_946_684_800_000_000n },
])('$what is $us microseconds', ({ ms, us }) => {
  expect(microseconds(ms)).toBe(us)
})

test('every microsecond of a millisecond is preserved', () => {
  const start = Date.UTC(2026, 9, 22, 17)
  const first = microseconds(start)
  for (let us = 0; us < 1000; us++) expect(microseconds(start + us / 1000)).toBe(first + BigInt(us))
})

test('a missing timestamp is null', () => {
  expect(field((row) => row.timestamp(null))).toBe('ffffffff')
})

test('rows beyond one chunk, and fields larger than one chunk, are complete and in order', () => {
  const rows = new RowBuffer()
  const texts = [
    'x'.repeat(300_000),
    ...Array.from({ length: 5_000 }, (_, i) => `row ${i} ${'é'.repeat(i % 90)}`),
    '€'.repeat(200_000),
  ]
  for (const text of texts) {
    rows.row(1)
    rows.text(text)
  }
  const bytes = Buffer.concat(rows.finish())
  let at = header.length / 2
  for (const text of texts) {
    expect(bytes.readInt16BE(at)).toBe(1)
    const length = bytes.readInt32BE(at + 2)
    expect(bytes.toString('utf8', at + 6, at + 6 + length)).toBe(text)
    at += 6 + length
  }
  expect(bytes.subarray(at).toString('hex')).toBe('ffff')
})
