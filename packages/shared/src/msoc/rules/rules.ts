import type { SigmaLevel } from '../sigma/model.ts'
import type { Severity } from '../severity.ts'

export const ruleKinds = ['detection', 'correlation', 'filter'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** DRAFT: never enabled. ENABLED: a version of it runs. DISABLED: none runs any more. */
export const ruleStates = ['DRAFT', 'ENABLED', 'DISABLED'] as const
export type RuleState = (typeof ruleStates)[number]

export const ruleOrigins = ['own', 'pack', 'import'] as const
export type RuleOrigin = (typeof ruleOrigins)[number]

/** The services of `product: vehicle`: what a rule may read (OPERATIONS, "Rules"). */
export const vehicleServices = ['can', 'ids-can', 'ids-eth', 'ids-host', 'syslog', 'position', 'telemetry'] as const
export type VehicleService = (typeof vehicleServices)[number]

/** The most rules of an organisation, and the most that run at a time. */
export const mostRules = 5_000

/** Returns the severity of a rule's alerts; a rule without a level is of medium severity. */
export function severityOfLevel(level: SigmaLevel | undefined): Severity {
  return level === 'informational' ? 'info' : (level ?? 'medium')
}
