import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  countSimilarAlerts,
  getAlert,
  getAlertHistogram,
  getAlertRules,
  getSimilarAlerts,
  listAlerts,
  updateAlerts,
} from '@carapace/shared/msoc/alerts/alerts.contract'
import { announceChanges, topics } from '@carapace/shared/msoc/topics'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { actorOf } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { planUpdates } from './plans.ts'
import { spanOf } from '../span.ts'
import { histogramOf } from './histogram.queries.ts'
import { rulesOf } from './rules.queries.ts'
import { similarCounts, similarTo } from './similar.queries.ts'
import { meaningsOf } from '../ingest/event-catalogue.queries.ts'
import { timersOf } from './pipeline/timers.queries.ts'
import {
  alertByUuid,
  alertsNow,
  alertsPage,
  applyPlans,
  evidenceOf,
  historyOf,
  lockAlerts,
  partsOf,
  relatedTo,
  updatedAtOnce,
} from './alerts.queries.ts'

/**
 * The alert queue over HTTP. The shared package decides what a change does to an alert; SQL is in the query files of
 * this folder.
 */
export async function alertRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, listAlerts).with(async ({ input: { sort, cursor, skip, limit, ...filter }, caller }) =>
    alertsPage(db, caller.org, filter, caller.user.uuid, { sort, cursor, skip, limit }),
  )

  serve(app, getAlert).with(async ({ input, caller }) => {
    const alert = await alertByUuid(db, caller.org, input.uuid)
    if (!alert) throw new Failure('NOT_FOUND')
    const evidence = await evidenceOf(db, caller.org, input.uuid, input.evidence)
    const meaningOf = evidence?.kind === 'ids' ? await meaningsOf(db, caller.org) : undefined
    const events =
      evidence?.events.map((event) =>
        meaningOf
          ? {
              ...event,
              name:
                meaningOf(Number(event.event_id), typeof event.platform === 'string' ? event.platform : '')?.name ??
                'Unlisted IDS event',
            }
          : event,
      ) ?? []
    return {
      alert,
      evidence: evidence && { ...evidence, events },
      changes: await historyOf(db, caller.org, input.uuid),
      related: await relatedTo(db, caller.org, alert),
      parts: alert.parts === 0 ? [] : await partsOf(db, caller.org, alert.uuid),
      timers: await timersOf(db, caller.org, alert),
    }
  })

  serve(app, getAlertHistogram).with(async ({ input: { buckets, from: since, to: until, ...filter }, caller }) => {
    const { from, to } = spanOf(since, until)
    const stepMs = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / buckets))
    return {
      from: from.toISOString(),
      step_ms: stepMs,
      buckets: await histogramOf(db, caller.org, filter, caller.user.uuid, { from, to }, stepMs),
    }
  })

  serve(app, getAlertRules).with(async ({ input: { limit, ...filter }, caller: { org, user } }) =>
    rulesOf(db, org, filter, user.uuid, limit),
  )

  serve(app, getSimilarAlerts).with(async ({ input: { uuid, limit }, caller: { org } }) => {
    const alert = await alertByUuid(db, org, uuid)
    if (!alert) throw new Failure('NOT_FOUND')
    return similarTo(db, org, alert, limit)
  })

  serve(app, countSimilarAlerts).with(async ({ input: { uuids }, caller: { org } }) => ({
    counts: await similarCounts(db, org, uuids),
  }))

  serve(app, updateAlerts).with(async ({ input, caller }) => {
    const { org, user } = caller
    const done = await db.transaction(async (tx) => {
      const locked = await lockAlerts(
        tx,
        org,
        user.uuid,
        input.uuids ? { uuids: input.uuids } : { filter: input.query! },
      )
      if (locked.length > updatedAtOnce)
        throw new Failure('RULE_REFUSED', {
          message: `At most ${updatedAtOnce.toLocaleString('en')} alerts can be changed at once; narrow the filter.`,
        })
      if (input.revision !== undefined && locked[0] && locked[0].revision !== input.revision)
        throw new Failure('ROW_CHANGED')
      const plans = await planUpdates(tx, org, user.uuid, locked, input.change)
      const news = await applyPlans(tx, org, actorOf(caller), plans)
      if (plans.length > 0)
        await audit(tx, org, byCaller(caller), {
          action: 'update alerts',
          subject: 'alert',
          ...(plans.length === 1 && { subjectUuid: plans[0]!.alert.uuid }),
          before: plans.length === 1 ? plans[0]!.alert : null,
          after: { change: input.change, alerts: plans.length },
        })
      return { locked, plans, news }
    })
    publisher.publish(topics.health(org.uuid), done.news.health)
    if (done.news.seq !== undefined) announceChanges(publisher, org.uuid, done.news.seq)
    const shown = done.locked.slice(0, 500).map(({ uuid }) => uuid)
    return {
      success: true,
      updated: done.plans.length,
      unchanged: done.locked.length - done.plans.length,
      not_found: input.uuids ? new Set(input.uuids).size - done.locked.length : 0,
      alerts: [...(await alertsNow(db, org, { suppressed: 'any' }, user.uuid, shown)).values()],
    }
  })
}
