/**
 * A CAN database (DBC) as data: the content of its text, with all data of a message or signal in one place. Plain JSON.
 * Rules DBC-1.. of ./SPEC.md.
 */
export interface Dbc {
  readonly version: string
  /** The words under `NS_`: the statements that the writing tool supports. */
  readonly newSymbols: readonly string[]
  /** The text after `BS_:`, unchanged; obsolete, and nearly always empty. */
  readonly bitTiming: string
  readonly nodes: readonly DbcNode[]
  readonly valueTables: readonly ValueTable[]
  readonly messages: readonly DbcMessage[]
  readonly comment: string
  readonly attributeDefinitions: readonly AttributeDefinition[]
  /** Attributes of the database itself. */
  readonly attributes: readonly Attribute[]
  /**
   * Statements that are kept without being read (environment variables, relations …), from keyword to semicolon, in the
   * order of the format.
   */
  readonly kept: readonly string[]
}

export interface DbcNode {
  readonly name: string
  readonly comment: string
  readonly attributes: readonly Attribute[]
}

/** The name of a raw value. */
export interface ValueName {
  readonly value: number
  readonly name: string
}

export interface ValueTable {
  readonly name: string
  readonly values: readonly ValueName[]
}

export interface Attribute {
  readonly name: string
  /** For an enumeration: the index of the word, or the word, as in the file. */
  readonly value: number | string
}

/** What an attribute is set on: the database (empty), nodes, messages, signals or environment variables. */
export type AttributeOwner = '' | 'BU_' | 'BO_' | 'SG_' | 'EV_'

export interface AttributeDefinition {
  readonly owner: AttributeOwner
  readonly name: string
  readonly type:
    | {
        readonly kind: 'INT' | 'HEX' | 'FLOAT'
        /** Null if the file gives no range. */
        readonly range: readonly [number, number] | null
      }
    | { readonly kind: 'STRING' }
    | { readonly kind: 'ENUM'; readonly words: readonly string[] }
  /** The value where it is not set; null: the file states none. */
  readonly byDefault: number | string | null
}

/** The name that means no sender or no receiver. */
export const nobody = 'Vector__XXX'

export interface DbcMessage {
  /**
   * The arbitration id without its format bit; the pseudo message for signals without a message has 0x40000000.
   */
  readonly id: number
  readonly ext: boolean
  readonly name: string
  /** Number of bytes, up to 64; more if the message is sent in several frames. */
  readonly length: number
  /** `nobody` if none is named. */
  readonly sender: string
  /** All senders, if `BO_TX_BU_` names them. */
  readonly transmitters: readonly string[]
  readonly signals: readonly DbcSignal[]
  readonly groups: readonly SignalGroup[]
  readonly comment: string
  readonly attributes: readonly Attribute[]
}

export interface SignalGroup {
  readonly name: string
  readonly repetitions: number
  readonly signals: readonly string[]
}

export interface DbcSignal {
  readonly name: string
  readonly isMultiplexor: boolean
  /** The multiplexor's raw value that this signal is sent with; null: always sent. */
  readonly multiplexedAt: number | null
  /**
   * The extended form, if `SG_MUL_VAL_` states it: the multiplexor, and its raw values (both ends included). Without
   * values: the signal is marked as multiplexed, and nothing states when it is sent.
   */
  readonly multiplexing: { readonly by: string; readonly ranges: readonly (readonly [number, number])[] } | null
  /**
   * Intel: the least significant bit; Motorola: the most significant. Bits are numbered byte * 8 + bit, with bit 0 as
   * the least significant.
   */
  readonly startBit: number
  /** Number of bits, 1 to 64. */
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
  /** Bits of an IEEE 754 number; 0: an integer. */
  readonly float: 0 | 32 | 64
  /** Physical = raw * factor + offset. */
  readonly factor: number
  readonly offset: number
  /** Physical limits; both 0 if not stated. */
  readonly min: number
  readonly max: number
  readonly unit: string
  readonly receivers: readonly string[]
  readonly values: readonly ValueName[]
  readonly comment: string
  readonly attributes: readonly Attribute[]
}

/** The pseudo message that collects signals without a message; it is never on a bus. */
export const INDEPENDENT_SIGNALS = 0x40000000

/**
 * Returns the positions of a signal's bits in the payload, from the least significant: byte * 8 + bit. They exceed the
 * payload if the database is wrong.
 */
export function bitsOf({ startBit, length, isIntel }: Pick<DbcSignal, 'startBit' | 'length' | 'isIntel'>): number[] {
  // Motorola numbers the bits along a line in which each byte's most significant bit comes first
  const last = turned(startBit) + length - 1
  const bits: number[] = []
  for (let at = 0; at < length; at++) bits.push(isIntel ? startBit + at : turned(last - at))
  return bits
}

/** Returns a bit's position if the bits of a byte are numbered from the other side. */
const turned = (bit: number): number => (bit & ~7) + 7 - (bit & 7)

/** Returns the value of an attribute on an object, or the default of its definition. */
export function attributeOf(
  dbc: Dbc,
  owner: AttributeOwner,
  attributes: readonly Attribute[],
  name: string,
): number | string | null {
  const set = attributes.find((attribute) => attribute.name === name)
  return set === undefined ? (definitionOf(dbc, owner, name)?.byDefault ?? null) : set.value
}

type Definitions = ReadonlyMap<string, AttributeDefinition>
const definitionsOf = new WeakMap<Dbc, Definitions>()

/**
 * Returns the definition of an attribute. Every message and signal needs some, so the definitions of a database are
 * indexed by name once.
 */
export function definitionOf(dbc: Dbc, owner: AttributeOwner, name: string): AttributeDefinition | undefined {
  const byName: Definitions =
    definitionsOf.get(dbc) ??
    new Map(dbc.attributeDefinitions.map((definition) => [`${definition.owner} ${definition.name}`, definition]))
  definitionsOf.set(dbc, byName)
  return byName.get(`${owner} ${name}`)
}
