import { Unreadable, type Cursor } from './cursor.ts'
import { createSubject, messageKey, type DraftSignal } from './draft.ts'
import { INDEPENDENT_SIGNALS, nobody } from './model.ts'
import { about, MAX_NUMBER, messageReference, signalReference, words, type Reading } from './reading.ts'

const EXTENDED = 0x80000000
const MAX_EXTENDED_ID = 0x1fffffff
/** Maximum length of a message in bytes: that of the J1939 transport protocol; a frame holds 64. */
const MAX_LENGTH = 1785
const MAX_BITS = 64
const FLOATS = [0, 32, 64] as const
const MULTIPLEXING = /^(?:(m)(\d{1,10})?)?(M)?$/

/** The statements about messages and their signals. */
export const messageStatements = {
  BO_({ cursor, draft, warn, from }: Reading): void {
    draft.current = 'unread'
    const number = cursor.integer('the id of a message', 0, MAX_NUMBER)
    const key = messageKey(number)
    const id = key % EXTENDED
    if (id > MAX_EXTENDED_ID && id !== INDEPENDENT_SIGNALS)
      throw new Unreadable(from, `${number} is no id of a message: it does not fit in 29 bits`)
    const name = cursor.word('the name of a message')
    cursor.symbol(':')
    const length = cursor.integer('the length in bytes', 0, MAX_LENGTH)
    const sender = cursor.token.isFirst ? nobody : cursor.word('the sender')
    const other = draft.messages.get(key)
    if (other !== undefined)
      throw new Unreadable(from, `${name} has the id ${number}, which is the id of ${other.name}`)
    if (key !== number) warn(from, `${number} does not fit in 11 bits: taken as an id of 29 bits`)
    draft.current = {
      id,
      ext: key >= EXTENDED,
      name,
      length,
      sender,
      transmitters: [],
      groups: [],
      ...createSubject(),
      signals: new Map(),
      from,
    }
    draft.messages.set(key, draft.current)
  },

  SG_(reading: Reading): void {
    const {
      draft: { current },
      from,
    } = reading
    const signal = readSignal(reading)
    if (current === undefined) throw new Unreadable(from, `the signal ${signal.name} does not stand under a message`)
    // the fault of its message is already reported
    if (current === 'unread') return
    if (current.signals.has(signal.name)) throw new Unreadable(from, `${current.name} has two signals ${signal.name}`)
    current.signals.set(signal.name, signal)
  },

  BO_TX_BU_(reading: Reading): void {
    const message = messageReference(reading)
    reading.cursor.symbol(':')
    const senders = words(reading, 'a sender')
    about(reading, message, (found) => {
      found.transmitters = senders
    })
  },

  SIG_GROUP_(reading: Reading): void {
    const { cursor } = reading
    const message = messageReference(reading)
    const name = cursor.word('the name of a group of signals')
    const repetitions = cursor.integer('the number of repetitions', 0, MAX_NUMBER)
    cursor.symbol(':')
    const signals = words(reading, 'the name of a signal')
    about(reading, message, (found) => {
      found.groups.push({ name, repetitions, signals })
    })
  },

  SIG_VALTYPE_(reading: Reading): void {
    const { cursor, from, fail } = reading
    const signal = signalReference(reading)
    cursor.skip(':')
    const float = FLOATS[cursor.integer('the type of a value', 0, 2)]!
    about(reading, signal, (found) => {
      if (float !== 0 && float !== found.length)
        fail(from, `${signal.what} has ${found.length} bits, a float of this type has ${float}`)
      found.float = float
    })
  },

  SG_MUL_VAL_(reading: Reading): void {
    const { cursor } = reading
    const signal = signalReference(reading)
    const by = cursor.word('the name of the multiplexor')
    const ranges: [number, number][] = []
    do ranges.push(range(cursor))
    while (cursor.skip(','))
    about(reading, signal, (found) => {
      // not as the arguments of one push: a text may have more ranges than a call accepts
      if (found.multiplexing?.by === by) for (const range of ranges) found.multiplexing.ranges.push(range)
      else found.multiplexing = { by, ranges }
    })
  },
}

/** `SG_ name [M | m3 | m3M] : start|length@order sign (factor,offset) [min|max] "unit" receivers` */
function readSignal(reading: Reading): DraftSignal {
  const { cursor } = reading
  const name = cursor.word('the name of a signal')
  const marks = cursor.is(':') ? noMarks : multiplexingOf(cursor)
  cursor.symbol(':')
  const startBit = cursor.integer('the start bit', 0, MAX_LENGTH * 8 - 1)
  cursor.symbol('|')
  const length = cursor.integer('the length in bits', 1, MAX_BITS)
  cursor.symbol('@')
  const isIntel = cursor.integer('the byte order', 0, 1) === 1
  const isSigned = signOf(cursor)
  const [factor, offset] = pair(cursor, '(', ',', ')', ['the factor', 'the offset'])
  const [min, max] = pair(cursor, '[', '|', ']', ['the least value', 'the greatest value'])
  const unit = cursor.string('the unit in quotes')
  const receivers = cursor.token.isFirst ? [] : words(reading, 'a receiver')
  const place = { startBit, length, isIntel, isSigned, float: 0 as const }
  return {
    name,
    ...marks,
    ...place,
    factor,
    offset,
    min,
    max,
    unit,
    receivers,
    values: [],
    ...createSubject(),
    from: reading.from,
  }
}

type Marks = Pick<DraftSignal, 'isMultiplexor' | 'multiplexedAt' | 'multiplexing'>
const noMarks: Marks = { isMultiplexor: false, multiplexedAt: null, multiplexing: null }

/** Reads `M`, `m3` or `m3M`. A bare `m` leaves to `SG_MUL_VAL_` when the signal is sent. */
function multiplexingOf(cursor: Cursor): Marks {
  const match = cursor.token.kind === 'word' ? MULTIPLEXING.exec(cursor.token.text) : null
  if (match === null) throw cursor.expected('":", "M" or "m" and a number')
  cursor.advance()
  const [, multiplexed, value, mark] = match
  return {
    isMultiplexor: mark !== undefined,
    multiplexedAt: value === undefined ? null : Number(value),
    multiplexing: multiplexed !== undefined && value === undefined ? { by: '', ranges: [] } : null,
  }
}

function signOf(cursor: Cursor): boolean {
  const isSigned = cursor.is('-')
  if (!isSigned && !cursor.is('+')) throw cursor.expected('"+" (unsigned) or "-" (signed)')
  cursor.advance()
  return isSigned
}

function pair(
  cursor: Cursor,
  open: string,
  between: string,
  close: string,
  [one, other]: readonly [string, string],
): [number, number] {
  cursor.symbol(open)
  const first = cursor.number(one)
  cursor.symbol(between)
  const second = cursor.number(other)
  cursor.symbol(close)
  return [first, second]
}

/** Reads `3-5`, where the second number looks negative to the tokenizer. */
function range(cursor: Cursor): [number, number] {
  const { from } = cursor.token
  const low = cursor.integer('a value of the multiplexor', 0, Number.MAX_SAFE_INTEGER)
  const isSpaced = cursor.skip('-')
  const high = isSpaced ? cursor.number('the last value of a range') : -cursor.number('the last value of a range')
  if (!Number.isInteger(high) || high < low)
    throw new Unreadable(from, 'a range of values goes from the lower to the higher, as in 3-5')
  return [low, high]
}
