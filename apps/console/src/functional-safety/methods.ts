import { defaultSituations } from '@carapace/shared/functional-safety/default-situations'
import { defaultGuidewords, type GuidewordMethod } from '@carapace/shared/functional-safety/guidewords'
import type { SituationDimension } from '@carapace/shared/functional-safety/situations'
import type { GraphState } from '../graph/store/graph-state.ts'

interface MethodUsed<C> {
  readonly name: string
  readonly version: number
  readonly content: C
}

/** The guidewords and the situations that a program uses. */
export interface SafetyMethods {
  readonly guidewords: MethodUsed<GuidewordMethod>
  readonly situations: MethodUsed<{ readonly dimensions: readonly SituationDimension[] }>
}

/** The name of the methods in the graph of a page (read-methods.ts). */
export const methodsKind = 'safety-methods'

type Graph = Pick<GraphState, 'computed'>

/** The versions that a program uses; undefined if the page does not know them. */
export const methodsUsed = ({ computed }: Graph) => computed.get(methodsKind) as SafetyMethods | undefined

/** The situations of the program, or the shipped ones if the page does not know them. */
export const catalogueOf = (graph: Graph) => methodsUsed(graph)?.situations.content.dimensions ?? defaultSituations

/** The guidewords of the program, or the shipped ones if the page does not know them. */
export const guidewordsOf = (graph: Graph) => methodsUsed(graph)?.guidewords.content ?? defaultGuidewords
