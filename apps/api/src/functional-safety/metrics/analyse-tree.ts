import { expandTree } from '@carapace/shared/functional-safety/fault-tree/expand'
import type { Parsed } from '@carapace/shared/core/parsed'
import { type TopFrequency, topFrequency } from '@carapace/shared/functional-safety/fault-tree/top-frequency'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { analysed } from '@carapace/shared/graph/fault-tree/analysis'

export interface TopRequest {
  readonly top: string
  /** The tree and those that it transfers in, by uuid. */
  readonly trees: readonly (readonly [string, StoredTree])[]
}

/** The probability of the top event at mission time, or why it has none. */
export type TopProbability =
  | { readonly problem: string }
  | {
      readonly missionTime: number
      /** Null: it is only known to be from `lower` to `upper`. */
      readonly exact: number | null
      readonly lower: number
      readonly upper: number
      /** How often the top event occurs, or why that is not stated. */
      readonly frequency: Parsed<TopFrequency>
    }

/** Two million nodes are 100 MB; ms. */
const limits = { nodes: 1 << 21, milliseconds: 15_000 }
const mostNamed = 5

function topProbability({ top, trees }: TopRequest): TopProbability {
  const byUuid = new Map(trees)
  const drawn = byUuid.get(top)
  if (!drawn) return { problem: 'Nothing is drawn yet.' }
  const expanded = expandTree(top, byUuid)
  if (!expanded.ok) return { problem: expanded.reason }
  const { tree, probabilities, unknown } = expanded.value
  if (unknown.length > 0) {
    const named = unknown.slice(0, mostNamed).join(', ')
    const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : ''
    return { problem: `Basic events without a probability: ${named}${more}.` }
  }
  const analysis = analysed(tree, probabilities, { limits })
  const { exact, lower, upper } = analysis.probability
  const frequency = topFrequency(expanded.value, analysis, drawn.missionTime)
  return { missionTime: drawn.missionTime, exact: exact ?? null, lower, upper, frequency }
}

export const faultTreeTasks = { topProbability }
