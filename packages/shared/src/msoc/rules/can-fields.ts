import { keyOf } from '../can/frame.ts'
import type { CompiledDbc, CompiledMessage, CompiledSignal } from '../dbc/compile.ts'
import { frameFlags } from '../events/events.ts'
import type { SigmaValue } from '../sigma/event.ts'
import { isStandardLine, standardLine } from '../transport/addresses.ts'
import { readPci } from '../transport/iso-tp.ts'
import { readJ1939Id } from '../transport/j1939.ts'
import { udsServices } from '../transport/uds-names.ts'
import { isUds, negativeResponse, responseBit } from '../transport/uds.ts'
import type { EventFields, WantedFields } from './vehicle-events.ts'

/** What frames have in common that rules read alike: a bus, an id, a format, and the database of the bus. */
export interface FrameKind {
  readonly bus: string
  readonly id: number
  /** `frameFlags` of the event. */
  readonly flags: number
  readonly dbc: CompiledDbc | undefined
}

const signalPrefix = 'signal.'
const udsPrefix = 'uds.'

/** Returns true if the frame's id has 29 bits: one above 0x7FF has, whatever its flag states. */
export function isExtended({ id, flags }: Pick<FrameKind, 'id' | 'flags'>): boolean {
  return id > 0x7ff || (flags & frameFlags.ext) !== 0
}

/** Returns the message of the database that the frames are. */
function messageOf(kind: FrameKind): CompiledMessage | undefined {
  return kind.dbc?.messageOf(kind.id, isExtended(kind))
}

/** Returns the fields that do not depend on the data of a frame (rules RULE-1, RULE-5). */
export function constantFields(kind: FrameKind): EventFields {
  const { bus, id, flags } = kind
  const ext = isExtended(kind)
  const message = messageOf(kind)
  const fields: EventFields = new Map<string, SigmaValue | readonly SigmaValue[]>([
    ['bus', bus],
    ['id', [`0x${id.toString(16).toUpperCase()}`, id]],
    ['ext', ext],
    ['fd', (flags & frameFlags.fd) !== 0],
    ['rtr', (flags & frameFlags.rtr) !== 0],
  ])
  if (message !== undefined) {
    fields.set('message', message.name)
    if (message.sender !== null) fields.set('sender', message.sender)
  }
  if (ext && !isStandardLine(keyOf(id, true))) addJ1939(fields, id)
  return fields
}

function addJ1939(fields: EventFields, id: number): void {
  const { pgn, source, destination, priority } = readJ1939Id(id)
  fields.set('j1939.pgn', pgn).set('j1939.sa', source).set('j1939.da', destination).set('j1939.priority', priority)
}

/** Returns true if a frame of this kind may have the field (rule RULE-5). */
export function mayHave(kind: FrameKind, constants: EventFields, name: string): boolean {
  if (name.startsWith(signalPrefix)) return signalNamed(kind, name) !== undefined
  if (name.startsWith(udsPrefix)) return !isRemote(kind) && isDiagnostic(kind)
  return constants.has(name) || name === 'data' || name === 'length' || isOfVehicle(name)
}

/** Returns true for a field that depends on the vehicle. */
function isOfVehicle(name: string): boolean {
  return name === 'vehicle' || name === 'model' || name === 'platform'
}

function isRemote({ flags }: FrameKind): boolean {
  return (flags & frameFlags.rtr) !== 0
}

/** Returns the signal that a field is, in frames of this kind; remote frames have none. */
export function signalNamed(kind: FrameKind, name: string): CompiledSignal | undefined {
  const message = isRemote(kind) ? undefined : messageOf(kind)
  if (message === undefined || !name.startsWith(`${signalPrefix}${message.name}.`)) return undefined
  const signal = name.slice(signalPrefix.length + message.name.length + 1)
  return message.signals.find((one) => one.name === signal)
}

/** Ids of diagnostic messages: those of the standards, and the manufacturers' from 0x700 on (rule RULE-6). */
function isDiagnostic(kind: FrameKind): boolean {
  return isStandardLine(keyOf(kind.id, isExtended(kind))) || (!isExtended(kind) && kind.id >= 0x700)
}

/** Writes the fields that depend on the data of a frame. */
export type DataReader = (fields: EventFields, hex: string) => void

/** The longest payload of CAN FD, bytes; what a sender wrote beyond is not read. */
const longestPayload = 64
const scratch = new Uint8Array(longestPayload)
/** The first bytes of it, by their number: making one for each frame would cost more than reading the text. */
const firstBytes = Array.from({ length: longestPayload + 1 }, (_, length) => scratch.subarray(0, length))

/** Returns a function that writes the wanted fields that depend on the data of a frame of this kind. */
export function dataReader(kind: FrameKind, wanted: WantedFields): DataReader {
  const isWanted = (name: string): boolean => wanted === 'all' || wanted.has(name)
  const message = isRemote(kind) ? undefined : messageOf(kind)
  const signals = (message?.signals ?? [])
    .map((signal) => ({ signal, name: `${signalPrefix}${message!.name}.${signal.name}` }))
    .filter(({ name }) => isWanted(name))
  const [data, length] = [isWanted('data'), isWanted('length')]
  const isUdsRead = !isRemote(kind) && isDiagnostic(kind) && (wanted === 'all' || udsNames.some(isWanted))
  return (fields, hex) => {
    if (data) fields.set('data', hex.toUpperCase())
    if (length) fields.set('length', hex.length >> 1)
    if (signals.length === 0 && !isUdsRead) return
    const bytes = bytesOf(hex)
    for (const { signal, name } of signals) addSignal(fields, name, signal, bytes)
    if (isUdsRead) addUds(fields, kind, bytes)
  }
}

const udsNames = ['uds.kind', 'uds.service', 'uds.subfunction', 'uds.nrc'] as const

/** Returns the bytes of a text; the array is used again by the next call. */
export function bytesOf(hex: string): Uint8Array {
  const length = Math.min(hex.length >> 1, longestPayload)
  for (let at = 0; at < length; at += 1) {
    scratch[at] = (digitOf(hex.charCodeAt(2 * at)) << 4) | digitOf(hex.charCodeAt(2 * at + 1))
  }
  return firstBytes[length]!
}

/** The value of 0-9, A-F, a-f; decoding refused every other character. */
function digitOf(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code & 0x0f) + 9
}

/** A signal with named values has the number and the name. */
function addSignal(fields: EventFields, name: string, signal: CompiledSignal, bytes: Uint8Array): void {
  if (!signal.isIn(bytes)) return
  const raw = signal.raw(bytes)
  const physical = raw * signal.factor + signal.offset
  const label = signal.valueNames.get(raw)
  fields.set(name, label === undefined ? physical : [physical, label])
}

/** A diagnostic message as its first frame shows it. */
function addUds(fields: EventFields, kind: FrameKind, bytes: Uint8Array): void {
  const key = keyOf(kind.id, isExtended(kind))
  const line = standardLine(key)
  const pci = readPci(bytes, line?.at ?? 0)
  if (pci?.kind !== 'single' && pci?.kind !== 'first') return
  const payload = bytes.subarray(pci.from, pci.from + pci.length)
  if (line === undefined && !isUds(payload)) return
  const first = payload[0]
  if (first === undefined) return
  if (first === negativeResponse) addNegative(fields, payload)
  else addServed(fields, first, payload)
}

function addNegative(fields: EventFields, payload: Uint8Array): void {
  fields.set('uds.kind', 'negative')
  if (payload.length > 1) fields.set('uds.service', byteValues(payload[1]!))
  if (payload.length > 2) fields.set('uds.nrc', byteValues(payload[2]!))
}

function addServed(fields: EventFields, first: number, payload: Uint8Array): void {
  const isResponse = (first & responseBit) !== 0 && udsServices[first] === undefined
  const service = isResponse ? first - responseBit : first
  fields.set('uds.kind', isResponse ? 'positive' : 'request')
  fields.set('uds.service', byteValues(service))
  if (udsServices[service]?.subfunctions !== undefined && payload.length > 1) {
    fields.set('uds.subfunction', byteValues(payload[1]! & 0x7f))
  }
}

/** A byte as text and as a number. */
function byteValues(byte: number): readonly SigmaValue[] {
  return [`0x${byte.toString(16).toUpperCase().padStart(2, '0')}`, byte]
}
