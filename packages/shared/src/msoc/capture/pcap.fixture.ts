import { canFlags } from '../can/frame.ts'
import { start } from './frames.fixture.ts'
import { packed, text } from './reading.fixture.ts'

const canPacket = (word: number, fd: number, raw: number, ...data: number[]) =>
  Buffer.concat([packed(false, [word, 4]), Uint8Array.of(data.length, fd, 0, raw), Uint8Array.from(data)])
export function pcap(isLittle: boolean, isNano: boolean): Uint8Array {
  const record = (seconds: number, fraction: number, packet: Uint8Array) =>
    packed(isLittle, [seconds, 4], [fraction * (isNano ? 1000 : 1), 4], [packet.length, 4], [packet.length, 4], packet)
  return Buffer.concat([
    packed(isLittle, [isNano ? 0xa1b23c4d : 0xa1b2c3d4, 4], [2, 2], [4, 2], [0, 4], [0, 4], [65_535, 4], [227, 4]),
    record(start / 1000, 1_250, canPacket(0x123, 0, 0, 1, 2, 3)),
    record(start / 1000, 2_500, canPacket(0x9abcdef0, 5, 0, ...Array.from({ length: 12 }, (_, i) => i))),
    record(start / 1000, 3_000, Buffer.concat([packed(false, [0x40000100, 4]), Uint8Array.of(5, 0, 0, 0)])),
  ])
}
export const pcapFrames = [
  [1.25, 'can0', 0x123, 0, 3, '010203'],
  [2.5, 'can0', 0x1abcdef0, canFlags.ext | canFlags.fd | canFlags.brs, 9, '000102030405060708090a0b'],
  [3, 'can0', 0x100, canFlags.rtr, 5, ''],
]

export function pcapng(isLittle: boolean): Uint8Array {
  const block = (type: number, body: Uint8Array) =>
    packed(isLittle, [type, 4], [12 + body.length, 4], body, [12 + body.length, 4])
  const option = (code: number, value: Uint8Array) =>
    Buffer.concat([packed(isLittle, [code, 2], [value.length, 2]), value, new Uint8Array(-value.length & 3)])
  const packet = (face: number, ticks: bigint, bytes: Uint8Array, options = new Uint8Array()) =>
    block(
      6,
      Buffer.concat([
        packed(isLittle, [face, 4], [ticks >> 32n, 4], [ticks & 0xffffffffn, 4], [bytes.length, 4], [bytes.length, 4]),
        bytes,
        new Uint8Array(-bytes.length & 3),
        options,
      ]),
    )
  return Buffer.concat([
    block(0x0a0d0d0a, packed(isLittle, [0x1a2b3c4d, 4], [1, 2], [0, 2], [0xffffffffffffffffn, 8])),
    block(
      1,
      Buffer.concat([
        packed(isLittle, [227, 2], [0, 2], [0, 4]),
        option(2, text('body')),
        option(9, Uint8Array.of(9)),
        option(0, new Uint8Array()),
      ]),
    ),
    block(
      1,
      Buffer.concat([
        packed(isLittle, [227, 2], [0, 2], [0, 4]),
        option(9, Uint8Array.of(0x80 | 10)),
        option(14, packed(isLittle, [start / 1000, 8])),
      ]),
    ),
    block(1, packed(isLittle, [1, 2], [0, 2], [0, 4])),
    packet(
      0,
      BigInt(start) * 1_000_000n + 1_250_400n,
      canPacket(0x123, 0, 13, 1, 2, 3, 4, 5, 6, 7, 8),
      option(2, packed(isLittle, [2, 4])),
    ),
    packet(1, 512n, canPacket(0x20000008, 0, 0)),
    packet(2, 0n, text('an Ethernet frame')),
    block(5, new Uint8Array(8)),
  ])
}
export const pcapngFrames = [
  [1.25, 'body', 0x123, canFlags.tx, 13, '0102030405060708'],
  [500, 'can0', 8, canFlags.error, 0, ''],
]
