import type { Resolution } from './alerts.ts'

/** What an alert turned out to be: right about an attack, or not. */
export type AlertLabel = 'attack' | 'benign'

const labels: Readonly<Record<Resolution, AlertLabel | undefined>> = {
  TRUE_POSITIVE_WITH_IMPACT: 'attack',
  TRUE_POSITIVE_WITHOUT_IMPACT: 'attack',
  FALSE_POSITIVE: 'benign',
  LEGITIMATE: 'benign',
  NOT_APPLICABLE: undefined,
  UNKNOWN: undefined,
}

/** The resolutions that label an alert (rule LABEL-1 of ../SPEC.md). */
export const labelledResolutions = (Object.keys(labels) as Resolution[]).filter((one) => labels[one] !== undefined)

/** The label of an alert with this resolution; undefined where it is neither. */
export function labelOf(resolution: Resolution): AlertLabel | undefined {
  return labels[resolution]
}
