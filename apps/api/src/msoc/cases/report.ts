import { defaultTheme } from '@carapace/shared/core/documents/theme'
import { caseReport, type CaseReportSource } from '@carapace/shared/msoc/cases/case-report'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { reportAsDocument } from '../../core/documents/report-docx.ts'
import { reportAsPdf } from '../../core/documents/report-pdf.ts'
import type { Caller } from '../../core/http/caller.ts'
import { spooled } from '../../core/spool.ts'
import { alertsOfCase, evidenceOf as eventsOf } from '../alerts/alerts.queries.ts'
import { detailsOf, organisationNamed, timelineOf } from './details.queries.ts'
import { custodyOfCase, evidenceOf } from './evidence.queries.ts'
import { linksOf } from './links.queries.ts'
import { placesOfAlerts, waysOfVehicles } from './places.queries.ts'
import { fieldRows } from './settings.queries.ts'
import { storyOf } from './story.queries.ts'
import { tasksOf } from './tasks.queries.ts'
import { seenCase } from './writer.ts'

const alertsShown = 500
const changesShown = 2_000
/** Alerts whose surrounding events the report shows, and how many events of each. */
const alertsWithEvents = 10
const eventsShown = 60

const writers = { pdf: reportAsPdf, docx: reportAsDocument } as const

/** A report on a case, complete before its first byte is sent (rule CASE-60). */
export function reportOfCase(
  db: Database,
  caller: Caller,
  uuid: string,
  form: keyof typeof writers,
): AsyncGenerator<Uint8Array> {
  return spooled(async (write) => {
    const source = await sourceOf(db, caller, uuid)
    await db.transaction((tx) =>
      audit(tx, caller.org, byCaller(caller), {
        action: 'export case report',
        subject: 'case',
        subjectUuid: uuid,
        after: { form },
      }),
    )
    const { case: one } = source
    const theme = {
      ...defaultTheme,
      organisation: await organisationNamed(db, caller.org),
      confidentiality: `TLP:${one.tlp}${one.need_to_know ? ', need to know' : ''}`,
    }
    await write(writers[form](caseReport(source), theme))
  })
}

async function sourceOf(db: Database, caller: Caller, uuid: string): Promise<CaseReportSource> {
  const { org, user } = caller
  const one = await seenCase(db, caller, uuid)
  const [details, fields, tasks, evidence, custody, links, story, alerts, timeline] = await Promise.all([
    detailsOf(db, org, one),
    fieldRows(db, org),
    tasksOf(db, org, uuid),
    evidenceOf(db, org, uuid),
    custodyOfCase(db, org, uuid),
    linksOf(db, org, user, uuid),
    storyOf(db, org, uuid),
    alertsOfCase(db, org, uuid, alertsShown),
    timelineOf(db, org, uuid, changesShown),
  ])
  const seen = await placesOfAlerts(db, org, alerts)
  const events: CaseReportSource['events'][number][] = []
  for (const alert of alerts.slice(0, alertsWithEvents)) {
    const around = await eventsOf(db, org, alert.uuid, eventsShown)
    if (around && around.events.length > 0) events.push({ alert, evidence: around })
  }
  const madeAt = new Date().toISOString()
  return {
    case: details,
    fields,
    tasks,
    evidence,
    custody,
    links,
    story,
    alerts,
    timeline,
    events,
    places: seen,
    ways: await waysOfVehicles(db, org, seen),
    author: user.name,
    madeAt,
  }
}
