import type { VehicleAction } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { vehicleActionTitles } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { Link } from '@tanstack/react-router'
import { dateTime, sentenceCase } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/data-table.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { runAt } from '../links.ts'
import { actionTones } from '../words.ts'
import { Decide } from './decide.tsx'

/** Key under which this browser stores the columns. */
export const tableId = 'vehicle-actions'

/** The columns of the list of vehicle actions (rule PLAYBOOK-UI-26). */
export const columns: readonly Column<VehicleAction>[] = [
  {
    key: 'state',
    title: 'State',
    width: 100,
    always: true,
    render: ({ state }) => <Badge tone={actionTones[state]}>{sentenceCase(state)}</Badge>,
  },
  {
    key: 'vehicle',
    title: 'Vehicle',
    width: 168,
    mono: true,
    always: true,
    render: ({ vehicle }) => (
      <Link
        to="/org/msoc/dashboard/projects/vehicle/$tab"
        params={{ tab: 'info' }}
        search={{ vehicle: vehicle.vin } as never}
      >
        {vehicle.vin}
      </Link>
    ),
    text: ({ vehicle }) => vehicle.vin,
  },
  { key: 'action', title: 'Action', width: 220, grow: 2, always: true, render: actionText, text: actionText },
  { key: 'by', title: 'Requested by', width: 128, priority: 3, render: RequestedBy },
  {
    key: 'approvals',
    title: 'Approved by',
    width: 150,
    grow: 1,
    priority: 1,
    render: approvedText,
    text: approvedText,
  },
  { key: 'delivery', title: 'Delivered', width: 150, priority: 4, render: deliveryText, text: deliveryText },
  {
    key: 'detail',
    title: 'Confirmation',
    width: 160,
    grow: 1,
    priority: 2,
    render: ({ detail }) => detail,
    text: ({ detail }) => detail,
  },
  {
    key: 'requested',
    title: 'Requested',
    width: 172,
    priority: 5,
    render: ({ requested_at: at }) => <span className="num">{dateTime(at)}</span>,
  },
  {
    key: 'ended',
    title: 'Ended',
    width: 172,
    priority: 6,
    render: ({ ended_at: at }) => (at === null ? '' : <span className="num">{dateTime(at)}</span>),
  },
  {
    key: 'reason',
    title: 'Reason',
    width: 160,
    extra: true,
    priority: 7,
    render: ({ reason }) => reason,
    text: ({ reason }) => reason,
  },
  { key: 'decide', title: 'Decision', width: 148, always: true, render: (action) => <Decide action={action} /> },
]

/** The action with its parameters: "Block an arbitration id: bus can0, arbitration id 0x2C1". */
export function actionText({ kind, parameters }: VehicleAction): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
  return [vehicleActionTitles[kind], values.join(', ')].filter((part) => part !== '').join(': ')
}

function RequestedBy({ requested_by: by, run_uuid: run }: VehicleAction) {
  return run === null ? by : <Link {...runAt(run)}>{by || 'A run'}</Link>
}

function approvedText({ approvals }: VehicleAction): string {
  return approvals.map(({ by }) => by).join(', ')
}

function deliveryText({ delivered_over: over, delivered_at: at }: VehicleAction): string {
  if (at === null) return ''
  return over === null ? dateTime(at) : `${over.toUpperCase()}, ${dateTime(at)}`
}
