import { BriefcaseIcon } from '@blueprintjs/icons'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { type Alert, listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { may } from '@carapace/shared/permissions'
import type { LinkOptions } from '@tanstack/react-router'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import type { WorkItem } from '../../core/landing/work.ts'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { caseId } from '../cases/list.ts'
import { caseAt } from '../dashboard/links.ts'
import { alertAt, myCases, openAlerts } from './links.ts'

const alertsShown = 5
const casesShown = 3
const open = { status: [...openStatuses] }

/** The critical alerts without an owner, for users who may work on alerts. */
export async function findUnassigned({ role }: Pick<SessionUser, 'role'>, signal: AbortSignal): Promise<WorkItem[]> {
  if (!may(role, 'alerts.work')) return []
  const { total } = await call(listAlerts, { ...open, owner: 'none', severity: ['critical'], limit: 1 }, { signal })
  if (total === 0) return []
  return [
    {
      key: 'unassigned',
      link: openAlerts({ severity: 'critical', owner: 'none' }),
      icon: <SeverityGlyph severity="critical" label="critical" />,
      title: `${number(total)} critical ${total === 1 ? 'alert is' : 'alerts are'} unassigned`,
      action: 'Assign',
      isUrgent: true,
    },
  ]
}

/** The user's own open alerts, the worst first, and how many more there are. */
export async function findAlerts(_: unknown, signal: AbortSignal): Promise<WorkItem[]> {
  return alertWork(await call(listAlerts, { ...open, owner: 'me', sort: 'severity', limit: alertsShown }, { signal }))
}

/** The user's own open cases, the latest first, and how many more there are. */
export async function findCases(_: unknown, signal: AbortSignal): Promise<WorkItem[]> {
  return caseWork(await call(listCases, { owner: 'me', stage: ['NEW', 'IN_PROGRESS'], limit: casesShown }, { signal }))
}

export function alertWork({
  alerts,
  total,
}: {
  readonly alerts: readonly Alert[]
  readonly total: number
}): WorkItem[] {
  return [...alerts.map(alertItem), ...more('alert', total - alerts.length, openAlerts({ owner: 'me' }))]
}

export function caseWork({ cases, total }: { readonly cases: readonly Case[]; readonly total: number }): WorkItem[] {
  return [...cases.map(caseItem), ...more('case', total - cases.length, myCases)]
}

function alertItem({ uuid, number: id, title, severity, status, vehicle, last_seen: time }: Alert): WorkItem {
  return {
    key: uuid,
    link: alertAt(uuid),
    icon: <SeverityGlyph severity={severity} label={severity} />,
    title,
    note: vehicle?.vin ?? `ALR-${id}`,
    status,
    at: { label: 'Last seen', time },
  }
}

function caseItem(row: Case): WorkItem {
  const { uuid, title, stage, updated_at: time } = row
  return {
    key: uuid,
    link: caseAt(uuid),
    icon: <BriefcaseIcon size={14} />,
    title,
    note: caseId(row),
    status: stage,
    at: { label: 'Updated', time },
  }
}

function more(what: 'alert' | 'case', count: number, link: LinkOptions): WorkItem[] {
  if (count <= 0) return []
  const title = `${number(count)} more ${count === 1 ? what : `${what}s`} of yours`
  return [{ key: 'more', link, title, count }]
}
