import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import type { z } from 'zod'
import type { GraphState } from '../../graph/store/graph-state.ts'

type Answer = z.output<typeof getAssessments.output>
export type Assessed = Answer['assessments'][number]
export type MethodUsed = Answer['method']

/** The assessments of threat scenarios by their uuid, and the method that they were made with. */
export interface Assessments {
  readonly byThreat: ReadonlyMap<string, Assessed>
  readonly method: MethodUsed
}

/** The name of assessments in the program channel and in the graph of a page (read-assessments.ts). */
export const assessmentKind = 'assessment'

type Graph = Pick<GraphState, 'computed'>
const noneKnown: ReadonlyMap<string, Assessed> = new Map()

function knownIn({ computed }: Graph): Assessments | undefined {
  return computed.get(assessmentKind) as Assessments | undefined
}

/** The assessments that a page knows, by the uuid of their threat scenario. */
export function assessmentsIn(graph: Graph): ReadonlyMap<string, Assessed> {
  return knownIn(graph)?.byThreat ?? noneKnown
}

/** The assessment of a threat scenario; undefined if the page does not know it. */
export function assessmentOf(graph: Graph, threatUuid: string): Assessed | undefined {
  return assessmentsIn(graph).get(threatUuid)
}

/** Whether a path is not rated completely by the deciding method (rule FEASIBILITY-9). */
export function isIncomplete(assessed: Assessed | undefined): boolean {
  return (assessed?.incompletePaths ?? 0) > 0
}

/** Whether the field contradicts the rating, and nobody answered yet (rule SIGHTING-15). */
export function isContradicted(assessed: Assessed | undefined): boolean {
  return (assessed?.contradiction ?? null) !== null
}

/** The version of the methods that the program uses; undefined if the page does not know it. */
export function methodUsed(graph: Graph): MethodUsed | undefined {
  return knownIn(graph)?.method
}

/** The method of the program, or the default one if the page does not know it. */
export function methodOf(graph: Graph): Method {
  return methodUsed(graph)?.content ?? defaultMethod
}
