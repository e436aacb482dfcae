import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus'
import { Failure } from '@carapace/shared/core/failure'
import { openStatuses } from '@carapace/shared/msoc/alerts'
import { createCase, listCases } from '@carapace/shared/msoc/cases.contract'
import { recordCaseChange } from '@carapace/shared/msoc/changes.queries'
import { worse } from '@carapace/shared/msoc/severity'
import { topics } from '@carapace/shared/msoc/topics'
import { audit, byCaller } from '../account/sessions.queries.ts'
import { actorOf } from '../core/caller.ts'
import type { Database } from '../core/db.ts'
import { serve } from '../core/serve.ts'
import { applyPlans, lockAlerts } from './alerts.queries.ts'
import { casesByUuid, casesPage, insertCase, numberCase, severitiesOf } from './cases.queries.ts'

/** Cases over HTTP: opening one over alerts, and the list. */
export async function caseRoutes(app: FastifyInstance, { db, publisher }: { db: Database; publisher: Publisher }): Promise<void> {
  serve(app, listCases).with(async ({ input, caller }) => casesPage(db, caller.org, input))

  serve(app, createCase).with(async ({ input, caller }) => {
    const { org, user } = caller
    const opened = await db.transaction(async (tx) => {
      const locked = await lockAlerts(tx, org, user.uuid, { uuids: input.alert_uuids })
      if (locked.length < new Set(input.alert_uuids).size) throw new Failure('NOT_FOUND', { message: 'Some of these alerts are not there.' })
      if (locked.some(({ status }) => !(openStatuses as readonly string[]).includes(status))) throw new Failure('RULE_REFUSED', { message: 'A closed or merged alert cannot be escalated. Reopen it first.' })
      const severity = (await severitiesOf(tx, org, input.alert_uuids)).reduce(worse)
      const uuid = await insertCase(tx, org, { title: input.title, severity, userUuid: user.uuid })
      const plans = locked.map((alert) => ({ alert, set: { status: 'ESCALATED' as const, caseUuid: uuid }, changes: [{ kind: 'escalate' as const, detail: { case: input.title } }] }))
      const news = await applyPlans(tx, org, actorOf(caller), plans)
      const seq = await recordCaseChange(tx, org, { caseUuid: uuid, kind: 'open', actor: actorOf(caller), detail: { title: input.title, alerts: locked.length } })
      await numberCase(tx, org, uuid, seq)
      await audit(tx, org, byCaller(caller), { action: 'open case', subject: 'case', subjectUuid: uuid, after: { title: input.title, alerts: input.alert_uuids } })
      return { case: (await casesByUuid(tx, org, [uuid])).get(uuid)!, health: news.health, seq }
    })
    publisher.publish(topics.health(org.uuid), opened.health)
    publisher.publish(topics.changes(org.uuid), [opened.seq])
    return { success: true, case: opened.case }
  })
}
