import type { AsilTag } from '@carapace/shared/functional-safety/asil'
import type { MetricProblem } from '@carapace/shared/functional-safety/fmeda'
import { metricsOfGoal } from '@carapace/shared/functional-safety/hardware-graph'
import {
  againstTargets,
  type HardwareMetric,
  type HardwareMetrics,
  type MetricsResult,
  type TargetResult,
} from '@carapace/shared/functional-safety/metrics'
import { mostElements } from '@carapace/shared/functional-safety/metrics.contract'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { asilOn, ofKind } from '../safety.ts'

/** The hardware that may violate a safety goal, with its metrics. */
export interface GoalHardware {
  readonly goal: Artefact
  readonly asil: AsilTag | null
  readonly elements: readonly Artefact[]
  /** Null: there are problems. */
  readonly metrics: HardwareMetrics | null
  readonly problems: readonly MetricProblem[]
  /** Null: the ASIL has no targets, or there are no metrics. */
  readonly targets: Readonly<Record<HardwareMetric, TargetResult>> | null
}

const known = new WeakMap<Artefact, { readonly elements: readonly Artefact[]; readonly result: MetricsResult }>()

/** The metrics of a goal, computed again when it or one of its elements changed. */
function resultOf(goal: Artefact, elements: readonly Artefact[]): MetricsResult {
  const before = known.get(goal)
  const isSame = before?.elements.length === elements.length && elements.every((row, at) => row === before.elements[at])
  if (before && isSame) return before.result
  const result = elements.length > mostElements ? tooMany(elements.length) : metricsOfGoal(goal.fields, elements)
  known.set(goal, { elements, result })
  return result
}

const tooMany = (count: number): MetricsResult => ({
  ok: false,
  problems: [
    {
      element: null,
      mode: null,
      message: `A goal has ${mostElements} elements at most, ${count - mostElements} less.`,
    },
  ],
})

/** The hardware of a goal, of a graph that has all hardware elements (rule SAFETY-UI-16). */
export function hardwareOf(graph: GraphState, goal: Artefact): GoalHardware {
  const elements = linkedWith(graph, goal.uuid, 'upstream', 'may-violate').flatMap(
    ({ node }) => graph.artefacts.get(node.uuid) ?? [],
  )
  const asil = asilOn(graph, goal.uuid)
  const result = resultOf(goal, elements)
  const metrics = result.ok ? result.value : null
  return {
    goal,
    asil,
    elements,
    metrics,
    problems: result.ok ? [] : result.problems,
    targets: metrics && asil && againstTargets(metrics, asil.level),
  }
}

/** The goals that one of the shown hardware elements may violate; none before everything is loaded. */
export function goalsWithHardware(graph: GraphState, shown: GraphState): readonly GoalHardware[] {
  if (!graph.isWhole) return []
  return ofKind(graph, 'safety-goal')
    .map((goal) => hardwareOf(graph, goal))
    .filter(({ elements }) => elements.some(({ uuid }) => shown.artefacts.has(uuid)))
    .toSorted((a, b) => a.goal.code.localeCompare(b.goal.code, 'en', { numeric: true }))
}
