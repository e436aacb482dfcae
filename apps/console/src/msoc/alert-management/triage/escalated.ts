import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, createCase, getCase, linkAlerts } from '@carapace/shared/msoc/cases/cases.contract'
import { call } from '../../../core/call/call.ts'
import type { Into } from './triage.ts'

/** Adds alerts to a new or an existing case. Returns the updated case and its alerts. */
export async function escalated(uuids: readonly string[], into: Into): Promise<{ case: Case; alerts: Alert[] }> {
  const answer =
    'title' in into
      ? await call(createCase, { title: into.title, alert_uuids: [...uuids] })
      : await call(linkAlerts, { uuid: into.caseUuid, add: [...uuids] })
  const { case: opened, alerts } = await call(getCase, { uuid: answer.case.uuid })
  return { case: opened, alerts }
}
