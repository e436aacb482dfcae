import { deflateSync } from 'node:zlib'
import { canFlags } from '../can/frame.ts'
import { le, text } from './reading.fixture.ts'

/** Returns the header of a file that begins at `start`. */
export const blfHead = () =>
  Buffer.concat([
    text('LOGG'),
    le([144, 4], new Uint8Array(32)),
    le([2026, 2], [3, 2], [3, 2], [4, 2], [5, 2], [6, 2], [7, 2], [0, 2]),
    new Uint8Array(144 - 56),
  ])

/** Returns an object of a type, `ns` nanoseconds after the start. */
export function blfObject(type: number, ns: number, body: Uint8Array): Uint8Array {
  const size = 32 + body.length
  return Buffer.concat([
    text('LOBJ'),
    le([32, 2], [1, 2], [size, 4], [type, 4], [2, 4], [0, 2], [0, 2], [ns, 8]),
    body,
    new Uint8Array(size % 4),
  ])
}

/** Returns a container of objects, packed with zlib by default. */
export function container(bytes: Uint8Array, method = 2): Uint8Array {
  const body = method === 2 ? deflateSync(bytes) : bytes
  const size = 32 + body.length
  return Buffer.concat([
    text('LOBJ'),
    le([16, 2], [1, 2], [size, 4], [10, 4], [method, 2], new Uint8Array(6), [bytes.length, 4], [0, 4]),
    body,
    new Uint8Array(size % 4),
  ])
}

export const eight = (...data: number[]) => Uint8Array.from({ length: 8 }, (_, i) => data[i] ?? 0)
const blfObjects = Buffer.concat([
  blfObject(1, 1_000_000, le([1, 2], [0, 1], [3, 1], [0x123, 4], eight(1, 2, 3))),
  blfObject(86, 2_500_000, le([2, 2], [1, 1], [1, 1], [0x9abcdef0, 4], eight(255), [0, 4], [0, 4])),
  blfObject(1, 3_000_000, le([1, 2], [0x80, 1], [5, 1], [0x100, 4], eight())),
  blfObject(72, 3_500_000, new Uint8Array(40)),
  blfObject(
    100,
    4_000_000,
    le(
      [1, 2],
      [0, 1],
      [9, 1],
      [0x200, 4],
      [0, 4],
      [0, 1],
      [3, 1],
      [12, 1],
      new Uint8Array(5),
      Uint8Array.from({ length: 64 }, (_, i) => i),
    ),
  ),
  blfObject(
    101,
    5_000_000,
    le(
      [2, 1],
      [10, 1],
      [16, 1],
      [0, 1],
      [0x80000201, 4],
      [0, 4],
      [0x7000, 4],
      new Uint8Array(16),
      [0, 2],
      [1, 1],
      [0, 1],
      [0, 4],
      Uint8Array.from({ length: 16 }, () => 7),
    ),
  ),
  blfObject(73, 6_000_000, new Uint8Array(32).fill(1, 0, 1)),
])
export const blfFrames = [
  [1, 'can1', 0x123, 0, 3, '010203'],
  [2.5, 'can2', 0x1abcdef0, canFlags.ext | canFlags.tx, 1, 'ff'],
  [3, 'can1', 0x100, canFlags.rtr, 5, ''],
  [4, 'can1', 0x200, canFlags.fd | canFlags.brs, 9, '000102030405060708090a0b'],
  [5, 'can2', 0x201, canFlags.fd | canFlags.brs | canFlags.esi | canFlags.ext | canFlags.tx, 10, '07'.repeat(16)],
  [6, 'can1', 8, canFlags.error, 0, ''],
]
/** The last object of each container continues in the next one; the second container is not packed. */
export const blf = Buffer.concat([
  blfHead(),
  container(blfObjects.subarray(0, 100)),
  container(blfObjects.subarray(100, 217), 0),
  container(blfObjects.subarray(217)),
])
