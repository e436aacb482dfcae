/** How bad, from the least to the worst. An index into this list is a severity's rank in the tables. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

export function rankOf(severity: Severity): number {
  return severities.indexOf(severity)
}

export function worse(a: Severity, b: Severity): Severity {
  return rankOf(a) >= rankOf(b) ? a : b
}

/**
 * A vehicle's state in a word. Offline is a matter of time and is told by whoever reads (rule VEHICLE-3 of ./SPEC.md).
 */
export const healths = ['healthy', 'degraded', 'compromised', 'offline'] as const
export type Health = (typeof healths)[number]

/** A vehicle silent for longer than this many ms is offline (rule VEHICLE-3). */
export const offlineAfterMs = 5 * 60_000

/** What the worst open alert makes of a vehicle (rules VEHICLE-1, VEHICLE-2). */
export function healthOf(worstOpen: Severity | null): Exclude<Health, 'offline'> {
  if (worstOpen === 'critical') return 'compromised'
  if (worstOpen === 'high' || worstOpen === 'medium') return 'degraded'
  return 'healthy'
}
