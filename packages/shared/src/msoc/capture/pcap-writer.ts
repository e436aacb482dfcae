import { canFlags, type CanFrame } from '../can/frame.ts'
import { joined } from './bytes.ts'
import { linkTypes } from './pcap-packets.ts'

/**
 * Returns a writer of a pcapng file, little-endian, microseconds: its section before the first frame, and each bus as
 * an interface before the first frame of that bus.
 */
export function createPcapWriter(): (frame: CanFrame) => Uint8Array {
  const buses: string[] = []
  let isBegun = false
  return (frame) => {
    const blocks: Uint8Array[] = []
    if (!isBegun)
      blocks.push(
        blockOf(0x0a0d0d0a, Uint8Array.of(0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)),
      )
    isBegun = true
    let bus = buses.indexOf(frame.bus)
    if (bus < 0) {
      bus = buses.push(frame.bus) - 1
      blocks.push(blockOf(1, interfaceBytes(frame.bus)))
    }
    blocks.push(blockOf(6, packetBytes(frame, bus)))
    return joined(blocks)
  }
}

function blockOf(type: number, body: Uint8Array): Uint8Array {
  const size = 12 + body.length
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type, true)
  view.setUint32(4, size, true)
  bytes.set(body, 8)
  view.setUint32(size - 4, size, true)
  return bytes
}

function interfaceBytes(bus: string): Uint8Array {
  const name = new TextEncoder().encode(bus)
  const bytes = new Uint8Array(8 + 4 + name.length + (-name.length & 3) + 4)
  bytes.set([linkTypes.can, 0, 0, 0, 80, 0, 0, 0, 2, 0, name.length, 0])
  bytes.set(name, 12)
  return bytes
}

function packetBytes({ ts, id, flags, dlc, data }: CanFrame, bus: number): Uint8Array {
  const isFd = (flags & canFlags.fd) !== 0
  const size = 8 + data.length
  const bytes = new Uint8Array(20 + size + (-size & 3) + 12)
  const view = new DataView(bytes.buffer)
  const micros = Math.round(ts * 1000)
  view.setUint32(0, bus, true)
  view.setUint32(4, Math.floor(micros / 2 ** 32), true)
  view.setUint32(8, micros % 2 ** 32, true)
  view.setUint32(12, size, true)
  view.setUint32(16, size, true)
  view.setUint32(20, wordOf(id, flags))
  const isRemote = (flags & canFlags.rtr) !== 0
  bytes[24] = isRemote ? Math.min(dlc, 8) : data.length
  if (isFd) bytes[25] = 4 | ((flags & canFlags.brs) === 0 ? 0 : 1) | ((flags & canFlags.esi) === 0 ? 0 : 2)
  else if (dlc > 8) bytes[27] = dlc
  bytes.set(data, 28)
  // epb_flags: received or sent
  bytes.set([2, 0, 4, 0, (flags & canFlags.tx) === 0 ? 1 : 2], bytes.length - 12)
  return bytes
}

function wordOf(id: number, flags: number): number {
  const has = (flag: number) => (flags & flag) !== 0
  if (has(canFlags.error)) return (id | 0x20000000) >>> 0
  return (id | (has(canFlags.ext) ? 0x80000000 : 0) | (has(canFlags.rtr) ? 0x40000000 : 0)) >>> 0
}
