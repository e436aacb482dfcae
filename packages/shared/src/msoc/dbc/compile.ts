import { keyOf } from '../can/frame.ts'
import { type CompiledSignal, compiledSignals } from './compile-signals.ts'
import { attributeOf, definitionOf, INDEPENDENT_SIGNALS, type Dbc, type DbcMessage, nobody } from './model.ts'

export type { CompiledSignal } from './compile-signals.ts'

/**
 * A database made ready to decode frames: everything that can be worked out beforehand is. Rules DBC-14 to DBC-20 of
 * ./SPEC.md.
 */
export interface CompiledDbc {
  readonly messages: readonly CompiledMessage[]
  /** The message with this id; of J1939, whoever sends it, by its parameter group. */
  readonly messageOf: (id: number, isExtended: boolean) => CompiledMessage | undefined
}

export interface CompiledMessage {
  readonly name: string
  readonly id: number
  readonly ext: boolean
  /** Bytes. */
  readonly length: number
  /** Null where nobody is named. */
  readonly sender: string | null
  /** Null where the database says none. */
  readonly cycleMs: number | null
  readonly comment: string
  readonly isFd: boolean
  /** The parameter group of a J1939 message. */
  readonly pgn: number | null
  readonly signals: readonly CompiledSignal[]
  /** Writes each signal's physical value beside `signals`; NaN where this frame does not carry it. */
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
 * The parameter group of a 29-bit id (SAE J1939-21): below PDU format 240 the byte behind it is an address and not part
 * of it.
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

/** `StandardCAN`, `ExtendedCAN_FD`, `J1939PG` …; empty where the database does not say. */
function formatOf(dbc: Dbc, { attributes }: DbcMessage): string {
  return wordOf(dbc, 'VFrameFormat', attributeOf(dbc, 'BO_', attributes, 'VFrameFormat'))
}

/** The word of an enumeration that a file names by its position. */
function wordOf(dbc: Dbc, name: string, value: number | string | null): string {
  if (typeof value === 'string') return value
  const type = definitionOf(dbc, 'BO_', name)?.type
  return value !== null && type?.kind === 'ENUM' ? (type.words[value] ?? '') : ''
}

function isJ1939(dbc: Dbc, format: string): boolean {
  return format === 'J1939PG' || (format === '' && attributeOf(dbc, '', dbc.attributes, 'ProtocolType') === 'J1939')
}

/**
 * No bus has a slower cycle, ms: what says otherwise is a mistake, and a few of them are written as numbers that
 * nothing can reckon with.
 */
const slowestCycle = 3_600_000

function cycleOf(value: number | string | null): number | null {
  return typeof value === 'number' && value > 0 && value <= slowestCycle ? value : null
}

/** A signal's physical value in a payload; NaN where it is not in it. */
function stepOf({ isIn, raw, factor, offset }: CompiledSignal): (data: Uint8Array) => number {
  if (factor === 1 && offset === 0) return (data) => (isIn(data) ? raw(data) : Number.NaN)
  return (data) => (isIn(data) ? raw(data) * factor + offset : Number.NaN)
}
