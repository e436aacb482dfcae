import { fold } from './event.ts'
import type { DetectionItem, Expression, PatternPart, ValueTest } from './model.ts'

/**
 * A text without which a rule cannot match: the index finds the rules whose anchors an event has, and only these are
 * evaluated.
 */
export interface Anchor {
  /** Undefined: any field (keywords). */
  readonly field: string | undefined
  /** Folded. */
  readonly text: string
  /** True: the whole value; false: a part of it. */
  readonly whole: boolean
}

/**
 * Returns anchors of which every matching event has at least one; undefined if an event without any text may match, so
 * that the rule must be evaluated always. The fewest and longest anchors are chosen.
 */
export function anchorsOf(expression: Expression): readonly Anchor[] | undefined {
  if (expression.kind === 'item') return anchorsOfItem(expression.item)
  if (expression.kind === 'not') return undefined
  const operands = expression.operands.map(anchorsOf)
  return expression.kind === 'and' ? best(operands) : union(operands)
}

function anchorsOfItem({ field, tests, all }: DetectionItem): readonly Anchor[] | undefined {
  const anchors = tests.map((test) => anchorOf(field, test)).map((anchor) => (anchor === undefined ? anchor : [anchor]))
  return all ? best(anchors) : union(anchors)
}

function anchorOf(field: string | undefined, test: ValueTest): Anchor | undefined {
  if (test.kind !== 'text') return undefined
  const [only] = test.parts
  if (test.parts.length === 0) return field === undefined ? undefined : { field, text: '', whole: true }
  if (test.parts.length === 1 && only!.kind === 'literal') return { field, text: fold(only!.text), whole: true }
  const text = test.parts.map(literalOf).reduce((longest, next) => (next.length > longest.length ? next : longest))
  return text === '' ? undefined : { field, text: fold(text), whole: false }
}

function literalOf(part: PatternPart): string {
  return part.kind === 'literal' ? part.text : ''
}

function union(sets: readonly (readonly Anchor[] | undefined)[]): readonly Anchor[] | undefined {
  return sets.includes(undefined) ? undefined : (sets as readonly (readonly Anchor[])[]).flat()
}

function best(sets: readonly (readonly Anchor[] | undefined)[]): readonly Anchor[] | undefined {
  const known = sets.filter((set) => set !== undefined)
  return known.toSorted((a, b) => costOf(a) - costOf(b))[0]
}

/** Short texts are in many events, whole values in few. */
function costOf(anchors: readonly Anchor[]): number {
  return anchors.reduce((sum, { text, whole }) => sum + (whole ? 0.1 : 16 / (text.length * text.length)), 0)
}
