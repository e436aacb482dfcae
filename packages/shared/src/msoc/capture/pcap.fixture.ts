import { canFlags } from '../can/frame.ts'
import { start } from './frames.fixture.ts'
import { packed, text } from './reading.fixture.ts'

const canPacket = (word: number, fd: number, raw: number, ...data: number[]) =>
  Buffer.concat([packed(false, [word, 4]), Uint8Array.of(data.length, fd, 0, raw), Uint8Array.from(data)])

/** Returns a pcap file of these packets; each has the µs after the start at which it was captured. */
function pcapOf(
  linkType: number,
  packets: readonly (readonly [number, Uint8Array])[],
  { isLittle = true, isNano = false } = {},
): Uint8Array {
  const record = (fraction: number, packet: Uint8Array) =>
    packed(
      isLittle,
      [start / 1000, 4],
      [fraction * (isNano ? 1000 : 1), 4],
      [packet.length, 4],
      [packet.length, 4],
      packet,
    )
  return Buffer.concat([
    packed(isLittle, [isNano ? 0xa1b23c4d : 0xa1b2c3d4, 4], [2, 2], [4, 2], [0, 4], [0, 4], [65_535, 4], [linkType, 4]),
    ...packets.map(([fraction, packet]) => record(fraction, packet)),
  ])
}

export function pcap(isLittle: boolean, isNano: boolean): Uint8Array {
  return pcapOf(
    227,
    [
      [1_250, canPacket(0x123, 0, 0, 1, 2, 3)],
      [2_500, canPacket(0x9abcdef0, 5, 0, ...Array.from({ length: 12 }, (_, i) => i))],
      [3_000, Buffer.concat([packed(false, [0x40000100, 4]), Uint8Array.of(5, 0, 0, 0)])],
    ],
    { isLittle, isNano },
  )
}
export const pcapFrames = [
  [1.25, 'can0', 0x123, 0, 3, '010203'],
  [2.5, 'can0', 0x1abcdef0, canFlags.ext | canFlags.fd | canFlags.brs, 9, '000102030405060708090a0b'],
  [3, 'can0', 0x100, canFlags.rtr, 5, ''],
]

const blockOf = (isLittle: boolean) => (type: number, body: Uint8Array) =>
  packed(isLittle, [type, 4], [12 + body.length, 4], body, [12 + body.length, 4])
const section = (isLittle: boolean) =>
  blockOf(isLittle)(0x0a0d0d0a, packed(isLittle, [0x1a2b3c4d, 4], [1, 2], [0, 2], [0xffffffffffffffffn, 8]))
const interfaceOf = (isLittle: boolean, linkType: number) =>
  blockOf(isLittle)(1, packed(isLittle, [linkType, 2], [0, 2], [0, 4]))

export function pcapng(isLittle: boolean): Uint8Array {
  const block = blockOf(isLittle)
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
    section(isLittle),
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
    interfaceOf(isLittle, 1),
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

/** The frame behind the header of a cooked packet: its id is in the order of the machine, and it is never cut. */
function machineFrame(isLittle: boolean, word: number, room: 8 | 64, ...data: number[]): Uint8Array {
  const bytes = new Uint8Array(8 + room)
  bytes.set(packed(isLittle, [word, 4]))
  bytes[4] = data.length
  bytes.set(data, 8)
  return bytes
}

/** A packet with the header of LINKTYPE_LINUX_SLL; `type` 4: it was sent. */
const cooked = (type: number, protocol: number, frame: Uint8Array) =>
  Buffer.concat([packed(false, [type, 2], [280, 2], [0, 2], [0, 8], [protocol, 2]), frame])
const cooked2 = (type: number, protocol: number, frame: Uint8Array) =>
  Buffer.concat([packed(false, [protocol, 2], [0, 2], [3, 4], [280, 2], [type, 1], [0, 1], [0, 8]), frame])

function cookedPackets(wrap: typeof cooked, isLittle: boolean): [number, Uint8Array][] {
  return [
    [1_000, wrap(1, 0x0c, machineFrame(isLittle, 0x123, 8, 1, 2, 3))],
    [2_000, wrap(4, 0x0d, machineFrame(isLittle, 0x9abcdef0, 64, ...Array.from({ length: 12 }, (_, i) => i)))],
    [3_000, wrap(1, 0x0800, text('a packet of the internet'))],
    [4_000, wrap(1, 0x0800, text('another one'))],
    [5_000, wrap(1, 0x0e, machineFrame(isLittle, 0x123, 8))],
  ]
}
export const cookedFrames = (bus: string) => [
  [1, bus, 0x123, 0, 3, '010203'],
  [2, bus, 0x1abcdef0, canFlags.ext | canFlags.fd | canFlags.tx, 9, '000102030405060708090a0b'],
]
export const cookedRejects: [number, string][] = [
  [4, 'protocol 0x0800'],
  [6, 'CAN XL'],
]

export const cookedPcap = (isLittle: boolean) => pcapOf(113, cookedPackets(cooked, isLittle), { isLittle })
export const cooked2Pcap = () => pcapOf(276, cookedPackets(cooked2, true))

/** Linux cooked packets in blocks of each kind; simple packets have no time, and that of the packet before. */
export function cookedPcapng(isLittle: boolean): Uint8Array {
  const block = blockOf(isLittle)
  const ticks = BigInt(start) * 1_000n + 1_000n
  const packet = cooked(1, 0x0c, machineFrame(isLittle, 0x123, 8, 1, 2, 3))
  const size = [packet.length, 4] as const
  return Buffer.concat([
    section(isLittle),
    interfaceOf(isLittle, 113),
    block(2, packed(isLittle, [0, 2], [0, 2], [ticks >> 32n, 4], [ticks & 0xffffffffn, 4], size, size, packet)),
    block(3, packed(isLittle, size, packet)),
  ])
}
export const cookedPcapngFrames = [
  [1, 'can0', 0x123, 0, 3, '010203'],
  [1, 'can0', 0x123, 0, 3, '010203'],
]

/** An Ethernet frame with a UDP packet to this port. */
function udp(port: number): Uint8Array {
  const head = packed(false, [0, 8], [0, 4], [0x0800, 2], [0x45, 1], new Uint8Array(19))
  return Buffer.concat([head, packed(false, [50_000, 2], [port, 2], [8, 2], [0, 2])])
}
/** Ethernet packets: one of any protocol, and two of DoIP. */
export const ethernetPcap = () =>
  pcapOf(1, [
    [1_000, udp(53)],
    [2_000, udp(13_400)],
    [3_000, udp(13_400)],
  ])
/** A file with an interface and no packet. */
export const emptyPcapng = () => Buffer.concat([section(true), interfaceOf(true, 227)])
