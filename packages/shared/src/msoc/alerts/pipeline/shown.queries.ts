import { and, isNull, type SQL } from 'drizzle-orm'
import { alerts } from '../alerts.table.ts'

/** Condition: the alert is neither suppressed by a step nor folded into an alert of the fleet. */
export function isShown(): SQL {
  return and(isNull(alerts.suppressedBy), isNull(alerts.foldedInto))!
}
