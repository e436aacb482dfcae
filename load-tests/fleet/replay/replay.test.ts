import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packed, readCandumpLine } from './candump.ts'
import type { Clock } from '../clock.ts'
import { csvRecords } from './csv.ts'
import { paced, paceOf, type Due } from './pace.ts'
import { readPositions } from './position-file.ts'
import { openRecording } from './recording.ts'
import { replayOptions } from './options.ts'
import { readTime, zoneOffset } from './zoned-time.ts'

async function* stream<T>(...items: T[]): AsyncGenerator<T> {
  yield* items
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('CSV', () => {
  test('parses quotes, commas, line breaks, CRLF, a byte order mark and chunk borders', async () => {
    const records = await collected(csvRecords(stream('\uFEFFa,b\r\n"x, ""y', '""","two\nlines"\r\n\r\n1,""\n', '3,')))
    expect(records).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['x, "y"', 'two\nlines'] },
      { line: 5, fields: ['1', ''] },
      { line: 6, fields: ['3', ''] },
    ])
  })

  const columns = { vehicle: 'id', lat: 'y', lon: 'x', time: 't' }
  const utc = zoneOffset('UTC')

  test('positions are sorted by time, and a device id keeps its zeros', async () => {
    const positions = await readPositions(
      stream('x,y,t,id\n9,53,2020-07-18 09:00:10,007\n8,52,2020-07-18 09:00:00,1\n'),
      columns,
      utc,
    )
    expect(positions).toEqual([
      { vehicle: '1', at: Date.UTC(2020, 6, 18, 9), lat: 52, lon: 8 },
      { vehicle: '007', at: Date.UTC(2020, 6, 18, 9, 0, 10), lat: 53, lon: 9 },
    ])
  })

  test.for([
    { text: 'lat,y,t,id\n', message: 'no column x (--lon). Its columns: lat, y, t, id' },
    { text: 'x,y,t,id\n1,2,2020-01-01 00:00:00,a\n1,2,noon,a\n', message: 'Line 3: cannot read the time "noon"' },
    { text: 'x,y,t,id\n1,91,1700000000,a\n', message: 'Line 2: cannot read the latitude "91"' },
    { text: 'x,y,t,id\n1,2,1700000000\n', message: 'Line 2: no vehicle' },
    { text: 'x,y,t,id\n', message: 'The file holds no positions' },
  ])('refuses: $message', async ({ text, message }) => {
    await expect(readPositions(stream(text), columns, utc)).rejects.toThrow(message)
  })
})

test.for([
  { text: '2020-07-18 09:07:17', zone: 'Asia/Shanghai', iso: '2020-07-18T01:07:17.000Z' },
  { text: '2026-07-01T12:00:00.25', zone: 'Europe/Berlin', iso: '2026-07-01T10:00:00.250Z' },
  { text: '2026/1/2 3:04', zone: 'UTC', iso: '2026-01-02T03:04:00.000Z' },
  { text: '2026-01-02T03:04:05+02:00', zone: 'Asia/Shanghai', iso: '2026-01-02T01:04:05.000Z' },
  { text: '1700000000', zone: 'UTC', iso: '2023-11-14T22:13:20.000Z' },
  { text: '1700000000123', zone: 'UTC', iso: '2023-11-14T22:13:20.123Z' },
])('reads the time $text in $zone', ({ text, zone, iso }) => {
  expect(new Date(readTime(text, zoneOffset(zone))!).toISOString()).toBe(iso)
})

test.for(['', 'noon', '2026-02-30 10:00:00', '2026-01-01 25:00:00', '09:00'])('refuses the time "%s"', (text) => {
  expect(readTime(text, zoneOffset('UTC'))).toBeUndefined()
})

describe('candump', () => {
  test.for([
    {
      line: '(1398128223.803317) can0 166#D0320009',
      frame: { bus: 'can0', id: 0x166, ext: false, fd: false, data: 'D0320009' },
    },
    {
      line: '(1.000000) vcan0 18FEF100#0102030405060708 R',
      frame: { id: 0x18fef100, ext: true, data: '0102030405060708' },
    },
    { line: '(1.000000) can1 123##1AABB', frame: { fd: true, data: 'AABB' } },
    { line: ' (1.000000)  can0  166   [4]  D0 32 00 09', frame: { id: 0x166, data: 'D0320009' } },
    { line: '(1.000000) can0 123#', frame: { data: '' } },
  ])('reads $line', ({ line, frame }) => {
    expect(readCandumpLine(line)).toMatchObject(frame)
  })

  test('remote and error frames are not data; anything else is not candump', () => {
    expect(readCandumpLine('(1.000000) can0 123#R8')).toBe('not-data')
    expect(readCandumpLine('(1.000000) can0 20000004#0004000000000000')).toBe('not-data')
    for (const line of ['', 'a,b,c', '(1.0) can0 123#ABC', '(1.0) can0 123#001122334455667788'])
      expect(readCandumpLine(line)).toBeUndefined()
  })

  test('frames are packed by span and bus, microseconds from the first, sorted', async () => {
    const frame = (at: number, bus = 'can0', id = 1) => ({ at, bus, id, ext: false, fd: false, data: '00' })
    const packs = await collected(
      packed(
        stream(frame(0), frame(10.5, 'can1'), frame(100), frame(99), frame(270), frame(200)),
        'V',
        250,
        (at) => 1000 + at,
      ),
    )
    expect(packs.map(({ event }) => [event.bus, event.ts, event.frames.map(([dt]) => dt)])).toEqual([
      ['can0', 1000, [0, 99_000, 100_000]],
      ['can1', 1010, [500]],
      ['can0', 1270, [0]],
      ['can0', 1200, [0]],
    ])
  })
})

describe('pace', () => {
  const recording = { first: 1000, last: 61_000, now: 500_000 }

  test('start now compresses time by the speed', () => {
    const pace = paceOf('now', 60, recording)
    expect([pace.tsOf(1000), pace.tsOf(61_000), pace.dueAt(61_000)]).toEqual([500_000, 501_000, 501_000])
  })

  test('start keep keeps the times, and a number begins at that time; both are sent at the given speed', () => {
    expect(paceOf('keep', 2, recording).tsOf(31_000)).toBe(31_000)
    expect(paceOf('keep', 2, recording).dueAt(31_000)).toBe(515_000)
    expect(paceOf(7_000_000, 2, recording).tsOf(31_000)).toBe(7_030_000)
  })

  test('at speed 0 nothing waits, and the recording ends now', () => {
    const pace = paceOf('now', 0, recording)
    expect([pace.tsOf(1000), pace.tsOf(61_000), pace.dueAt(61_000)]).toEqual([440_000, 500_000, -Infinity])
  })

  /** A clock that advances only while it is waited for. */
  function sleepers(): Clock & { time: number } {
    const clock = { time: 0, now: () => clock.time, sleep: async (ms: number) => void (clock.time += ms) }
    return clock
  }

  test('items go out when due, together with others that are due by then, and never early', async () => {
    const clock = sleepers()
    const sent: [number, string[]][] = []
    const items: Due<string>[] = [
      { due: 0, item: 'a' },
      { due: 500, item: 'b' },
      { due: 520, item: 'c' },
      { due: 5000, item: 'd' },
    ]
    for await (const group of paced(stream(...items), clock, 10, new AbortController().signal))
      sent.push([clock.time, group])
    expect(sent).toEqual([
      [0, ['a']],
      [500, ['b']],
      [600, ['c']],
      [5000, ['d']],
    ])
  })

  test('due items go out in groups of limited size, and a stop ends it', async () => {
    const at = (item: number): Due<number> => ({ due: -Infinity, item })
    const stop = new AbortController()
    const groups: number[][] = []
    for await (const group of paced(stream(at(1), at(2), at(3), at(4), at(5)), sleepers(), 2, stop.signal)) {
      groups.push(group)
      if (groups.length === 2) stop.abort()
    }
    expect(groups).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
})

describe('recordings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const opened = (args: string[]) => openRecording(replayOptions([...args, '--key', 'k'])!, () => 9_000_000)

  test('a capture becomes packed events of its vehicle, and the result lists omitted lines', async () => {
    const path = file(
      'a.log',
      '(5.000000) can0 001#01\n(5.100000) can0 002#02\nwhat is this\n(5.200000) can0 003#R\n(6.000000) can0 001#03\n',
    )
    const recording = await opened([path, '--vehicle', 'NHV1', '--bus', 'body'])
    const lines = await collected(recording.lines)
    expect(lines.map(({ due, item }) => [due, JSON.parse(item.text)])).toEqual([
      [
        9_000_100,
        {
          type: 'can',
          vehicle: 'NHV1',
          ts: 9_000_000,
          bus: 'body',
          frames: [
            [0, 1, '01'],
            [100_000, 2, '02'],
          ],
        },
      ],
      [9_001_000, { type: 'can', vehicle: 'NHV1', ts: 9_001_000, bus: 'body', frames: [[0, 1, '03']] }],
    ])
    expect(recording.leftOut()).toBe(
      'left out: 1 remote or error frames, 1 lines that are not candump (the first is line 3)',
    )
  })

  test('a CSV becomes positions, shifted to now', async () => {
    const path = file('b.csv', 'vehicle,lat,lon,time\nX,1,2,2020-01-01 00:00:00\nY,3,4,2020-01-01 00:01:00\n')
    const lines = await collected((await opened([path, '--speed', '60'])).lines)
    expect(lines.map(({ due, item }) => [due, JSON.parse(item.text)])).toEqual([
      [9_000_000, { type: 'position', vehicle: 'X', ts: 9_000_000, lat: 1, lon: 2 }],
      [9_001_000, { type: 'position', vehicle: 'Y', ts: 9_001_000, lat: 3, lon: 4 }],
    ])
  })

  test('other files are refused with their first line, and captures without a vehicle, too', async () => {
    await expect(opened([file('c.bin', '\u0001\u0002pcap')])).rejects.toThrow(
      'neither a candump capture nor a CSV file: its first line is "..pcap"',
    )
    await expect(opened([file('d.log', '(5.0) can0 001#01\n')])).rejects.toThrow('--vehicle')
    await expect(opened([join(folder, 'absent')])).rejects.toThrow('ENOENT')
  })
})
