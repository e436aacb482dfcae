import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  type Case,
  commentCase,
  createCase,
  getCase,
  linkAlerts,
  listCases,
  updateCase,
} from '@carapace/shared/msoc/cases/cases.contract'
import { announceChanges, topics } from '@carapace/shared/msoc/topics'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { alertsOfCase } from '../alerts/alerts.queries.ts'
import { type CaseWrite, changeCase, commentOnCase, openCase, relinkAlerts } from './writes.ts'
import { casesByUuid, casesPage, timelineOf } from './cases.queries.ts'

const alertsShown = 500
const changesShown = 1_000

/**
 * Cases over HTTP. The shared package decides what a change does to a case; alerts are locked before their case, and
 * changes are recorded last.
 */
export async function caseRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, listCases).with(async ({ input, caller }) => casesPage(db, caller.org, input, caller.user.uuid))

  serve(app, getCase).with(async ({ input: { uuid }, caller: { org } }) => {
    const found = (await casesByUuid(db, org, [uuid])).get(uuid)
    if (!found) throw new Failure('NOT_FOUND')
    const [alerts, timeline] = await Promise.all([
      alertsOfCase(db, org, uuid, alertsShown),
      timelineOf(db, org, uuid, changesShown),
    ])
    return { case: found, alerts, timeline }
  })

  serve(app, createCase).with(async ({ input, caller }) => write(caller, (tx) => openCase(tx, caller, input)))
  serve(app, updateCase).with(async ({ input, caller }) => write(caller, (tx) => changeCase(tx, caller, input)))
  serve(app, linkAlerts).with(async ({ input, caller }) => write(caller, (tx) => relinkAlerts(tx, caller, input)))
  serve(app, commentCase).with(async ({ input, caller }) => write(caller, (tx) => commentOnCase(tx, caller, input)))

  /** Runs the work in one transaction and announces its result; returns the changed case. */
  async function write({ org }: Caller, work: (tx: Tx) => Promise<CaseWrite>): Promise<{ success: true; case: Case }> {
    const { health, seq, now } = await db.transaction(async (tx) => {
      const done = await work(tx)
      return { ...done, now: (await casesByUuid(tx, org, [done.uuid])).get(done.uuid)! }
    })
    publisher.publish(topics.health(org.uuid), health)
    if (seq !== undefined) announceChanges(publisher, org.uuid, seq)
    return { success: true, case: now }
  }
}
