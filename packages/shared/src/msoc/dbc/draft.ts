import {
  bitsOf,
  INDEPENDENT_SIGNALS,
  type Attribute,
  type AttributeDefinition,
  type AttributeOwner,
  type Dbc,
  type DbcMessage,
  type DbcSignal,
  type SignalGroup,
  type ValueTable,
} from './model.ts'
import { rankOf } from './keywords.ts'
import { carriersAmong } from './multiplexing.ts'

/** Something that can have a comment and attributes. */
export interface Subject {
  comment: string
  readonly attributes: Map<string, Attribute>
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type DraftSignal = Mutable<Omit<DbcSignal, keyof Subject | 'multiplexing'>> &
  Subject & {
    multiplexing: { readonly by: string; readonly ranges: (readonly [number, number])[] } | null
    /** Offset of its statement. */
    readonly from: number
  }
export type DraftMessage = Mutable<Omit<DbcMessage, keyof Subject | 'signals' | 'groups'>> &
  Subject & {
    readonly signals: Map<string, DraftSignal>
    readonly groups: SignalGroup[]
    /** Offset of its statement. */
    readonly from: number
  }

/** A database while its text is being read: indexed by name, so that reading time depends on the text's length only. */
export interface Draft {
  version: string
  newSymbols: string[]
  bitTiming: string
  readonly about: Subject
  readonly nodes: Map<string, Subject>
  readonly valueTables: Map<string, ValueTable>
  /** The message that is being read; undefined before the first one, `unread` if it has a fault. */
  current: DraftMessage | 'unread' | undefined
  /** By `messageKey`. */
  readonly messages: Map<number, DraftMessage>
  /** By `definitionKey`. */
  readonly definitions: Map<string, Mutable<AttributeDefinition>>
  readonly kept: { readonly keyword: string; readonly text: string }[]
}

export function createSubject(): Subject {
  return { comment: '', attributes: new Map() }
}

export function createDraft(): Draft {
  return {
    version: '',
    newSymbols: [],
    bitTiming: '',
    about: createSubject(),
    current: undefined,
    nodes: new Map(),
    valueTables: new Map(),
    messages: new Map(),
    definitions: new Map(),
    kept: [],
  }
}

const EXTENDED = 0x80000000

/**
 * Returns an id of a DBC text with bit 31 set if it has 29 bits. Some files omit this bit although the id does not fit
 * in 11 bits (rule DBC-7).
 */
export function messageKey(number: number): number {
  return number < EXTENDED && number > 0x7ff ? number + EXTENDED : number
}

export const definitionKey = (owner: AttributeOwner, name: string): string => `${owner} ${name}`

/** Returns the draft as data. */
export function finished(draft: Draft): Dbc {
  const { version, newSymbols, bitTiming } = draft
  return {
    version,
    newSymbols,
    bitTiming,
    nodes: [...draft.nodes].map(([name, subject]) => ({ name, ...subjectFields(subject) })),
    valueTables: [...draft.valueTables.values()],
    messages: [...draft.messages.values()].map(finishedMessage),
    attributeDefinitions: [...draft.definitions.values()],
    ...subjectFields(draft.about),
    kept: draft.kept.toSorted((one, other) => rankOf(one.keyword) - rankOf(other.keyword)).map(({ text }) => text),
  }
}

function finishedMessage(draft: DraftMessage): DbcMessage {
  const { from: _, ...message } = draft
  const signals = [...message.signals.values()].map((signal) => {
    const { from: _, ...rest } = signal
    return { ...rest, ...subjectFields(signal) }
  })
  return { ...message, ...subjectFields(draft), signals }
}

function subjectFields({ comment, attributes }: Subject): { comment: string; attributes: Attribute[] } {
  return { comment, attributes: [...attributes.values()] }
}

/** Returns oddities of a message. It is read anyway; signals with a missing multiplexor are not decoded (DBC-12). */
export function* oddities({ id, name, length, signals }: DraftMessage): Generator<{ offset: number; reason: string }> {
  const carrierOf = carriersAmong(signals)
  for (const signal of signals.values()) {
    const end = Math.max(...bitsOf(signal)) + 1
    const { from: offset } = signal
    if (end > length * 8 && id !== INDEPENDENT_SIGNALS)
      yield { offset, reason: `${signal.name} reaches into byte ${Math.ceil(end / 8)}, but ${name} has ${length}` }
    if (signal.factor === 0) yield { offset, reason: `${signal.name} has a factor of 0: all its values are the same` }
    if (carrierOf(signal) === undefined)
      yield { offset, reason: `it is not defined when ${signal.name} is sent: it is not decoded` }
  }
}
