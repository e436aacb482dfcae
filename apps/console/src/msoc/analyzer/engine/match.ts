import { canFlags, idOfKey } from '@carapace/shared/msoc/can/frame'
import { valueIn, type Codebook } from './codebook.ts'
import type { Comparison, Filter, FrameKind, Term } from './filter.ts'

/**
 * A frame, or a message of several, as conditions ask about it. It is filled anew for each, so that a million cost no
 * memory.
 */
export interface Probe {
  readonly bus: string
  readonly key: number
  readonly flags: number
  /** Of the id, to remember by what holds for all of its frames; -1: it has none. */
  readonly slot: number
  readonly length: number
  readonly data: () => Uint8Array
  /** The payload before it under the same id. */
  readonly before: () => Uint8Array | undefined
  /** ms since the frame before it, or the id's mean; NaN: not known. */
  readonly period: () => number
  readonly rate: () => number
  /** More that a word may be part of: what a transported message says, in lower case. */
  readonly text: string
}

export type Matches = (probe: Probe) => boolean

/** One function for a whole filter. What holds for an id is found out once. */
export function compileFilter(filter: Filter, book: Codebook): Matches {
  if (filter.length === 0) return () => true
  const groups = filter.map((terms) => terms.map((term) => compileTerm(term, book)))
  return (probe) => groups.some((terms) => terms.every((holds) => holds(probe)))
}

function compileTerm(term: Term, book: Codebook): Matches {
  switch (term.kind) {
    case 'id':
      return anyOf(ofId(idTest(term)), term.word === undefined ? undefined : wordTest(term.word, book))
    case 'word':
      return wordTest(term.word, book)
    case 'number':
      return numberTest(term)
    case 'data':
      return dataTest(term.bytes)
    case 'signal':
      return signalTest(term.name, term.compare, term.value, book)
    case 'changed':
      return ({ data, before }) => isOther(data(), before())
    case 'unknown':
      return ofId((bus, key) => book.message(bus, key) === undefined)
    case 'is':
      return ({ flags }) => (flags & kinds[term.what]) !== 0
    case 'not': {
      const holds = compileTerm(term.term, book)
      return (probe) => !holds(probe)
    }
  }
}

const kinds: Readonly<Record<FrameKind, number>> = {
  fd: canFlags.fd,
  remote: canFlags.rtr,
  error: canFlags.error,
  extended: canFlags.ext,
}

function anyOf(first: Matches, second: Matches | undefined): Matches {
  return second ? (probe) => first(probe) || second(probe) : first
}

/** Remembers by slot what was found out of an id. */
function ofId(test: (bus: string, key: number) => boolean): Matches {
  const known: (boolean | undefined)[] = []
  return ({ bus, key, slot }) => (slot < 0 ? test(bus, key) : (known[slot] ??= test(bus, key)))
}

function idTest({ low, high, mask, isExtended }: Extract<Term, { kind: 'id' }>): (bus: string, key: number) => boolean {
  return (_, key) => {
    const { id, ext } = idOfKey(key)
    if (isExtended && !ext) return false
    return mask === undefined ? id >= low && id <= high : (id & mask) === (low & mask)
  }
}

function wordTest(word: string, book: Codebook): Matches {
  const named = ofId((bus, key) => book.words(bus, key).includes(word))
  return (probe) => named(probe) || (probe.text !== '' && probe.text.includes(word))
}

function numberTest({ of, compare, value }: Extract<Term, { kind: 'number' }>): Matches {
  const holds = comparing(compare)
  if (of === 'len') return ({ length }) => holds(length, value)
  return of === 'rate' ? ({ rate }) => holds(rate(), value) : ({ period }) => holds(period(), value)
}

/** Nothing compares with what is not known: not even `!=` (rule ANALYZER-33). */
function comparing(compare: Comparison): (a: number, b: number) => boolean {
  switch (compare) {
    case '>':
      return (a, b) => a > b
    case '>=':
      return (a, b) => a >= b
    case '<':
      return (a, b) => a < b
    case '<=':
      return (a, b) => a <= b
    case '=':
      return (a, b) => a === b
    case '!=':
      return (a, b) => a < b || a > b
  }
}

function dataTest(bytes: readonly { readonly mask: number; readonly value: number }[]): Matches {
  return ({ length, data }) => {
    if (length < bytes.length) return false
    const payload = data()
    return bytes.every(({ mask, value }, i) => (payload[i]! & mask) === value)
  }
}

function isOther(data: Uint8Array, before: Uint8Array | undefined): boolean {
  if (!before) return false
  return data.length !== before.length || data.some((byte, i) => byte !== before[i])
}

function signalTest(name: string, compare: Comparison, value: number | string, book: Codebook): Matches {
  const holds = comparing(compare)
  /** By slot; null: its message has no such signal. */
  const known = new Map<number, ReturnType<typeof signalOf>>()
  const find = ({ bus, key, slot }: Probe) => {
    const found = known.get(slot)
    if (found !== undefined && slot >= 0) return found
    const fresh = signalOf(book, bus, key, name)
    known.set(slot, fresh)
    return fresh
  }
  return (probe) => {
    const signal = find(probe)
    if (!signal) return false
    const data = probe.data()
    if (!signal.isIn(data)) return false
    if (typeof value === 'number') return holds(valueIn(signal, data), value)
    return (signal.valueNames.get(signal.raw(data))?.toLowerCase() === value) === (compare === '=')
  }
}

/** `signal` or `message.signal`, whatever the case. */
function signalOf(book: Codebook, bus: string, key: number, name: string) {
  const message = book.message(bus, key)
  return (
    message?.signals.find(
      (signal) => name === signal.name.toLowerCase() || name === `${message.name}.${signal.name}`.toLowerCase(),
    ) ?? null
  )
}
