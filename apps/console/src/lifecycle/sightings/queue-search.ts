/** Maximum length of a list of rules in an address, in characters. */
const longest = 400

/**
 * The search parameters with which the alert queue shows only alerts of these rules. A rule whose name has a comma
 * cannot be in a list.
 */
export function queueSearch(sightings: readonly { readonly rule: string }[]): { rule?: string; status: string } {
  const rules = [...new Set(sightings.map(({ rule }) => rule))].filter((rule) => !rule.includes(','))
  const listed = rules.filter((_, i) => rules.slice(0, i + 1).join(',').length <= longest).slice(0, 20)
  return {
    ...(listed.length > 0 && { rule: listed.join(',') }),
    status: 'NEW,ASSIGNED,IN_PROGRESS,PENDING,ESCALATED,CLOSED',
  }
}
