/** How much of a list of rules an address takes. */
const longest = 400

/**
 * Shows the alert queue only what alerts of these rules are about. A rule whose name has a comma cannot stand in a
 * list.
 */
export function queueSearch(sightings: readonly { readonly rule: string }[]): { rule?: string; status: string } {
  const rules = [...new Set(sightings.map(({ rule }) => rule))].filter((rule) => !rule.includes(','))
  const listed = rules.filter((_, i) => rules.slice(0, i + 1).join(',').length <= longest).slice(0, 20)
  return {
    ...(listed.length > 0 && { rule: listed.join(',') }),
    status: 'NEW,ASSIGNED,IN_PROGRESS,PENDING,ESCALATED,CLOSED',
  }
}
