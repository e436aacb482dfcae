import { inArray } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { SuppressionChange } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { suppressionChanges } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import type { Transaction } from '../../core/database.ts'

/**
 * Suppresses the alerts that a step in effect matches, and shows those again that no step matches any more. Returns
 * what changed, by the alert's uuid (rules ALERT-PIPELINE-2, ALERT-PIPELINE-3).
 *
 * Steps are read in the transaction, after the alerts are locked: a remembered list of steps would show an alert again
 * that an analyst has just silenced.
 */
export async function settleSuppression(
  db: Transaction['db'],
  org: Org,
  stored: readonly { readonly uuid: string; readonly suppressedBy: string | null }[],
): Promise<ReadonlyMap<string, SuppressionChange>> {
  const changes = await suppressionChanges(db, org, stored)
  for (const [suppressedBy, some] of Map.groupBy(changes, ([, change]) => change.suppressedBy)) {
    const uuids = some.map(([uuid]) => uuid)
    await db
      .update(alerts)
      .set({ suppressedBy })
      .where(ownedBy(org, alerts, inArray(alerts.uuid, uuids)))
  }
  return changes
}
