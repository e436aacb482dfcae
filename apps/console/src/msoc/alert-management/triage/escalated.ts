import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, createCase, getCase, linkAlerts, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { call } from '../../../core/call/call.ts'
import type { Into } from './triage-sources.ts'

/** Adds alerts to a new or an existing case. Returns the updated case and its alerts. */
export async function escalated(uuids: readonly string[], into: Into): Promise<{ case: Case; alerts: Alert[] }> {
  const answer =
    'title' in into
      ? await call(createCase, {
          title: into.title,
          alert_uuids: [...uuids],
          ...(into.templateUuid !== undefined && { template_uuid: into.templateUuid }),
        })
      : await call(linkAlerts, { uuid: into.caseUuid, add: [...uuids] })
  const { case: opened, alerts } = await call(getCase, { uuid: answer.case.uuid })
  return { case: opened, alerts }
}

/**
 * Takes alerts out of a case. A case that the escalation had opened is closed, unless it has other alerts or comments
 * by now. Returns the case.
 */
export async function takenOut(uuids: readonly string[], caseUuid: string, isNew: boolean): Promise<Case> {
  const { case: left } = await call(linkAlerts, { uuid: caseUuid, remove: [...uuids] })
  if (!isNew || left.alerts > 0 || left.comments > 0) return left
  return (await call(updateCase, { uuid: caseUuid, revision: left.revision, stage: 'CLOSED' })).case
}
