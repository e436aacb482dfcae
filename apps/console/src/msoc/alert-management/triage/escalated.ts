import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, createCase, getCase, linkAlerts } from '@carapace/shared/msoc/cases/cases.contract'
import { call } from '../../../core/call/call.ts'
import type { Into } from './triage.ts'

/** Puts alerts into a case, a new one or one that is there. Answers the case and its alerts as they are now. */
export async function escalated(uuids: readonly string[], into: Into): Promise<{ case: Case; alerts: Alert[] }> {
  const answer =
    'title' in into
      ? await call(createCase, { title: into.title, alert_uuids: [...uuids] })
      : await call(linkAlerts, { uuid: into.caseUuid, add: [...uuids] })
  const { case: opened, alerts } = await call(getCase, { uuid: answer.case.uuid })
  return { case: opened, alerts }
}
