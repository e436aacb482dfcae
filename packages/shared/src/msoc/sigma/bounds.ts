import type { SigmaValue } from './event.ts'
import { numberOf } from './match-value.ts'
import type { Expression } from './model.ts'

/** A number that a value of the field must be above or below, or equal to, for a rule to match. */
export interface NumberBound {
  readonly field: string
  readonly side: 'above' | 'below'
  readonly value: number
}

/** Returns a bound that every matching event keeps; undefined if the rule has none. */
export function boundOf(expression: Expression): NumberBound | undefined {
  if (expression.kind === 'and') {
    for (const operand of expression.operands) {
      const bound = boundOf(operand)
      if (bound !== undefined) return bound
    }
    return undefined
  }
  if (expression.kind !== 'item') return undefined
  const { field, tests } = expression.item
  const [only] = tests
  if (field === undefined || tests.length !== 1 || only?.kind !== 'number') return undefined
  const { comparison, value } = only
  if (comparison === 'gt' || comparison === 'gte') return { field, side: 'above', value }
  return comparison === 'lt' || comparison === 'lte' ? { field, side: 'below', value } : undefined
}

/** Finds the rules whose bounds the values of a field keep. */
export interface BoundIndex {
  /** Calls `take` with each rule; those with a bound that is equal to a value are among them. */
  find(value: SigmaValue | readonly SigmaValue[], take: (rule: number) => void): void
}

/** Returns an index of bounds by field. */
export function createBoundIndex(
  bounds: readonly { readonly rule: number; readonly bound: NumberBound }[],
): ReadonlyMap<string, BoundIndex> {
  const byField = Map.groupBy(bounds, ({ bound }) => bound.field)
  return new Map([...byField].map(([field, mine]) => [field, indexOf(mine)]))
}

function indexOf(bounds: readonly { readonly rule: number; readonly bound: NumberBound }[]): BoundIndex {
  const of = (side: NumberBound['side'], sign: 1 | -1) =>
    bounds
      .filter(({ bound }) => bound.side === side)
      .map(({ rule, bound }) => ({ rule, value: sign * bound.value }))
      .sort((a, b) => a.value - b.value)
  // below is above with the signs changed
  const [above, below] = [of('above', 1), of('below', -1)]

  function findNumber(number: number, take: (rule: number) => void): void {
    for (const entry of above) {
      if (!(entry.value <= number)) break
      take(entry.rule)
    }
    for (const entry of below) {
      if (!(entry.value <= -number)) break
      take(entry.rule)
    }
  }

  return {
    find(value, take) {
      if (!Array.isArray(value)) findNumber(numberOf(value as SigmaValue), take)
      else for (const one of value as readonly SigmaValue[]) findNumber(numberOf(one), take)
    },
  }
}
