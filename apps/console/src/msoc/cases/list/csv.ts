import { csvText } from '@carapace/shared/core/documents/csv-text'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { caseId } from '../list.ts'

const head = [
  'case',
  'title',
  'stage',
  'status',
  'severity',
  'owner',
  'tlp',
  'pap',
  'tags',
  'alerts',
  'vehicles',
  'comments',
  'tasks_done',
  'tasks',
  'sla',
  'resolve_due_at',
  'opened_at',
  'closed_at',
  'resolution',
] as const

/** Cases as CSV (RFC 4180), times in UTC. A text that a spreadsheet would calculate is quoted (rule CASE-UI-43). */
export function csvOf(cases: readonly Case[]): string {
  return csvText([head, ...cases.map(cellsOf)])
}

function cellsOf(row: Case): readonly (string | number)[] {
  return [
    caseId(row),
    row.title,
    row.stage,
    row.status?.name ?? '',
    row.severity,
    row.owner?.name ?? '',
    row.tlp,
    row.pap,
    row.tags.join(' '),
    row.alerts,
    row.vehicles,
    row.comments,
    row.tasks.done,
    row.tasks.total,
    row.timers.sla,
    row.timers.resolve_due_at ?? '',
    row.created_at,
    row.closed_at ?? '',
    row.resolution ?? '',
  ]
}
