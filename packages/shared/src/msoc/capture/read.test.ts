import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { captureFormats } from '../can/captures.ts'
import { fixtures } from './formats.fixture.ts'
import { start } from './frames.fixture.ts'
import { captureReader, formatOf } from './read.ts'
import { read, short, text } from './reading.fixture.ts'

test.for(fixtures)('$what', ({ format, file, bytes, frames, rejects = [], from = start }) => {
  const whole = typeof bytes === 'string' ? text(bytes) : bytes
  expect(formatOf(whole, file), 'its format is found out').toBe(format)
  const found = read(format, whole)
  expect(found.frames.map((frame) => short(frame, from))).toEqual(frames)
  expect(
    found.rejects.map(({ line, reason }, i) => [
      line,
      reason.includes(rejects[i]?.[1] ?? '-') ? rejects[i]![1] : reason,
    ]),
  ).toEqual(rejects)
  for (const pieces of [2, 7, 1_000])
    expect(read(format, whole, { pieces }), '[CAPTURE-9] the pieces make no difference').toEqual(found)
})

test('every format has a fixture', () => {
  expect([...new Set(fixtures.map(({ format }) => format))].sort()).toEqual([...captureFormats].sort())
})

test.for(fixtures)(
  '[CAPTURE-5] $what: a truncated or damaged file is read without an exception and gives only valid frames',
  ({ format, bytes }) => {
    const whole = typeof bytes === 'string' ? text(bytes) : bytes
    const random = createRandom(whole.length)
    for (let round = 0; round < 300; round++) {
      const broken = new Uint8Array(whole.subarray(0, 1 + random(whole.length)))
      for (let flips = random(6); flips > 0; flips--) broken[random(broken.length)] = random(256)
      const { frames, rejects, rejected } = read(format, broken, { pieces: 1 + random(5) })
      expect(
        frames.every(({ ts, id, data }) => Number.isFinite(ts) && id >= 0 && id <= 0x1fffffff && data.length <= 64),
      ).toBe(true)
      expect(frames.length + rejected).toBeLessThanOrEqual(broken.length)
      expect(rejects.length).toBeLessThanOrEqual(100)
    }
  },
)

test.for(captureFormats)('[CAPTURE-5] random bytes read as %s give rejects, no frames and no exception', (format) => {
  const random = createRandom(7)
  for (let round = 0; round < 50; round++) {
    const { frames } = read(
      format,
      Uint8Array.from({ length: random(4_000) }, () => random(256)),
      { pieces: 3 },
    )
    expect(frames).toEqual([])
  }
})

test.for(captureFormats.filter((format) => !['blf', 'pcap'].includes(format)))(
  '[CAPTURE-6] a line of ten million characters in %s is one reject',
  (format) => {
    const reader = captureReader(format, { bus: 'can0' })
    for (let i = 0; i < 10; i++) reader.push(new Uint8Array(1_000_000).fill(49))
    reader.end()
    expect(reader.rejects).toEqual([{ line: 1, reason: 'the line has more than 4096 characters' }])
  },
)

test('[CAPTURE-7] rejects are counted, and the first hundred kept; a file has at most 64 buses', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `(1772582400.0) bus${i} 123#00`).join('\n')
  const { frames, rejected, rejects } = read('candump', lines)
  expect([frames.length, rejected, rejects.length, rejects[0]]).toEqual([
    64,
    236,
    100,
    { line: 65, reason: 'more than 64 buses' },
  ])
})

test('[CAPTURE-8] times without a date count from the given start, times with a date do not', () => {
  expect(
    read('candump', '(12.5) can0 123#00\n(1772582400.5) can0 123#00\n', { startMs: start }).frames.map(({ ts }) => ts),
  ).toEqual([start + 12_500, 1_772_582_400_500])
  expect(read('crtd', '1.5 R11 123 00\n', { startMs: start }).frames[0]!.ts).toBe(start + 1_500)
})

test('[CAPTURE-23] the first thousand lines determine the format; a later line that contradicts is a reject', () => {
  const lines = Array.from({ length: 1_100 }, (_, i) => `${i},100,1,5`)
  lines[1_050] = '1050,1AB,1,5'
  const { frames, rejects } = read('csv', `time,id,dlc,d0\n${lines.join('\n')}`)
  expect([frames.length, frames[0]!.id, rejects]).toEqual([
    1_099,
    100,
    [{ line: 1_052, reason: '1AB is no id to the base 10' }],
  ])
})

test.for(['Dear Sir or Madam\n', '', '\0\0\0\0', '{"type":"can"}\n'])(
  '[CAPTURE-10] %j is not a known format',
  (words) => {
    expect(formatOf(text(words), 'x.txt')).toBeUndefined()
  },
)
