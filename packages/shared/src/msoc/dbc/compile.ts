import { keyOf } from '../can/frame.ts'
import { type CompiledSignal, compiledSignals } from './compile-signals.ts'
import { attributeOf, definitionOf, INDEPENDENT_SIGNALS, type Dbc, type DbcMessage, nobody } from './model.ts'

export type { CompiledSignal } from './compile-signals.ts'

/**
 * A database prepared for decoding frames: everything possible is computed in advance. Rules DBC-14 to DBC-20 of
 * ./SPEC.md.
 */
export interface CompiledDbc {
  readonly messages: readonly CompiledMessage[]
  /** Returns the message with this id; for J1939 the one with its parameter group, for any sender. */
  readonly messageOf: (id: number, isExtended: boolean) => CompiledMessage | undefined
}

export interface CompiledMessage {
  readonly name: string
  readonly id: number
  readonly ext: boolean
  /** Number of bytes. */
  readonly length: number
  /** Null if no sender is named. */
  readonly sender: string | null
  /** Null if the database states none. */
  readonly cycleMs: number | null
  readonly comment: string
  readonly isFd: boolean
  /** The parameter group of a J1939 message. */
  readonly pgn: number | null
  readonly signals: readonly CompiledSignal[]
  /** Writes each signal's physical value, in the order of `signals`; NaN if this frame does not contain it. */
  readonly decode: (data: Uint8Array, values: Float64Array) => void
}

export function compileDbc(dbc: Dbc): CompiledDbc {
  const messages = dbc.messages
    .filter(({ id }) => id !== INDEPENDENT_SIGNALS)
    .map((message) => compiledMessage(dbc, message))
  const byKey = new Map(messages.map((message) => [keyOf(message.id, message.ext), message]))
  const byGroup = new Map(messages.filter(({ pgn }) => pgn !== null).map((message) => [message.pgn!, message]))
  return {
    messages,
    messageOf(id, isExtended) {
      return byKey.get(keyOf(id, isExtended)) ?? (isExtended && byGroup.size > 0 ? byGroup.get(pgnOf(id)) : undefined)
    },
  }
}

/**
 * Returns the parameter group of a 29-bit id (SAE J1939-21): below PDU format 240 the next byte is an address and not
 * part of the group.
 */
function pgnOf(id: number): number {
  const pgn = (id >> 8) & 0x3ffff
  return (pgn & 0xff00) < 0xf000 ? pgn & 0x3ff00 : pgn
}

function compiledMessage(dbc: Dbc, message: DbcMessage): CompiledMessage {
  const { name, id, ext, length, comment } = message
  const format = formatOf(dbc, message)
  const signals = compiledSignals(dbc, message)
  const steps = signals.map((signal) => stepOf(signal))
  return {
    name,
    id,
    ext,
    length,
    comment,
    signals,
    sender: message.sender === nobody ? null : message.sender,
    cycleMs: cycleOf(attributeOf(dbc, 'BO_', message.attributes, 'GenMsgCycleTime')),
    isFd: (length > 8 && !format.startsWith('J1939')) || format.endsWith('_FD'),
    pgn: ext && isJ1939(dbc, format) ? pgnOf(id) : null,
    decode(data, values) {
      for (let at = 0; at < steps.length; at++) values[at] = steps[at]!(data)
    },
  }
}

/** Returns `StandardCAN`, `ExtendedCAN_FD`, `J1939PG` …; empty if the database does not state it. */
function formatOf(dbc: Dbc, { attributes }: DbcMessage): string {
  return wordOf(dbc, 'VFrameFormat', attributeOf(dbc, 'BO_', attributes, 'VFrameFormat'))
}

/**
 * Returns the word of a value that may be given by its index: in the enumeration of the file, or in Vector's where the
 * file defines the attribute as a number.
 */
function wordOf(dbc: Dbc, name: string, value: number | string | null): string {
  if (typeof value === 'string') return value
  const type = definitionOf(dbc, 'BO_', name)?.type
  if (value === null) return ''
  return (type?.kind === 'ENUM' ? type.words[value] : frameFormats[value]) ?? ''
}

/** Vector's enumeration of `VFrameFormat`; the other indexes are reserved. */
const frameFormats: Readonly<Record<number, string>> = {
  0: 'StandardCAN',
  1: 'ExtendedCAN',
  3: 'J1939PG',
  14: 'StandardCAN_FD',
  15: 'ExtendedCAN_FD',
}

/** For a message with 29 bits: StandardCAN is only the default of the attribute, and is ignored. */
function isJ1939(dbc: Dbc, format: string): boolean {
  if (format !== '' && format !== 'StandardCAN') return format === 'J1939PG'
  return attributeOf(dbc, '', dbc.attributes, 'ProtocolType') === 'J1939'
}

/**
 * The longest cycle of any bus, ms. A longer one is a mistake; some of these are numbers too large to calculate with.
 */
const slowestCycle = 3_600_000

function cycleOf(value: number | string | null): number | null {
  return typeof value === 'number' && value > 0 && value <= slowestCycle ? value : null
}

/** Returns a reader of a signal's physical value in a payload; NaN if the payload does not contain it. */
function stepOf({ isIn, raw, factor, offset }: CompiledSignal): (data: Uint8Array) => number {
  if (factor === 1 && offset === 0) return (data) => (isIn(data) ? raw(data) : Number.NaN)
  return (data) => (isIn(data) ? raw(data) * factor + offset : Number.NaN)
}
