import type { CompiledDbc } from '../dbc/compile.ts'
import { compileItem } from '../sigma/compile.ts'
import { viewOf, type EventView } from '../sigma/event.ts'
import type { DetectionItem, DetectionRule, Expression, ValueTest } from '../sigma/model.ts'
import { constantFields, mayHave, type FrameKind } from './can-fields.ts'

/** The arbitration ids of frames; `all` where they cannot be listed. */
export type CanIds = ReadonlySet<number> | 'all'

/** Returns whether an expression holds for all frames of a kind, or for none; undefined: for some. */
export type FrameDecision = (expression: Expression) => boolean | undefined

/** Returns what the id of frames, their format, their bus and their message decide (rule RULE-5). */
export function decisionFor(kind: FrameKind): FrameDecision {
  const constants = constantFields(kind)
  const view = viewOf({ id: '', ts: 0, source: {}, fields: constants })
  const isKnown = (name: string): boolean => constants.has(name) || !mayHave(kind, constants, name)
  return (expression) => holds(expression, view, isKnown)
}

/** Returns whether an expression holds; undefined if that depends on fields that are not known. */
function holds(expression: Expression, view: EventView, isKnown: (name: string) => boolean): boolean | undefined {
  if (expression.kind === 'item') return itemHolds(expression.item, view, isKnown)
  if (expression.kind === 'not') {
    const operand = holds(expression.operand, view, isKnown)
    return operand === undefined ? undefined : !operand
  }
  const decisive = expression.kind === 'or'
  let result: boolean | undefined = !decisive
  for (const operand of expression.operands) {
    const one = holds(operand, view, isKnown)
    if (one === decisive) return decisive
    if (one === undefined) result = undefined
  }
  return result
}

function itemHolds(item: DetectionItem, view: EventView, isKnown: (name: string) => boolean): boolean | undefined {
  const names = [item.field, ...item.tests.flatMap((test) => (test.kind === 'field' ? [test.field] : []))]
  const isDecided = names.every((name) => name !== undefined && isKnown(name))
  return isDecided ? compileItem(item)(view) : undefined
}

/**
 * Returns the arbitration ids of the frames that rules read, where the rules list them, or where they read messages and
 * signals of these databases.
 */
export function idsRead(rules: readonly DetectionRule[], databases: readonly CompiledDbc[] = []): CanIds {
  return union(rules.map(({ expression }) => idsIn(expression, databases)))
}

function idsIn(expression: Expression, databases: readonly CompiledDbc[]): CanIds {
  if (expression.kind === 'item') return idsOfItem(expression.item, databases)
  if (expression.kind === 'not') return 'all'
  const operands = expression.operands.map((operand) => idsIn(operand, databases))
  return expression.kind === 'or' ? union(operands) : fewest(operands)
}

function union(sets: readonly CanIds[]): CanIds {
  const ids = new Set<number>()
  for (const set of sets) {
    if (set === 'all') return 'all'
    for (const id of set) ids.add(id)
  }
  return ids
}

function fewest(sets: readonly CanIds[]): CanIds {
  const known = sets.filter((set) => set !== 'all')
  return known.toSorted((a, b) => a.size - b.size)[0] ?? 'all'
}

function idsOfItem({ field, tests }: DetectionItem, databases: readonly CompiledDbc[]): CanIds {
  if (field === undefined) return 'all'
  if (field === 'id') return union(tests.map(idsOfTest))
  const texts = tests.map(literalOf)
  if (field === 'message') {
    return union(texts.map((name) => (name === undefined ? 'all' : idsOfMessage(name, databases))))
  }
  const [, message] = /^signal\.([^.]+)\./.exec(field) ?? []
  const mayBeAbsent = tests.some((test) => test.kind === 'null' || test.kind === 'exists')
  return message === undefined || mayBeAbsent ? 'all' : idsOfMessage(message, databases)
}

/** Without a database nothing is known; the messages of J1939 have an id for each sender. */
function idsOfMessage(name: string, databases: readonly CompiledDbc[]): CanIds {
  if (databases.length === 0) return 'all'
  const messages = databases.flatMap((one) => one.messages.filter((message) => isNamed(message.name, name)))
  return messages.some(({ pgn }) => pgn !== null) ? 'all' : new Set(messages.map(({ id }) => id))
}

function isNamed(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase()
}

function idsOfTest(test: ValueTest): CanIds {
  if (test.kind === 'number' && test.comparison === 'eq') return new Set([test.value])
  const text = literalOf(test)
  return text === undefined ? 'all' : new Set([Number(text)].filter(Number.isInteger))
}

/** The text of a test without wildcards. */
function literalOf(test: ValueTest): string | undefined {
  const [only] = test.kind === 'text' ? test.parts : []
  return test.kind === 'text' && test.parts.length === 1 && only!.kind === 'literal' ? only!.text : undefined
}
