import { hexOf } from '../can/frame.ts'
import { acknowledgements, addressText, failureModeName, pgn, pgnText } from './j1939-names.ts'
import { bytes, textOf, type Description } from './uds.ts'

/** The parts of a 29-bit id (SAE J1939-21 5.2). */
export interface J1939Id {
  readonly priority: number
  /** Parameter group number, 18 bits: without the destination where the group has one. */
  readonly pgn: number
  readonly source: number
  /** 255: all nodes, as in all groups without a destination. */
  readonly destination: number
}

const global = 255

/** Splits a 29-bit id into its parts. Rule TRANSPORT-16. */
export function readJ1939Id(id: number): J1939Id {
  const format = (id >> 16) & 0xff
  const specific = (id >> 8) & 0xff
  const page = (id >> 8) & 0x30000
  const isAddressed = format < 240
  return {
    priority: (id >> 26) & 7,
    source: id & 0xff,
    destination: isAddressed ? specific : global,
    pgn: page | (format << 8) | (isAddressed ? 0 : specific),
  }
}

/** Returns the id with these parts: the inverse of `readJ1939Id`. */
export function j1939IdOf({ priority, pgn: group, source, destination }: J1939Id): number {
  const isAddressed = ((group >> 8) & 0xff) < 240
  return priority * 0x4000000 + ((group << 8) | (isAddressed ? destination << 8 : 0) | source)
}

/**
 * The identity of an ECU (J1939-81 4.1): 64 bits, the least significant byte first. If two claim an address, the
 * smaller NAME keeps it.
 */
export interface J1939Name {
  readonly identity: number
  readonly manufacturer: number
  readonly ecuInstance: number
  readonly functionInstance: number
  readonly function: number
  readonly vehicleSystem: number
  readonly systemInstance: number
  readonly industry: number
  readonly canChooseAddress: boolean
}

/** Returns the NAME of an address claim; undefined if it isn't 8 bytes. Rule TRANSPORT-17. */
export function readJ1939Name(data: Uint8Array): J1939Name | undefined {
  if (data.length !== 8) return undefined
  return {
    identity: data[0]! | (data[1]! << 8) | ((data[2]! & 0x1f) << 16),
    manufacturer: (data[2]! >> 5) | (data[3]! << 3),
    ecuInstance: data[4]! & 7,
    functionInstance: data[4]! >> 3,
    function: data[5]!,
    vehicleSystem: data[6]! >> 1,
    systemInstance: data[7]! & 15,
    industry: (data[7]! >> 4) & 7,
    canChooseAddress: (data[7]! & 0x80) !== 0,
  }
}

/** Returns the group that a request, or an answer to one, is about: three bytes, the least significant first. */
export const pgnAt = (data: Uint8Array, at: number): number =>
  (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | (((data[at + 2] ?? 0) & 3) << 16)

/**
 * Describes a J1939 message if it belongs to a conversation; undefined: an ordinary broadcast, which a database
 * decodes. Rule TRANSPORT-18.
 */
export function describeJ1939(id: J1939Id, data: Uint8Array): Description | undefined {
  return conversational[id.pgn]?.(data, id)
}

const plain = (text: string): Description => ({ text, tone: 'plain' })

const conversational: Readonly<Record<number, (data: Uint8Array, id: J1939Id) => Description | undefined>> = {
  [pgn.request]: (data) => (data.length === 3 ? plain(`Request for ${pgnText(pgnAt(data, 0))}`) : undefined),
  [pgn.acknowledgement]: acknowledged,
  [pgn.addressClaim]: claimed,
  [pgn.commandedAddress]: (data) =>
    data.length === 9
      ? plain(`Commands address ${addressText(data[8]!)} for ${nameText(data.subarray(0, 8))}`)
      : undefined,
  [pgn.activeFaults]: (data) => faults('Active fault codes (DM1)', data),
  [pgn.earlierFaults]: (data) => faults('Earlier fault codes (DM2)', data),
  [pgn.pendingFaults]: (data) => faults('Pending fault codes (DM6)', data),
  [pgn.clearEarlierFaults]: () => plain('Clear earlier fault codes (DM3)'),
  [pgn.clearActiveFaults]: () => plain('Clear active fault codes (DM11)'),
  [pgn.vin]: (data) => plain(`Vehicle identification: ${textOf(data) ?? bytes(data, 0)}`),
  [pgn.componentId]: (data) => plain(`Component identification: ${textOf(data) ?? bytes(data, 0)}`),
  [pgn.softwareId]: (data) => plain(`Software identification: ${textOf(data.subarray(1)) ?? bytes(data, 0)}`),
}

function acknowledged(data: Uint8Array): Description | undefined {
  const word = acknowledgements[data[0] ?? 255]
  if (!word || data.length !== 8) return undefined
  return {
    text: `${pgnText(pgnAt(data, 5))}: ${word}`,
    tone: word === 'refused' || word === 'access denied' ? 'negative' : 'plain',
  }
}

/** Describes a claim to all nodes, from the claimed address; one from 254 means "cannot claim" (J1939-81 4.2.2). */
function claimed(data: Uint8Array, { source, destination }: J1939Id): Description | undefined {
  if (data.length !== 8 || destination !== global) return undefined
  if (source === 254) return { text: `Cannot claim an address: ${nameText(data)}`, tone: 'negative' }
  return plain(`Claims address ${addressText(source)}: ${nameText(data)}`)
}

function nameText(data: Uint8Array): string {
  const name = readJ1939Name(data)!
  const identity = `identity ${name.identity} (NAME ${hexOf(data.toReversed())})`
  return `function ${name.function}, manufacturer ${name.manufacturer}, ${identity}`
}

/** Describes two lamp bytes, then four bytes a code: 19 bits of SPN, 5 of FMI, 7 of occurrences (J1939-73 5.7.1). */
function faults(title: string, data: Uint8Array): Description | undefined {
  if (data.length < 6) return undefined
  const codes: string[] = []
  for (let at = 2; at + 4 <= data.length && codes.length < 6; at += 4) {
    const code = faultText(data, at)
    if (code) codes.push(code)
  }
  const count = (data.length - 2) >> 2
  return plain(
    `${title}: ${codes.length === 0 ? 'none' : codes.join(', ')}${count > 6 ? ` and ${count - 6} more` : ''}`,
  )
}

/** Returns undefined if the four bytes are padding, or the zeros that mean "none". */
function faultText(data: Uint8Array, at: number): string | undefined {
  const spn = data[at]! | (data[at + 1]! << 8) | ((data[at + 2]! & 0xe0) << 11)
  const fmi = data[at + 2]! & 31
  if (spn === 0 || spn === 0x7ffff) return undefined
  return `SPN ${spn} FMI ${fmi} ${failureModeName(fmi)}`
}
