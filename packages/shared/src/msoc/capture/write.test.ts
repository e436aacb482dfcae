import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { exportFormats } from '../can/captures.ts'
import { canFlags, type CanFrame } from '../can/frame.ts'
import { everyKind, start } from './frames.fixture.ts'
import { formatOf } from './read.ts'
import { read } from './reading.fixture.ts'
import { captureWriter } from './write.ts'

test.for(exportFormats)('[CAPTURE-25] [CAPTURE-26] a file written as %s is read as the same frames', (format) => {
  const written = Buffer.concat([captureWriter(format)(everyKind)])
  expect(formatOf(written, 'x')).toBe(format)
  const { frames, rejects } = read(format, written)
  expect(rejects).toEqual([])
  expect(frames).toEqual(everyKind)
})

test.for(exportFormats)('[CAPTURE-25] random frames written as %s part by part are read unchanged', (format) => {
  const random = createRandom(11)
  const frames = Array.from({ length: 2_000 }, (_, i): CanFrame => {
    const isFd = random(3) === 0
    const ext = random(2) === 0 ? canFlags.ext : 0
    const data = Uint8Array.from({ length: isFd ? [0, 5, 12, 64][random(4)]! : random(9) }, () => random(256))
    const flags =
      ext |
      (isFd ? canFlags.fd | (random(2) * canFlags.brs) | (random(2) * canFlags.esi) : 0) |
      (random(2) * canFlags.tx)
    return {
      ts: start + i * 7 + random(7_000) / 1000,
      bus: `can${1 + random(3)}`,
      id: random(ext ? 0x2000_0000 : 0x800),
      flags,
      dlc: [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64].indexOf(data.length),
      data,
    }
  })
  const write = captureWriter(format)
  const written = Buffer.concat([write(frames.slice(0, 700)), write([]), write(frames.slice(700))])
  const found = read(format, written, { pieces: 13 })
  expect([found.rejects, found.frames.length]).toEqual([[], frames.length])
  expect(found.frames).toEqual(frames)
})

test.for(exportFormats)(
  '[CAPTURE-25] [CAPTURE-26] frames earlier than the first are kept in %s if the writer knows the earliest',
  (format) => {
    const frames = [...everyKind].reverse()
    const written = captureWriter(format, start)(frames)
    expect(read(format, written)).toMatchObject({ frames, rejects: [] })
  },
)

test('[CAPTURE-26] ASC has no times before its date: a frame earlier than stated gets that date', () => {
  const [first, second] = everyKind
  const { frames, rejects } = read('asc', captureWriter('asc')([second!, first!]))
  expect([frames.map(({ ts }) => ts - start), rejects]).toEqual([[1.25, 1], []])
})
