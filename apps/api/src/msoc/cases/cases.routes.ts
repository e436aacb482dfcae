import type { FastifyInstance } from 'fastify'
import {
  bulkUpdateCases,
  caseReport,
  mergeCases,
  splitCase,
  unmergeCase,
} from '@carapace/shared/msoc/cases/case-actions.contract'
import { similarCases } from '@carapace/shared/msoc/cases/case-links.contract'
import {
  caseBoard,
  commentCase,
  createCase,
  getCase,
  linkAlerts,
  listCases,
  saveCaseMembers,
  updateCase,
} from '@carapace/shared/msoc/cases/cases.contract'
import { announceChanges } from '@carapace/shared/msoc/topics'
import { serve } from '../../core/http/serve.ts'
import { alertsOfCase } from '../alerts/alerts.queries.ts'
import { changeMany } from './bulk.ts'
import { boardOf, casesPage } from './cases.queries.ts'
import { detailsOf, timelineOf } from './details.queries.ts'
import { evidenceOf } from './evidence.queries.ts'
import { relinkAlerts } from './linking.ts'
import { linksOf } from './links.queries.ts'
import { changeMembers } from './members.ts'
import { mergeCase, unmergeOne } from './merging.ts'
import { reportOfCase } from './report.ts'
import { similarTo } from './similar.queries.ts'
import { splitOff } from './splitting.ts'
import { storyOf } from './story.queries.ts'
import { tasksOf } from './tasks.queries.ts'
import { type CaseDeps, seenCase, writer } from './writer.ts'
import { changeCase, commentOnCase, openCase } from './writes.ts'

const alertsShown = 500
const changesShown = 1_000

/**
 * Cases over HTTP. The shared package decides what a change does to a case; alerts are locked before their case, and
 * changes are recorded last.
 */
export async function caseRoutes(app: FastifyInstance, deps: CaseDeps): Promise<void> {
  const { db, publisher, services } = deps
  const write = writer(deps)

  serve(app, listCases).with(async ({ input, caller }) => casesPage(db, caller.org, input, caller.user))
  serve(app, caseBoard).with(async ({ input: { limit, ...filter }, caller }) => ({
    columns: await boardOf(db, caller.org, filter, caller.user, limit),
  }))

  serve(app, getCase).with(async ({ input: { uuid }, caller }) => {
    const { org, user } = caller
    const found = await seenCase(db, caller, uuid)
    const [details, tasks, evidence, links, story, alerts, timeline] = await Promise.all([
      detailsOf(db, org, found),
      tasksOf(db, org, uuid),
      evidenceOf(db, org, uuid),
      linksOf(db, org, user, uuid),
      storyOf(db, org, uuid),
      alertsOfCase(db, org, uuid, alertsShown),
      timelineOf(db, org, uuid, changesShown),
    ])
    return { case: details, tasks, evidence, links, story, alerts, timeline }
  })

  serve(app, createCase).with(async ({ input, caller }) =>
    write(caller, (tx) => openCase(tx, caller, input, services.notifications)),
  )
  serve(app, updateCase).with(async ({ input, caller }) =>
    write(caller, (tx) => changeCase(tx, caller, input, services.notifications)),
  )
  serve(app, linkAlerts).with(async ({ input, caller }) => write(caller, (tx) => relinkAlerts(tx, caller, input)))
  serve(app, commentCase).with(async ({ input, caller }) =>
    write(caller, (tx) => commentOnCase(tx, caller, input, services.notifications)),
  )
  serve(app, saveCaseMembers).with(async ({ input, caller }) =>
    write(caller, (tx) => changeMembers(tx, caller, input, services.notifications)),
  )

  serve(app, mergeCases).with(async ({ input: { uuid, into }, caller }) =>
    write(caller, (tx) => mergeCase(tx, caller, uuid, into, services.notifications)),
  )
  serve(app, unmergeCase).with(async ({ input: { uuid }, caller }) =>
    write(caller, (tx) => unmergeOne(tx, caller, uuid)),
  )
  serve(app, splitCase).with(async ({ input, caller }) => write(caller, (tx) => splitOff(tx, caller, input)))

  serve(app, bulkUpdateCases).with(async ({ input, caller }) => {
    const { outcomes, seq } = await db.transaction((tx) => changeMany(tx, caller, input))
    if (seq !== undefined) announceChanges(publisher, caller.org.uuid, seq)
    return { success: true, changed: outcomes.filter(({ outcome }) => outcome === 'changed').length, outcomes }
  })

  serve(app, similarCases).with(async ({ input: { uuid, limit }, caller }) => {
    await seenCase(db, caller, uuid)
    return { cases: await similarTo(db, caller.org, caller.user, uuid, limit) }
  })

  serve(app, caseReport).streams(async ({ input: { uuid, form }, caller }) => {
    const { number } = await seenCase(db, caller, uuid)
    return { fileName: `CAS-${number}.${form}`, content: reportOfCase(db, caller, uuid, form) }
  })
}
