import { expect, test, vi } from 'vitest'
import { canFlags } from '../can/frame.ts'
import { blfFrames, blfHead, blfObject, blf, container, eight } from './blf.fixture.ts'
import { captureReader } from './read.ts'
import { inflate, le, read, short, text } from './reading.fixture.ts'

const frame = (ms: number) => blfObject(1, ms * 1_000_000, le([1, 2], [0, 1], [3, 1], [0x123, 4], eight(1, 2, 3)))
const manyFrames = (count: number) => Buffer.concat(Array.from({ length: count }, (_, i) => frame(i)))

test('[CAPTURE-47] a container of more than two MiB is not unpacked, and the rest is read', () => {
  const { frames, rejects } = read(
    'blf',
    Buffer.concat([blfHead(), container(new Uint8Array((2 << 20) + 1)), container(frame(1))]),
  )
  expect([frames.length, rejects]).toEqual([1, [{ line: 1, reason: 'a container of 2097153 bytes' }]])
})

test('[CAPTURE-47] a file that unpacks to more than 200 times its size plus 64 MiB is read up to that limit', () => {
  const bomb = container(
    Buffer.concat([frame(1), ...Array.from({ length: 32 }, () => blfObject(72, 0, new Uint8Array(60_000)))]),
  )
  let unpacked = 0
  const count = 200
  const { frames, rejects } = read('blf', Buffer.concat([blfHead(), ...Array.from({ length: count }, () => bomb)]), {
    pieces: count,
    inflate: (bytes, most) => {
      const out = inflate(bytes, most)
      unpacked += out?.length ?? 0
      return out
    },
  })
  expect([frames.length > 10, frames.length < 100, unpacked < 200 << 20]).toEqual([true, true, true])
  expect(rejects).toEqual([
    { line: frames.length * 33 + 1, reason: 'it unpacks to more than 200 times its size; what follows was not read' },
  ])
})

test('[CAPTURE-47] an object that claims more than 64 KiB is skipped without waiting for its bytes', () => {
  const claims = Buffer.from(frame(1))
  claims.writeUInt32LE(1 << 20, 8)
  const reader = captureReader('blf', { bus: 'can0', inflate })
  const frames = reader.push(Buffer.concat([blfHead(), container(Buffer.concat([claims, manyFrames(3)]))]))
  expect([frames.length, reader.rejects]).toEqual([3, [{ line: 1, reason: 'byte 0: an object of 1048576 bytes' }]])
})

test('[CAPTURE-47] waiting bytes are joined when their object is complete, not with every piece', () => {
  const bytes = Buffer.concat([blfHead(), container(manyFrames(20_000), 0)])
  const reader = captureReader('blf', { bus: 'can0', inflate })
  const copies = vi.spyOn(Uint8Array.prototype, 'set')
  let found = 0
  for (let at = 0; at < bytes.length; at += 512) found += reader.push(bytes.subarray(at, at + 512)).length
  const copied = copies.mock.calls.reduce((sum, [{ length }]) => sum + length, 0)
  copies.mockRestore()
  expect([found, copied > bytes.length, copied < 3 * bytes.length]).toEqual([20_000, true, true])
})

test('[CAPTURE-9] bytes that are not an object are reported once, wherever the pieces end', () => {
  const bytes = Buffer.concat([
    blfHead(),
    container(frame(1)),
    text('nonsense that is longer than padding'),
    container(frame(2)),
  ])
  const whole = read('blf', bytes)
  expect([whole.frames.length, whole.rejected, whole.rejects[0]!.reason]).toEqual([
    2,
    1,
    expect.stringContaining('no object begins here'),
  ])
  for (const pieces of [2, 5, 70, bytes.length]) expect(read('blf', bytes, { pieces })).toEqual(whole)
})

test('[CAPTURE-13] a file read byte by byte gives the same frames', () => {
  expect(read('blf', blf, { pieces: blf.length }).frames.map((one) => short(one))).toEqual(blfFrames)
})

test('[CAPTURE-13] trailing bytes that a writer left out of an object are zeros', () => {
  const objects = [
    blfObject(1, 1e6, le([1, 2], [0, 1], [3, 1], [0x123, 4], Uint8Array.of(1))),
    blfObject(86, 2e6, le([1, 2], [0, 1], [8, 1], [0x124, 4])),
    blfObject(
      100,
      3e6,
      le([1, 2], [0, 1], [9, 1], [0x200, 4], [0, 4], [0, 1], [1, 1], [12, 1], new Uint8Array(5), [7, 1]),
    ),
    blfObject(101, 4e6, le([2, 1], [9, 1], [12, 1], [0, 1], [0x201, 4], [0, 4], [0x1000, 4])),
    blfObject(73, 5e6, le([1, 2])),
    blfObject(1, 6e6, le([1, 2], [0, 1], [3, 1])),
  ]
  const { frames, rejects } = read('blf', Buffer.concat([blfHead(), ...objects.map((object) => container(object))]))
  expect(frames.map((one) => short(one))).toEqual([
    [1, 'can1', 0x123, 0, 3, '010000'],
    [2, 'can1', 0x124, 0, 8, '00'.repeat(8)],
    [3, 'can1', 0x200, canFlags.fd, 9, `07${'00'.repeat(11)}`],
    [4, 'can2', 0x201, canFlags.fd, 9, '00'.repeat(12)],
    [5, 'can1', 8, canFlags.error, 0, ''],
  ])
  expect(rejects).toEqual([{ line: 6, reason: 'an incomplete object of type 1' }])
})
