import type { Importance } from './analysis.ts'

/** The top's probability if that of one event were another, 0 to 1. */
export interface Sensitivity {
  /** With the event's probability divided by the factor. */
  readonly divided: number
  /** With the event's probability multiplied by the factor, at most 1. */
  readonly multiplied: number
  /** The second over the first; 1 if both are 0, Infinity if only the first is. Below 1: the event prevents the top. */
  readonly ratio: number
}

/**
 * How the top follows the probability `p` of one event (rule FAULT-TREE-11). The top's probability is linear in that of
 * each event, with the Birnbaum importance as its slope, so that this is exact.
 *
 * @param top The top's probability.
 * @param factor More than 1.
 */
export function sensitivityOf(
  { birnbaum }: Pick<Importance, 'birnbaum'>,
  p: number,
  top: number,
  factor: number,
): Sensitivity {
  const topWith = (other: number) => Math.min(1, Math.max(0, top + birnbaum * (other - p)))
  const divided = topWith(p / factor)
  const multiplied = topWith(Math.min(1, p * factor))
  return { divided, multiplied, ratio: divided === 0 ? (multiplied === 0 ? 1 : Infinity) : multiplied / divided }
}
