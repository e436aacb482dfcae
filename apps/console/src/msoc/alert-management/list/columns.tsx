import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { age, dateTime, number, useNow, zonedDateTime } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/columns.ts'
import { Avatar, NoAvatar } from '../../../core/ui/avatar.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { Vin } from '../../../core/ui/vin.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { useQueue } from '../page-context.tsx'
import { sourceTexts } from '../sentences.ts'
import { AlertTitle } from './alert-title.tsx'
import { useSimilar } from './similar-counts.ts'

/** Key under which this browser stores the columns. */
export const tableId = 'alerts'

/**
 * The columns of an alert row. If there is too little room, columns with a priority are hidden, the highest number
 * first.
 */
export const columns: readonly Column<Alert>[] = [
  {
    key: 'severity',
    title: 'Severity',
    width: 92,
    always: true,
    render: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  {
    key: 'risk',
    title: 'Risk',
    width: 48,
    numeric: true,
    priority: 5,
    render: ({ risk }) => <span className="am-risk num">{risk}</span>,
  },
  { key: 'alert', title: 'Alert', width: 192, grow: 1, always: true, render: AlertTitle, text: ({ title }) => title },
  {
    key: 'vehicle',
    title: 'Vehicle',
    width: 164,
    mono: true,
    priority: 2,
    render: ({ vehicle }) => (vehicle === null ? '–' : <Vin vin={vehicle.vin} />),
    text: ({ vehicle }) => vehicle?.vin ?? '',
  },
  {
    key: 'model',
    title: 'Model',
    width: 120,
    extra: true,
    priority: 10,
    render: ({ vehicle }) => vehicle?.model || '–',
    text: ({ vehicle }) => vehicle?.model ?? '',
  },
  {
    key: 'place',
    title: 'ECU · bus',
    width: 150,
    priority: 8,
    render: Place,
    text: ({ ecu, bus }) => [ecu, bus].filter(Boolean).join(' '),
  },
  {
    key: 'count',
    title: 'Count',
    width: 64,
    numeric: true,
    priority: 6,
    render: ({ count }) => <span className="am-small num">{count > 1 && `\u00d7${number(count)}`}</span>,
  },
  { key: 'status', title: 'Status', width: 120, priority: 1, render: Status },
  {
    key: 'owner',
    title: 'Owner',
    width: 56,
    priority: 4,
    render: ({ owner }) => (owner === null ? <NoAvatar /> : <Avatar name={owner.name} />),
  },
  { key: 'similar', title: 'Similar', width: 60, numeric: true, priority: 7, render: Similar },
  { key: 'source', title: 'Source', width: 100, extra: true, priority: 9, render: ({ source }) => sourceTexts[source] },
  {
    key: 'first',
    title: 'First seen',
    width: 160,
    extra: true,
    priority: 11,
    render: ({ first_seen: at }) => <span className="am-small num">{dateTime(at)}</span>,
  },
  {
    key: 'last',
    title: 'Last seen',
    width: 92,
    numeric: true,
    always: true,
    render: ({ last_seen: at }) => <Age at={at} />,
  },
]

function Place({ ecu, bus }: Alert) {
  return (
    <>
      {ecu ?? '–'} <span className="am-bus">{bus}</span>
    </>
  )
}

function Status(alert: Alert) {
  return <StatusCell uuid={alert.uuid} status={alert.status} />
}

/** The status, or the pending action in its place. */
function StatusCell({ uuid, status }: Pick<Alert, 'uuid' | 'status'>) {
  const pending = useQueue((state) => state.pending.get(uuid))
  return pending === undefined ? <StatusBadge status={status} /> : <span className="am-pending">{pending}</span>
}

function Similar(alert: Alert) {
  return <SimilarCell uuid={alert.uuid} />
}

function SimilarCell({ uuid }: Pick<Alert, 'uuid'>) {
  const similar = useSimilar(uuid)
  return <span className="am-small num">{similar !== undefined && similar > 0 ? number(similar) : ''}</span>
}

function Age({ at }: { readonly at: string }) {
  const now = useNow(1_000)
  return (
    <span className="am-small num" title={zonedDateTime(at)}>
      {age(now - Date.parse(at))}
    </span>
  )
}
