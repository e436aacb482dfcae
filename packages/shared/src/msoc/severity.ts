/** Severities from the least to the worst. The index in this list is the rank of a severity in the tables. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

export function rankOf(severity: Severity): number {
  return severities.indexOf(severity)
}

export function worse(a: Severity, b: Severity): Severity {
  return rankOf(a) >= rankOf(b) ? a : b
}

/**
 * Health of a vehicle. Offline depends on the time and is determined by the reader (rule VEHICLE-3 of ./SPEC.md).
 */
export const healths = ['healthy', 'degraded', 'compromised', 'offline'] as const
export type Health = (typeof healths)[number]

/** A vehicle silent for longer than this many ms is offline (rule VEHICLE-3). */
export const offlineAfterMs = 5 * 60_000

/** Returns the health of a vehicle given its worst open alert (rules VEHICLE-1, VEHICLE-2). */
export function healthOf(worstOpen: Severity | null): Exclude<Health, 'offline'> {
  if (worstOpen === 'critical') return 'compromised'
  if (worstOpen === 'high' || worstOpen === 'medium') return 'degraded'
  return 'healthy'
}
