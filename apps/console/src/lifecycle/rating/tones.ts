import type { ImpactLevel } from '@carapace/shared/lifecycle/methods/method'
import { impactLevels } from '@carapace/shared/lifecycle/methods/method'
import type { Severity } from '@carapace/shared/msoc/severity'

const tones: readonly Severity[] = ['info', 'info', 'low', 'medium', 'high', 'critical']

/** The colour of a risk, 1 to 5: that of a severity, from info to critical. */
export function riskTone(risk: number): Severity {
  return tones[risk] ?? 'info'
}

const impactTones: Readonly<Record<ImpactLevel, Severity>> = {
  negligible: 'info',
  moderate: 'medium',
  major: 'high',
  severe: 'critical',
}

export function impactTone(level: ImpactLevel): Severity {
  return impactTones[level]
}

/** An impact as a number for tables: 0 negligible to 3 severe. */
export function impactNumber(level: ImpactLevel): number {
  return impactLevels.indexOf(level)
}
