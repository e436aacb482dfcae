import type { OrgUuid } from '@carapace/shared/core/owned'

/**
 * The places of one process for attempts outside. One organisation has few of them: servers that answer slowly delay
 * the runs of their own organisation only (rule PLAYBOOK-19).
 */
export function outsidePlaces(limits = { all: 50, perOrganisation: 10 }) {
  const taken = new Map<OrgUuid, number>()
  let total = 0

  function count(org: OrgUuid, by: 1 | -1): void {
    total += by
    const now = (taken.get(org) ?? 0) + by
    if (now > 0) taken.set(org, now)
    else taken.delete(org)
  }

  return {
    /** Takes a place and returns what gives it back; undefined: none is free. */
    take(org: OrgUuid): (() => void) | undefined {
      if (total >= limits.all || (taken.get(org) ?? 0) >= limits.perOrganisation) return undefined
      count(org, 1)
      return () => count(org, -1)
    },
  }
}
