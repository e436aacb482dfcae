import type { Rating } from './assessment.ts'
import {
  type AttackVector,
  attackVectors,
  type CvssMetric,
  cvssMetrics,
  feasibilities,
  type Feasibility,
  type FeasibilityMethod,
  feasibilityMethods,
  type Method,
  type PotentialFactor,
  potentialFactors,
} from '../methods/method.ts'
import { type Effort, noEffort, type TreeStep } from '../attack-tree/tree.ts'

/**
 * What an attack demands of an attacker, in the method's values. An unrated value demands nothing; `rated` states
 * whether a method has any rated value at all, `complete` whether it has all of them (rule FEASIBILITY-9).
 */
export interface Demand {
  readonly factors: Readonly<Record<PotentialFactor, number>>
  readonly metrics: Readonly<Record<CvssMetric, number>>
  readonly vector: AttackVector
  readonly rated: Readonly<Record<FeasibilityMethod, boolean>>
  readonly complete: { readonly potential: boolean; readonly metrics: Readonly<Record<CvssMetric, boolean>> }
}

type Ratings = Readonly<Record<FeasibilityMethod, Rating | null>>
type Cap = TreeStep['caps'][number]

/** A record with the function's value for each key. */
export function each<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  const all: Partial<Record<K, V>> = {}
  for (const key of keys) all[key] = valueOf(key)
  return all as Record<K, V>
}

const easiestVector = attackVectors.at(-1)!
const toHundredths = (value: number) => Math.round(value * 100) / 100

function factorValue({ potential }: Method, factor: PotentialFactor, key: string | undefined): number | undefined {
  return potential.factors[factor].levels.find((level) => level.key === key)?.value
}

function metricValue({ cvss }: Method, metric: CvssMetric, key: string | undefined): number | undefined {
  return cvss.metrics[metric].levels.find((level) => level.key === key)?.value
}

/** The easiest level comes first (rule METHOD-1). */
const easiestMetric = ({ cvss }: Method, metric: CvssMetric) => cvss.metrics[metric].levels[0]!.value

/**
 * The demand of an effort: a factor that is not rated, or has a level that the method does not have, demands nothing
 * (rule FEASIBILITY-4).
 */
export function demandOf(method: Method, { potential, cvss, vector }: Effort): Demand {
  const factors = each(potentialFactors, (factor) => factorValue(method, factor, potential[factor]))
  const metrics = each(cvssMetrics, (metric) => metricValue(method, metric, cvss[metric]))
  return {
    factors: each(potentialFactors, (factor) => factors[factor] ?? 0),
    metrics: each(cvssMetrics, (metric) => metrics[metric] ?? easiestMetric(method, metric)),
    vector: vector ?? easiestVector,
    rated: {
      potential: Object.values(factors).some((value) => value !== undefined),
      cvss: Object.values(metrics).some((value) => value !== undefined),
      vector: vector !== null,
    },
    complete: {
      potential: Object.values(factors).every((value) => value !== undefined),
      metrics: each(cvssMetrics, (metric) => metrics[metric] !== undefined),
    },
  }
}

/** The demand of a refined step: its parts are rated instead of it, so nothing of its own is missing. */
export function demandOfRefined(method: Method): Demand {
  const none = demandOf(method, noEffort)
  return { ...none, complete: { ...none.complete, potential: true } }
}

/**
 * Levels of an effort that the method does not have, as `time half-year`: they come from a rating by another method,
 * and count as not rated.
 */
export function unknownLevelsOf(method: Method, { potential, cvss }: Effort): string[] {
  return [
    ...potentialFactors
      .filter(
        (factor) => potential[factor] !== undefined && factorValue(method, factor, potential[factor]) === undefined,
      )
      .map((factor) => `${factor} ${potential[factor]}`),
    ...cvssMetrics
      .filter((metric) => cvss[metric] !== undefined && metricValue(method, metric, cvss[metric]) === undefined)
      .map((metric) => `${metric} ${cvss[metric]}`),
  ]
}

/** A demand capped by an assumption: the factor is at most the value of its level (rule FEASIBILITY-6). */
export function capped(method: Method, demand: Demand, { factor, level }: Cap): Demand {
  const most = factorValue(method, factor, level)
  return most === undefined
    ? demand
    : { ...demand, factors: { ...demand.factors, [factor]: Math.min(demand.factors[factor], most) } }
}

/**
 * A demand raised by a control: at least the effort of the control. It makes nothing easier, and rates nothing that is
 * not rated (rules FEASIBILITY-4, FEASIBILITY-7).
 */
export function raised(method: Method, demand: Demand, raises: Effort): Demand {
  const { rated, complete } = demand
  return { ...hardest(demand, demandOf(method, raises), Math.max), rated, complete }
}

function hardest(a: Demand, b: Demand, factor: (one: number, other: number) => number): Demand {
  return {
    factors: each(potentialFactors, (name) => factor(a.factors[name], b.factors[name])),
    metrics: each(cvssMetrics, (name) => Math.min(a.metrics[name], b.metrics[name])),
    vector: attackVectors.indexOf(a.vector) < attackVectors.indexOf(b.vector) ? a.vector : b.vector,
    rated: each(feasibilityMethods, (name) => a.rated[name] || b.rated[name]),
    complete: {
      potential: a.complete.potential && b.complete.potential,
      metrics: each(cvssMetrics, (name) => a.complete.metrics[name] || b.complete.metrics[name]),
    },
  }
}

/**
 * The demand of several steps together: the hardest of each factor, or their sum if the method is set so; of metrics
 * and vectors always the hardest (rule FEASIBILITY-5).
 */
export function together(method: Method, [first, ...more]: readonly [Demand, ...Demand[]]): Demand {
  return more.reduce(
    (a, b) => hardest(a, b, method.potential.and === 'sum' ? (one, other) => one + other : Math.max),
    first,
  )
}

/** Whether a method has all values that a rating by it needs (rule FEASIBILITY-9). */
export function isComplete({ rated, complete }: Demand, name: FeasibilityMethod): boolean {
  if (name === 'potential') return complete.potential
  return name === 'vector' ? rated.vector : Object.values(complete.metrics).every(Boolean)
}

/**
 * The feasibility of an attack with this demand, by each method; null: nothing is rated by that method (rules
 * FEASIBILITY-1 to FEASIBILITY-4, FEASIBILITY-9).
 *
 * @param rated the methods that rate something: for a path of a tree, anything in the tree
 */
export function ratingsOf(method: Method, demand: Demand, rated: Demand['rated'] = demand.rated): Ratings {
  const rate: Readonly<Record<FeasibilityMethod, () => Rating>> = {
    potential: () => ratePotential(method, demand),
    cvss: () => rateCvss(method, demand),
    vector: () => ({ feasibility: method.vector[demand.vector], value: null }),
  }
  const marked = (name: FeasibilityMethod): Rating =>
    isComplete(demand, name) ? rate[name]() : { ...rate[name](), incomplete: true }
  return each(feasibilityMethods, (name) => (rated[name] ? marked(name) : null))
}

/** Attack potential: the more an attacker needs, the less feasible the attack (rule FEASIBILITY-1). */
export function ratePotential({ potential: { thresholds } }: Method, { factors }: Pick<Demand, 'factors'>): Rating {
  const value = toHundredths(potentialFactors.reduce((sum, factor) => sum + factors[factor], 0))
  return {
    feasibility:
      value >= thresholds['very-low']
        ? 'very-low'
        : value >= thresholds.low
          ? 'low'
          : value >= thresholds.medium
            ? 'medium'
            : 'high',
    value,
  }
}

/** CVSS v3.1 exploitability, to two decimals: the higher, the more feasible the attack (rule FEASIBILITY-2). */
export function rateCvss({ cvss: { coefficient, thresholds } }: Method, { metrics }: Pick<Demand, 'metrics'>): Rating {
  const value = toHundredths(cvssMetrics.reduce((product, metric) => product * metrics[metric], coefficient))
  return {
    feasibility:
      value >= thresholds.high
        ? 'high'
        : value >= thresholds.medium
          ? 'medium'
          : value >= thresholds.low
            ? 'low'
            : 'very-low',
    value,
  }
}

const rank = (feasibility: Feasibility) => feasibilities.indexOf(feasibility)

/**
 * Compares ratings by one method: the most feasible first, of equals the complete one, unrated ones last (rules TREE-7,
 * FEASIBILITY-9).
 */
export function easiestFirst(name: FeasibilityMethod, a: Rating | null, b: Rating | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const byValue = (a.value ?? 0) - (b.value ?? 0)
  return (
    rank(b.feasibility) - rank(a.feasibility) ||
    (name === 'cvss' ? -byValue : byValue) ||
    Number(a.incomplete ?? false) - Number(b.incomplete ?? false)
  )
}
