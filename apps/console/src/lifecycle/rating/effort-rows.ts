import {
  attackVectors,
  cvssMetrics,
  type FeasibilityMethod,
  type Method,
  potentialFactors,
} from '@carapace/shared/lifecycle/methods/method'
import type { Effort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { sentenceCase } from '../../core/format/format.ts'

/** The titles of the three ways to rate an effort. */
export const methodTitles: Readonly<Record<FeasibilityMethod, string>> = {
  potential: 'Attack potential',
  cvss: 'CVSS exploitability',
  vector: 'Attack vector',
}

/** One component of an effort, with the labels of a method. */
export interface EffortRow {
  readonly key: string
  readonly label: string
  /** Easiest first; a vector has no value. */
  readonly levels: readonly { readonly key: string; readonly label: string; readonly value?: number }[]
  readonly chosen: string | undefined
  /** The effort with another level; undefined: not rated. */
  readonly set: (level: string | undefined) => Effort
}

/** The components of an effort for one of the three ways to rate it: five factors, four metrics, or the vector. */
export function effortRows({ potential, cvss }: Method, effort: Effort, by: FeasibilityMethod): EffortRow[] {
  if (by === 'potential')
    return potentialFactors.map((key) => ({
      key,
      ...potential.factors[key],
      chosen: effort.potential[key],
      set: (level) => ({ ...effort, potential: withLevel(effort.potential, key, level) }),
    }))
  if (by === 'cvss')
    return cvssMetrics.map((key) => ({
      key,
      ...cvss.metrics[key],
      chosen: effort.cvss[key],
      set: (level) => ({ ...effort, cvss: withLevel(effort.cvss, key, level) }),
    }))
  const levels = attackVectors.toReversed().map((key) => ({ key, label: sentenceCase(key) }))
  return [
    {
      key: 'vector',
      label: 'Attack vector',
      levels,
      chosen: effort.vector ?? undefined,
      set: (level) => ({ ...effort, vector: (level as Effort['vector'] | undefined) ?? null }),
    },
  ]
}

/** The values with a level set or cleared; an unrated one is absent. */
function withLevel<T extends Readonly<Partial<Record<string, string>>>>(
  before: T,
  key: string,
  level: string | undefined,
): T {
  const { [key]: _gone, ...rest } = before
  return (level === undefined ? rest : { ...rest, [key]: level }) as T
}
