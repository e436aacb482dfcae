import type { CompiledSignal } from '../dbc/compile.ts'
import { compileItem } from '../sigma/compile.ts'
import { type EventView, type SigmaEvent, viewOf } from '../sigma/event.ts'
import { compilePattern } from '../sigma/match-text.ts'
import { compares } from '../sigma/match-value.ts'
import type { DetectionItem, Expression, ValueTest } from '../sigma/model.ts'
import type { FrameDecision } from './can-candidates.ts'
import { bytesOf, type FrameKind, signalNamed } from './can-fields.ts'

/** The frame that is being tried. One object serves all frames, since most of them match nothing. */
export interface TriedFrame {
  hex: string
  /** Undefined until a test reads them. */
  bytes: Uint8Array | undefined
  /** Undefined until a test needs the fields. */
  view: EventView | undefined
  readonly eventOf: () => SigmaEvent
}

/** Tests a frame of one kind. */
export type FrameTest = (frame: TriedFrame) => boolean

/**
 * Returns a test of frames of one kind with the result of the expression on their fields (rule RULE-5). Numbers of
 * signals and texts of the data are read from the frame itself; other items make its fields.
 */
export function compileForFrames(expression: Expression, kind: FrameKind, decide: FrameDecision): FrameTest {
  const decided = decide(expression)
  if (decided !== undefined) return () => decided
  if (expression.kind === 'not') {
    const operand = compileForFrames(expression.operand, kind, decide)
    return (frame) => !operand(frame)
  }
  if (expression.kind === 'item') return itemTest(expression.item, kind)
  const isAnd = expression.kind === 'and'
  const undecided = expression.operands.filter((operand) => decide(operand) === undefined)
  const operands = undecided.map((operand) => compileForFrames(operand, kind, decide))
  if (operands.length === 1) return operands[0]!
  return isAnd ? (frame) => everyHolds(operands, frame) : (frame) => someHolds(operands, frame)
}

function everyHolds(tests: readonly FrameTest[], frame: TriedFrame): boolean {
  for (const test of tests) if (!test(frame)) return false
  return true
}

function someHolds(tests: readonly FrameTest[], frame: TriedFrame): boolean {
  for (const test of tests) if (test(frame)) return true
  return false
}

function itemTest(item: DetectionItem, kind: FrameKind): FrameTest {
  const { field, tests, all } = item
  const direct = field === undefined ? undefined : directTests(field, tests, kind)
  if (direct !== undefined) {
    if (direct.length === 1) return direct[0]!
    return all ? (frame) => everyHolds(direct, frame) : (frame) => someHolds(direct, frame)
  }
  const predicate = compileItem(item)
  return (frame) => predicate((frame.view ??= viewOf(frame.eventOf())))
}

/** Undefined: the tests need the fields. */
function directTests(field: string, tests: readonly ValueTest[], kind: FrameKind): FrameTest[] | undefined {
  if (field === 'data' && tests.every(isPlainText)) return tests.map(dataTest)
  const signal = signalNamed(kind, field)
  if (signal === undefined || !tests.every(isNumber)) return undefined
  return tests.map((test) => signalTest(test, signal))
}

type TextTest = Extract<ValueTest, { kind: 'text' }>
type NumberTest = Extract<ValueTest, { kind: 'number' }>

function isPlainText(test: ValueTest): test is TextTest {
  return test.kind === 'text' && !test.cased
}

function isNumber(test: ValueTest): test is NumberTest {
  return test.kind === 'number'
}

/** Hexadecimal digits in upper case are what senders write: comparing with them needs no other text. */
function dataTest(test: ValueTest): FrameTest {
  const parts = (test as TextTest).parts.map((part) =>
    part.kind === 'literal' ? { ...part, text: part.text.toUpperCase() } : part,
  )
  const [first, second] = parts
  if (parts.length === 2 && first?.kind === 'literal' && second?.kind === 'any-text' && isHex(first.text)) {
    return prefixTest(first.text)
  }
  const matches = compilePattern(parts)
  return ({ hex }) => matches(hex.toUpperCase())
}

function isHex(text: string): boolean {
  return /^[\dA-F]+$/.test(text)
}

/** Most data differ in the first digits. Without this bit a small letter is the capital one; digits stay different. */
function prefixTest(prefix: string): FrameTest {
  const digits = Array.from(prefix, (digit) => digit.charCodeAt(0) & caseBit)
  return ({ hex }) => {
    if (hex.length < digits.length) return false
    for (let at = 0; at < digits.length; at += 1) if ((hex.charCodeAt(at) & caseBit) !== digits[at]) return false
    return true
  }
}

const caseBit = ~0x20

/** The name of a value is no number, unless it reads like one. */
function signalTest(test: ValueTest, { isIn, raw, factor, offset, valueNames }: CompiledSignal): FrameTest {
  const numeric = test as NumberTest
  const holds = comparisonWith(numeric)
  if (valueNames.size === 0) {
    return (frame) => {
      const bytes = (frame.bytes ??= bytesOf(frame.hex))
      return isIn(bytes) && holds(raw(bytes) * factor + offset)
    }
  }
  return (frame) => {
    const bytes = (frame.bytes ??= bytesOf(frame.hex))
    if (!isIn(bytes)) return false
    const value = raw(bytes)
    if (holds(value * factor + offset)) return true
    const name = valueNames.get(value)
    return name !== undefined && name.trim() !== '' && compares(numeric, Number(name))
  }
}

/** Returns the comparison with a number; no comparison holds for NaN. */
function comparisonWith({ comparison, value }: NumberTest): (given: number) => boolean {
  if (comparison === 'lt') return (given) => given < value
  if (comparison === 'lte') return (given) => given <= value
  if (comparison === 'gt') return (given) => given > value
  if (comparison === 'gte') return (given) => given >= value
  return (given) => compares({ comparison, value }, given)
}
