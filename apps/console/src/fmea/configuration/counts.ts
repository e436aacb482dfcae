import type { FmeaCounts } from '@carapace/shared/fmea/steps'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, linkedWith, linksAt } from '../../graph/store/graph-state.ts'
import { fmeaFields, lineFields, lineOf, linesIn, type Rated, type SheetLine } from '../worksheet/lines.ts'

const elementKinds = ['system', 'component', 'process-step']
/** How an element is below another one, and a function below an element. */
const structural = ['contains', 'performs'] as const
/** How a requirement is of a function. */
const demanding = ['allocated', 'assigned-to']

/** How much an FMEA has of what its seven steps need (rule FMEA-7 of packages/shared/src/fmea/SPEC.md). */
export function countsOf(graph: GraphState, fmea: Artefact, rated: Rated): FmeaCounts {
  const lines = linesIn(graph, fmea.uuid).map((row) => lineOf(graph, row, rated))
  const focus = linkedWith(graph, fmea.uuid, 'upstream', 'focus-of').map(({ node }) => node)
  const functionsOf = new Map(focus.map(({ uuid, kind }) => [uuid, functionsAt(graph, uuid, kind)]))
  const functions = [...new Set([...functionsOf.values()].flat())]
  const failures = new Map(
    functions.map((uuid) => [uuid, linkedWith(graph, uuid, 'downstream', 'fails-as').map(({ node }) => node.uuid)]),
  )
  const modes = [...new Set([...failures.values()].flat())]
  const chains = lines.filter(({ mode }) => mode !== undefined)
  return {
    planned: plannedOf(fmea),
    elements: [...graph.artefacts.values()].filter(({ kind }) => elementKinds.includes(kind)).length,
    focusElements: focus.length,
    placedElements: focus.filter(({ uuid, kind }) => isPlaced(graph, uuid, kind)).length,
    elementsWithFunction: [...functionsOf.values()].filter((of) => of.length > 0).length,
    functions: functions.length,
    functionsWithRequirement: functions.filter((uuid) => hasRequirement(graph, uuid)).length,
    functionsWithFailure: [...failures.values()].filter((of) => of.length > 0).length,
    failureModes: modes.length,
    modesWithEffect: modes.filter((uuid) => linkedWith(graph, uuid, 'downstream', 'results-in').length > 0).length,
    modesWithCause: modes.filter((uuid) => linkedWith(graph, uuid, 'upstream', 'results-in').length > 0).length,
    chains: chains.length,
    ...riskCounts(chains),
    ...actionCounts(lines),
    isReported: fmeaFields(fmea).reported_on !== null,
    isApproved: fmea.status === 'APPROVED',
  }
}

function plannedOf(fmea: Artefact): number {
  const { intent, timing, team, tasks, tools } = fmeaFields(fmea)
  return [intent, timing, tasks, team, tools].filter((value) => value.length > 0).length
}

/** The functions of an element; a function and a step of a process are their own. */
function functionsAt(graph: GraphState, uuid: string, kind: string): readonly string[] {
  if (kind === 'function' || kind === 'process-step') return [uuid]
  return linkedWith(graph, uuid, 'downstream', 'performs').map(({ node }) => node.uuid)
}

/** Whether the structure has something above the element, and something below; a function needs only the first. */
function isPlaced(graph: GraphState, uuid: string, kind: string): boolean {
  if (kind === 'process-step') return String(graph.artefacts.get(uuid)?.fields.element ?? '') !== ''
  const isBelow = linkedWith(graph, uuid, 'upstream', ...structural).length > 0
  if (kind === 'function') return isBelow
  const isAbove = linkedWith(graph, uuid, 'downstream', ...structural).length > 0
  return isAbove && (isBelow || kind === 'system')
}

function hasRequirement(graph: GraphState, uuid: string): boolean {
  return linksAt(graph, uuid).some(({ kind, to }) => to === uuid && demanding.includes(kind))
}

function riskCounts(chains: readonly SheetLine[]) {
  const urgent = chains.filter(({ priority }) => priority === 'H' || priority === 'M')
  return {
    chainsWithControls: chains.filter(({ row }) => {
      const { prevention, detection_controls: detection } = lineFields(row)
      return prevention !== '' || detection !== ''
    }).length,
    ratedChains: chains.filter(({ priority }) => priority !== null).length,
    urgentChains: urgent.length,
    answeredChains: urgent.filter(({ row, actions }) => actions.length > 0 || lineFields(row).no_action !== '').length,
  }
}

/** Of actions that were not discarded; one that improves several lines counts once. */
function actionCounts(lines: readonly SheetLine[]) {
  const all = new Map(lines.flatMap((line) => line.actions.map((action) => [action.uuid, { action, line }] as const)))
  const counted = [...all.values()].filter(({ action }) => action.status !== 'NOT_COMPLETED')
  const completed = counted.filter(({ action }) => action.status === 'COMPLETED')
  return {
    actions: counted.length,
    completedActions: completed.length,
    confirmedActions: completed.filter(({ line }) => line.priorityAfter !== null).length,
  }
}
