import { canFlags, idOfKey } from '@carapace/shared/msoc/can/frame'
import { valueIn, type Codebook } from './codebook.ts'
import type { Comparison, Filter, FrameKind, Term } from './filter.ts'

/**
 * A frame, or a message of several frames, as input of filter conditions. One object is refilled for each, so that a
 * million frames cost no memory.
 */
export interface Probe {
  readonly bus: string
  readonly key: number
  readonly flags: number
  /** The slot of the id, used to cache results that apply to all of its frames; -1 if it has none. */
  readonly slot: number
  readonly length: number
  readonly data: () => Uint8Array
  /** The previous payload with the same id. */
  readonly before: () => Uint8Array | undefined
  /** ms since the previous frame, or the id's mean; NaN if unknown. */
  readonly period: () => number
  readonly rate: () => number
  /** Further text that a filter word can match: the text of a transported message, in lower case. */
  readonly text: string
}

export type Matches = (probe: Probe) => boolean

/** Compiles a filter into one function. Conditions on the id are evaluated once per id. */
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

/** Caches the result of a test on an id by slot. */
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

/** A comparison that is false for unknown values (NaN), even for `!=` (rule ANALYZER-33). */
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
  /** By slot; null if its message has no such signal. */
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

/** Finds `signal` or `message.signal`, ignoring case. */
function signalOf(book: Codebook, bus: string, key: number, name: string) {
  const message = book.message(bus, key)
  return (
    message?.signals.find(
      (signal) => name === signal.name.toLowerCase() || name === `${message.name}.${signal.name}`.toLowerCase(),
    ) ?? null
  )
}
