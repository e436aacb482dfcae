import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { suppressionChanges } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import type { Tx } from '../../../core/db.ts'
import { actorOf, type Caller } from '../../../core/http/caller.ts'
import { type AlertNews, applyPlans, lockAlerts, type Planned } from '../alerts.queries.ts'
import { alertsAround, type StepRow } from './steps.queries.ts'

/**
 * Applies a step that was created, changed or ended to the open alerts that are there already: those that it now
 * suppresses, and those that it no longer does (rule ALERT-PIPELINE-4).
 */
export async function settleOpenAlerts(tx: Tx, caller: Caller, step: StepRow): Promise<AlertNews> {
  const { org, user } = caller
  const uuids = await alertsAround(tx, org, step)
  const open: readonly string[] = openStatuses
  const locked = (await lockAlerts(tx, org, user.uuid, { uuids })).filter(({ status }) => open.includes(status))
  const changes = await suppressionChanges(tx, org, locked)
  const plans = locked.flatMap((alert): Planned[] => {
    const settled = changes.get(alert.uuid)
    return settled ? [{ alert, set: { suppressedBy: settled.suppressedBy }, changes: [settled.change] }] : []
  })
  return applyPlans(tx, org, actorOf(caller), plans)
}
