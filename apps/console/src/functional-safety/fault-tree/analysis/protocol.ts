import type { Parsed } from '@carapace/shared/core/parsed'
import type { CutSet, Importance } from '@carapace/shared/graph/fault-tree/analysis'
import type { Summary } from '@carapace/shared/functional-safety/fault-tree/monte-carlo'
import type { TopFrequency } from '@carapace/shared/functional-safety/fault-tree/top-frequency'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'

/** What the page asks the worker for. Each request has a number, which its answers repeat. */
export type AnalysisRequest = { readonly number: number } & (
  | { readonly is: 'analyse'; readonly input: AnalysisInput }
  /** About the last analysis. */
  | { readonly is: 'best'; readonly many: number; readonly by: SetOrder }
  | { readonly is: 'highlight'; readonly events: readonly string[] }
  | { readonly is: 'simulate'; readonly trials: number; readonly seed: number }
)

/** What the worker answers: progress any number of times, then one of the others. Bigints need no conversion. */
export type AnalysisAnswer = { readonly number: number } & (
  | { readonly is: 'progress'; readonly milliseconds: number }
  | { readonly is: 'result'; readonly result: AnalysisResult }
  | { readonly is: 'sets'; readonly sets: readonly CutSet[] }
  | { readonly is: 'occurring'; readonly nodes: readonly string[] }
  | { readonly is: 'simulated'; readonly simulation: Simulation }
  /** The tree cannot be computed, in words for the user. */
  | { readonly is: 'refused'; readonly reason: string }
)

export type SetOrder = 'order' | 'probability'

export interface AnalysisInput {
  /** Uuid of the artefact with the tree. */
  readonly top: string
  /** The tree, and those that it transfers in, by uuid. */
  readonly trees: ReadonlyMap<string, StoredTree>
  readonly cutOff: { readonly order?: number; readonly probability?: number }
  readonly milliseconds: number
  readonly many: number
  readonly by: SetOrder
}

/** A basic event as the engine computes it: a node, or a combination of a common-cause group's members. */
export interface AnalysedEvent {
  readonly name: string
  readonly title: string
  readonly probability: number | undefined
  /** Empty if the probability of the top event is not exact. */
  readonly importance: Importance | undefined
}

/** An analysis without what cannot be sent from a worker. */
export interface AnalysisResult {
  /** Whether the cut sets within the cut-off and the probability are exact. If not, what is stated is proven. */
  readonly complete: boolean
  readonly sets: {
    readonly complete: boolean
    readonly count: bigint
    readonly byOrder: readonly bigint[]
    readonly truncation: number
    readonly leftOut: { readonly count: bigint | undefined; readonly probability: number }
  }
  /** Undefined: an event has no probability, so that only cut sets are computed. */
  readonly probability:
    | {
        readonly exact: number | undefined
        readonly lower: number
        readonly upper: number
        readonly rareEvent: number
        readonly minCutUpperBound: number
      }
    | undefined
  /** How often the top event occurs, or why that is not stated. */
  readonly frequency: Parsed<TopFrequency>
  readonly events: readonly AnalysedEvent[]
  /** Names of basic events without a probability. */
  readonly unknown: readonly string[]
  readonly uncertain: number
  /** Whether more events never prevent the top event: no NOT and no XOR below it. */
  readonly isCoherent: boolean
  readonly best: readonly CutSet[]
  readonly milliseconds: number
}

/** A Monte Carlo simulation of the top event's probability. */
export interface Simulation {
  readonly summary: Summary
  /** Trials whose probability is in each of the equally wide intervals of its logarithm. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[]
  readonly trials: number
  /** Fewer than the trials that were asked for: the time was over. */
  readonly done: number
  readonly seed: number
  /** Numbers that were cut to the range from 0 to 1. */
  readonly cut: number
}
