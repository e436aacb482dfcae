/**
 * A CAN database (DBC) as data: what its text says, with everything that belongs to a message or a signal beside it.
 * JSON through and through. Rules DBC-1.. of ./SPEC.md.
 */
export interface Dbc {
  readonly version: string
  /** The words under `NS_`; they say which statements the writing tool knew. */
  readonly newSymbols: readonly string[]
  /** What stands behind `BS_:`, as written; obsolete, and nearly always empty. */
  readonly bitTiming: string
  readonly nodes: readonly DbcNode[]
  readonly valueTables: readonly ValueTable[]
  readonly messages: readonly DbcMessage[]
  readonly comment: string
  readonly attributeDefinitions: readonly AttributeDefinition[]
  /** Of the database as such. */
  readonly attributes: readonly Attribute[]
  /**
   * Statements that we keep and don't read (environment variables, relations …), from keyword to semicolon, in the
   * order of the format.
   */
  readonly kept: readonly string[]
}

export interface DbcNode {
  readonly name: string
  readonly comment: string
  readonly attributes: readonly Attribute[]
}

/** What a raw value is called. */
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
  /** Of an enumeration: the position of the word, or the word, as the file has it. */
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
        /** Null where the file gives no range. */ readonly range: readonly [number, number] | null
      }
    | { readonly kind: 'STRING' }
    | { readonly kind: 'ENUM'; readonly words: readonly string[] }
  /** What it is wherever it is not set; null: the file does not say. */
  readonly byDefault: number | string | null
}

/** The name that stands for nobody, as a sender or a receiver. */
export const nobody = 'Vector__XXX'

export interface DbcMessage {
  /**
   * The arbitration id without its format bit; that of the pseudo message for signals without a message is 0x40000000.
   */
  readonly id: number
  readonly ext: boolean
  readonly name: string
  /** Bytes, up to 64; more in what is sent in several frames. */
  readonly length: number
  /** `nobody` where none is named. */
  readonly sender: string
  /** All senders, where `BO_TX_BU_` names them. */
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
   * The same in more words, where `SG_MUL_VAL_` says it: by which signal, and at which raw values (both ends included).
   */
  readonly multiplexing: { readonly by: string; readonly ranges: readonly (readonly [number, number])[] } | null
  /**
   * Intel: of the least significant bit; Motorola: of the most significant. Bits count byte * 8 + bit, the bit from the
   * least significant.
   */
  readonly startBit: number
  /** Bits, 1 to 64. */
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
  /** Bits of an IEEE 754 number; 0: an integer. */
  readonly float: 0 | 32 | 64
  /** Physical = raw * factor + offset. */
  readonly factor: number
  readonly offset: number
  /** Physical; both 0 where nobody said. */
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
 * The bits of a signal in the payload, from the least significant: byte * 8 + bit. Beyond the payload's end where the
 * database is wrong.
 */
export function bitsOf({ startBit, length, isIntel }: Pick<DbcSignal, 'startBit' | 'length' | 'isIntel'>): number[] {
  // Motorola counts along a line in which each byte's most significant bit comes first
  const last = turned(startBit) + length - 1
  const bits: number[] = []
  for (let at = 0; at < length; at++) bits.push(isIntel ? startBit + at : turned(last - at))
  return bits
}

/** A bit's place where a byte's bits are counted from the other side. */
const turned = (bit: number): number => (bit & ~7) + 7 - (bit & 7)

/** The value of an attribute on something, or what its definition says by default. */
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
 * An attribute's definition. Every message and signal asks for some, so that a database's definitions are laid out by
 * name once.
 */
export function definitionOf(dbc: Dbc, owner: AttributeOwner, name: string): AttributeDefinition | undefined {
  const byName: Definitions =
    definitionsOf.get(dbc) ??
    new Map(dbc.attributeDefinitions.map((definition) => [`${definition.owner} ${definition.name}`, definition]))
  definitionsOf.set(dbc, byName)
  return byName.get(`${owner} ${name}`)
}
