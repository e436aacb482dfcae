import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { unfoldAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../../core/db.ts'
import { actorOf } from '../../../core/http/caller.ts'
import { serve } from '../../../core/http/serve.ts'
import { alertsNow, applyPlans, lockAlerts, type Planned } from '../alerts.queries.ts'
import { announceAlerts } from '../announce.ts'

/** Taking alerts out of an alert of the fleet, over HTTP (rule FOLDING-5). */
export async function foldingRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, unfoldAlerts).with(async ({ input: { uuids }, caller }) => {
    const { org, user } = caller
    const open: readonly string[] = openStatuses
    const { plans, news } = await db.transaction(async (tx) => {
      const locked = await lockAlerts(tx, org, user.uuid, { uuids })
      const plans = locked
        .filter(({ foldedInto, status }) => foldedInto !== null && open.includes(status))
        .map((alert): Planned => ({
          alert,
          set: { foldedInto: null, keptApart: true },
          changes: [{ kind: 'unfold', detail: { from: alert.foldedInto } }],
        }))
      const news = await applyPlans(tx, org, actorOf(caller), plans)
      if (plans.length > 0)
        await audit(tx, org, byCaller(caller), {
          action: 'unfold alerts',
          subject: 'alert',
          ...(plans.length === 1 && { subjectUuid: plans[0]!.alert.uuid }),
          after: { alerts: plans.map(({ alert }) => alert.number) },
        })
      return { plans, news }
    })
    announceAlerts(publisher, org, news)
    const done = plans.map(({ alert }) => alert.uuid)
    return {
      success: true,
      unfolded: plans.length,
      alerts: [...(await alertsNow(db, org, { suppressed: 'any' }, user.uuid, done)).values()],
    }
  })
}
