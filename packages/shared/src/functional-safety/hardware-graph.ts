import { storedFields } from '../graph/artefacts/artefact-kind.ts'
import type { SafetyRow } from './asil-graph.ts'
import type { ExposureTimes, HardwareElement, MetricProblem } from './fmeda.ts'
import { hardwareElementKind } from './kinds/hardware.kinds.ts'
import { safetyGoalKind } from './kinds/hazard.kinds.ts'
import { metricsOf, type MetricsResult } from './metrics.ts'

/**
 * The metrics of the hardware elements of the graph that may violate a goal, with the hours of the goal (rule
 * METRIC-9). Elements are named by their uuids.
 */
export function metricsOfGoal(goal: SafetyRow['fields'], rows: readonly SafetyRow[]): MetricsResult {
  const elements = rows.map(elementOf)
  const { lifetime_h: lifetime, service_h: service } = storedFields(safetyGoalKind, goal)
  const missing = [
    ...(lifetime === null || service === null ? [problem(null, missingHours)] : []),
    ...(rows.length === 0 ? [problem(null, 'No hardware element may violate the goal.')] : []),
    ...elements.flatMap(({ id, fit }) => (fit === null ? [problem(id, 'Its failure rate is not stated.')] : [])),
  ]
  if (missing.length > 0) return { ok: false, problems: missing }
  return metricsOf(elements as readonly HardwareElement[], { lifetime, service } as ExposureTimes)
}

const missingHours = 'State the operating hours of the vehicle, and the hours until a fault is repaired, at the goal.'

const problem = (element: string | null, message: string): MetricProblem => ({ element, mode: null, message })

/** A failure rate that is not stated is null. */
function elementOf({ uuid, fields }: SafetyRow): Omit<HardwareElement, 'fit'> & { readonly fit: number | null } {
  const { fit, is_excluded: isExcluded, modes } = storedFields(hardwareElementKind, fields)
  return { id: uuid, fit, isSafetyRelated: !isExcluded, modes }
}
