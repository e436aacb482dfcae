/** Why a delivery to a member who is gone is skipped. */
export const deactivated = 'The member is deactivated.'

const waitMs = 60_000

/** What becomes of a delivery beyond a limit: a critical one waits until there is room (rule NOTIFICATION-16). */
export function beyondLimit(isCritical: boolean, error: string, now: Date) {
  if (!isCritical) return { state: 'SKIPPED' as const, error }
  return { state: 'QUEUED' as const, error, nextAt: new Date(now.getTime() + waitMs) }
}
