import { refused } from '../../core/parsed.ts'
import { canFlags } from '../can/frame.ts'
import { frameOf, noData, type Read } from './reader.ts'

/**
 * The packets of a pcap file, by link type: LINKTYPE_CAN_SOCKETCAN, and LINKTYPE_LINUX_SLL and _SLL2 ("cooked", what
 * capturing on all interfaces gives). A SocketCAN frame:
 *
 * id(u32: 0x80000000 extended, 0x40000000 remote, 0x20000000 error) length(u8) fd(u8: 1 BRS, 2 ESI, 4 FD) 0(u8) dlc(u8)
 * data
 *
 * Its id is in network order, in a cooked packet in the order of the machine that captured it: that of the file. The
 * headers of cooked packets are in network order:
 *
 * - SLL: packet type(u16: 4 sent) hardware(u16) address length(u16) address(8) protocol(u16)
 * - SLL2: protocol(u16) 0(u16) interface(u32) hardware(u16) packet type(u8: 4 sent) address length(u8) address(8)
 */
export const linkTypes = { ethernet: 1, can: 227, cooked: 113, cooked2: 276 } as const

/** Where and when a packet was captured. */
interface PacketSource {
  readonly ts: number
  readonly bus: string
  /** The flag of a sent frame, or 0. */
  readonly sent: number
}

/** Why a kind of packets holds no CAN frames: reported once per file, since there may be millions of them. */
export interface OtherPacket {
  readonly other: string
}

/** Reads the frame of a packet; `isLittle` is the byte order of the file. */
export function readPacket(
  linkType: number,
  packet: DataView,
  source: PacketSource,
  isLittle: boolean,
): Read | OtherPacket {
  if (linkType === linkTypes.can) return readCan(packet, source, false, false)
  if (linkType === linkTypes.cooked) return readCooked(packet, source, isLittle)
  if (linkType === linkTypes.cooked2) return readCooked2(packet, source, isLittle)
  if (isDoip(linkType, packet)) return { other: 'DoIP over Ethernet is not read: it has no CAN frames' }
  return { other: otherLink(linkType) }
}

/** Why packets of a link type are not read. */
function otherLink(linkType: number): string {
  const readable = `SocketCAN (${linkTypes.can}) or Linux cooked (${linkTypes.cooked}, ${linkTypes.cooked2})`
  return `packets of link type ${linkType}${linkType === linkTypes.ethernet ? ' (Ethernet)' : ''}, not of ${readable}`
}

const protocols = { can: 0x0c, canFd: 0x0d, canXl: 0x0e } as const
const sentByHost = 4

function readCooked(packet: DataView, source: PacketSource, isLittle: boolean): Read | OtherPacket {
  if (packet.byteLength < 16) return refused('an incomplete cooked packet')
  const isSent = packet.getUint16(0) === sentByHost
  return readProtocol(packet.getUint16(14), behind(packet, 16), { ...source, sent: sentFlag(isSent) }, isLittle)
}

function readCooked2(packet: DataView, source: PacketSource, isLittle: boolean): Read | OtherPacket {
  if (packet.byteLength < 20) return refused('an incomplete cooked packet')
  // all interfaces are in one file, and only this number tells them apart
  const bus = `if${packet.getUint32(4)}`
  const sent = sentFlag(packet.getUint8(10) === sentByHost)
  return readProtocol(packet.getUint16(0), behind(packet, 20), { ...source, bus, sent }, isLittle)
}

function readProtocol(protocol: number, body: DataView, source: PacketSource, isLittle: boolean): Read | OtherPacket {
  if (protocol === protocols.can || protocol === protocols.canFd)
    return readCan(body, source, isLittle, protocol === protocols.canFd)
  if (protocol === protocols.canXl) return { other: 'CAN XL frames are not read' }
  return { other: `cooked packets of protocol 0x${protocol.toString(16).padStart(4, '0')} hold no CAN frames` }
}

const sentFlag = (isSent: boolean): number => (isSent ? canFlags.tx : 0)
const behind = (packet: DataView, at: number): DataView =>
  new DataView(packet.buffer, packet.byteOffset + at, packet.byteLength - at)

const doipPort = 13_400
const etherTypes = { ip4: 0x0800, ip6: 0x86dd, vlan: 0x8100 } as const

/** Returns true for IP packets in Ethernet from or to the port of DoIP (ISO 13400-2). */
function isDoip(linkType: number, packet: DataView): boolean {
  if (linkType !== linkTypes.ethernet || packet.byteLength < 18) return false
  const at = packet.getUint16(12) === etherTypes.vlan ? 16 : 12
  const type = packet.getUint16(at)
  const ip = at + 2
  if (ip >= packet.byteLength || (type !== etherTypes.ip4 && type !== etherTypes.ip6)) return false
  const ports = type === etherTypes.ip4 ? ip + 4 * (packet.getUint8(ip) & 15) : ip + 40
  if (ports + 4 > packet.byteLength) return false
  return packet.getUint16(ports) === doipPort || packet.getUint16(ports + 2) === doipPort
}

/** Reads a SocketCAN frame; `isStatedFd`: the packet around it states that it is of CAN FD. */
function readCan(packet: DataView, { ts, bus, sent }: PacketSource, isLittle: boolean, isStatedFd: boolean): Read {
  if (packet.byteLength < 8) return refused(`a packet of ${packet.byteLength} bytes, a SocketCAN frame has at least 8`)
  const word = packet.getUint32(0, isLittle)
  const length = packet.getUint8(4)
  const fdBits = packet.getUint8(5)
  const isFd = isStatedFd || (fdBits & 4) !== 0 || packet.byteLength === 72 || length > 8
  const isError = (word & 0x20000000) !== 0
  const isRemote = !isFd && !isError && (word & 0x40000000) !== 0
  const isExtended = !isError && (word & 0x80000000) !== 0
  if (!isRemote && 8 + length > packet.byteLength)
    return refused(`${length} bytes of data are announced, ${packet.byteLength - 8} follow`)
  const raw = packet.getUint8(7)
  const dlc = !isFd && length === 8 && raw > 8 && raw <= 15 ? raw : undefined
  const flags =
    sent |
    (isExtended ? canFlags.ext : 0) |
    (isFd ? canFlags.fd : 0) |
    (isRemote ? canFlags.rtr : 0) |
    (isError ? canFlags.error : 0) |
    (isFd && (fdBits & 1) !== 0 ? canFlags.brs : 0) |
    (isFd && (fdBits & 2) !== 0 ? canFlags.esi : 0)
  const id = word & (isExtended || isError ? 0x1fffffff : 0x7ff)
  if (isRemote) return frameOf({ ts, bus, id, flags, dlc: dlc ?? length, data: noData })
  return frameOf({
    ts,
    bus,
    id,
    flags,
    ...(dlc !== undefined && { dlc }),
    data: new Uint8Array(packet.buffer, packet.byteOffset + 8, length).slice(),
  })
}
