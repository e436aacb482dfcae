import { WarningSignIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { dateTime, number } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/columns.ts'
import { DataTable } from '../../../core/table/data-table.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { Panel } from '../panel.tsx'
import type { Requested } from '../../../core/call/query.ts'

interface AlertsPanelProps {
  readonly title: string
  readonly vin: string
  /** The status filter of the link "Show in queue". */
  readonly status: readonly string[]
  readonly answer: Requested<{ readonly alerts: readonly Alert[]; readonly total: number }>
  /** The text if there are no alerts. */
  readonly empty: string
}

const columns: readonly Column<Alert>[] = [
  {
    key: 'severity',
    title: 'Severity',
    width: 96,
    always: true,
    render: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  {
    key: 'title',
    title: 'Alert',
    width: 140,
    grow: 1,
    always: true,
    render: ({ title }) => title,
    text: ({ title }) => title,
  },
  {
    key: 'count',
    title: 'Count',
    width: 64,
    numeric: true,
    priority: 2,
    render: ({ count }) => (count > 1 ? `×${number(count)}` : ''),
  },
  { key: 'status', title: 'Status', width: 92, priority: 3, render: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'seen',
    title: 'Last seen',
    width: 180,
    numeric: true,
    priority: 1,
    render: (alert) => dateTime(alert.last_seen),
  },
]

/** Alerts of a vehicle; a row opens the alert's own page. */
export function AlertsPanel({ title, vin, status, answer, empty }: AlertsPanelProps) {
  const navigate = useNavigate()
  return (
    <Panel
      title={title}
      className="vh-rows"
      tools={
        <>
          {answer.data && <span className="num">{number(answer.data.total)}</span>}
          <Link to="/org/msoc/dashboard/alert-management" search={{ vehicle: vin, status: status.join(',') } as never}>
            Show in queue
          </Link>
        </>
      }
    >
      <DataTable
        id="vehicle-alerts"
        label={title}
        columns={columns}
        rows={answer.data?.alerts}
        keyOf={({ uuid }) => uuid}
        severityOf={({ severity }) => severity}
        onOpen={({ uuid }) =>
          void navigate({ to: '/org/msoc/dashboard/alert-management/general', search: { alert: uuid } as never })
        }
        rowHeight={28}
        {...(answer.problem !== undefined && answer.data === undefined && { problem: answer.problem })}
        onRetry={answer.refetch}
        empty={
          <EmptyState icon={<WarningSignIcon size={24} />} title="No alerts">
            {empty}
          </EmptyState>
        }
      />
    </Panel>
  )
}
