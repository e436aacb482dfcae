import { type Severity, severities } from '@carapace/shared/msoc/severity'
import type { Queue } from './queue.ts'

/** The content of the bar above the list. */
export interface News {
  readonly arrived: number
  /** By severity, most severe first, without zeros. */
  readonly bySeverity: readonly (readonly [Severity, number])[]
  /** Number of alerts from below the loaded rows that were seen again. */
  readonly repeated: number
  /** Number of rows that no longer match. */
  readonly left: number
}

export function newsOf(queue: Queue): News {
  const counts: Partial<Record<Severity, number>> = { ...queue.overflow }
  let repeated = 0
  for (const held of queue.held.values()) {
    if (held.repeated) repeated += 1
    else counts[held.alert.severity] = (counts[held.alert.severity] ?? 0) + 1
  }
  const bySeverity = severities
    .map((severity) => [severity, counts[severity] ?? 0] as const)
    .filter(([, count]) => count > 0)

  return {
    arrived: bySeverity.reduce((sum, [, count]) => sum + count, 0),
    bySeverity: bySeverity.toReversed(),
    repeated,
    left: queue.left,
  }
}
