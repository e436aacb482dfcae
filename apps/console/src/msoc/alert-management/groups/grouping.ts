import type { AlertPageContext } from '../page-context.tsx'
import { clearSelection } from '../queue/choose.ts'
import { type AlertSearch, narrowed } from '../search.ts'

/** The search that lists the rules, or that lists the alerts again (rule QUEUE-83). */
export function regrouped(search: AlertSearch): AlertSearch {
  return { ...search, group: search.group === undefined ? 'rule' : undefined, alert: undefined }
}

/** The search that lists the alerts of one rule. */
export function ofRule(search: AlertSearch, rule: string): AlertSearch {
  return { ...narrowed(search, 'rule', rule), group: undefined, alert: undefined }
}

/** Switches between alerts and rules. Nothing stays selected that is not visible. */
export function toggleGroups({ queue, address, go }: AlertPageContext): void {
  clearSelection(queue)
  go(regrouped(address.getState().search))
}
