import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Link } from '@tanstack/react-router'
import { age, dateTime, number, sentenceCase } from '../../core/format/format.ts'
import type { Column } from '../../core/table/columns.ts'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { Vin } from '../../core/ui/vin.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { isStaleAt, type Link as VehicleLink, linksAt, shortLinks, silenceAt } from './freshness.ts'
import { positionAgeAt, positionTimes } from './position-age.ts'
import type { ListedVehicle } from './vehicle-list.ts'

const none = <span className="vl-none">–</span>
const orNone = (text: string | null) => (text === null || text === '' ? none : text)

/** The columns of the vehicle list. Ages are relative to the time of the request. */
export const columns: readonly Column<ListedVehicle>[] = [
  {
    key: 'health',
    title: 'Health',
    width: 128,
    always: true,
    render: ({ vehicle: { health } }) => (
      <span className="vl-health">
        <HealthDot health={health} /> {sentenceCase(health)}
      </span>
    ),
  },
  {
    key: 'vin',
    title: 'VIN',
    width: 176,
    mono: true,
    sortable: true,
    always: true,
    render: ({ vehicle: { vin } }) => (
      <Link to="/org/msoc/dashboard/projects/vehicle/$tab" params={{ tab: 'info' }} search={{ vehicle: vin } as never}>
        <Vin vin={vin} />
      </Link>
    ),
    text: ({ vehicle }) => vehicle.vin,
  },
  {
    key: 'name',
    title: 'Name',
    width: 120,
    grow: 1,
    priority: 4,
    render: ({ vehicle }) => orNone(vehicle.name),
    text: ({ vehicle }) => vehicle.name,
  },
  {
    key: 'model',
    title: 'Model',
    width: 120,
    grow: 1,
    priority: 1,
    sortable: true,
    render: ({ vehicle }) => orNone(vehicle.model),
    text: ({ vehicle }) => vehicle.model,
  },
  {
    key: 'platform',
    title: 'Platform',
    width: 110,
    grow: 1,
    priority: 5,
    render: ({ vehicle }) => orNone(vehicle.platform),
    text: ({ vehicle }) => vehicle.platform,
  },
  {
    key: 'software',
    title: 'Software',
    width: 84,
    priority: 6,
    render: ({ vehicle }) => orNone(vehicle.software_version),
    text: ({ vehicle }) => vehicle.software_version,
  },
  {
    key: 'risk',
    title: 'Risk',
    width: 60,
    numeric: true,
    sortable: true,
    render: ({ vehicle }) => <strong className="vl-risk">{vehicle.risk}</strong>,
  },
  {
    key: 'risk_score',
    title: 'Risk score',
    width: 84,
    numeric: true,
    sortable: true,
    priority: 2,
    render: ({ vehicle }) => number(Math.round(vehicle.risk_score)),
    text: ({ vehicle }) => `${number(vehicle.risk_score)}: what its alerts add up to, decaying with time`,
  },
  {
    key: 'open_alerts',
    title: 'Open alerts',
    width: 92,
    numeric: true,
    sortable: true,
    render: ({ vehicle }) => <OpenAlerts vehicle={vehicle} />,
  },
  {
    key: 'worst',
    title: 'Worst',
    width: 92,
    priority: 3,
    render: ({ vehicle: { worst_severity: worst } }) => (worst === null ? none : <SeverityLabel severity={worst} />),
  },
  {
    key: 'last_seen',
    title: 'Last seen',
    width: 96,
    numeric: true,
    sortable: true,
    render: (row) => <LastSeen {...row} />,
    text: ({ vehicle }) => (vehicle.last_seen === null ? 'never' : dateTime(vehicle.last_seen)),
  },
  {
    key: 'links',
    title: 'Links',
    width: 148,
    priority: 7,
    render: ({ vehicle, requestedAt }) => <Links links={linksAt(vehicle, requestedAt)} />,
    text: ({ vehicle, requestedAt }) => linksAt(vehicle, requestedAt).map(linkText).join(', '),
  },
  { key: 'position', title: 'Position age', width: 92, numeric: true, priority: 8, render: (row) => positionAge(row) },
  {
    key: 'device_id',
    title: 'Device id',
    width: 140,
    mono: true,
    extra: true,
    priority: 10,
    render: ({ vehicle }) => orNone(vehicle.device_id),
    text: ({ vehicle }) => vehicle.device_id ?? '',
  },
  {
    key: 'registered_by',
    title: 'Registered by',
    width: 104,
    extra: true,
    priority: 11,
    render: ({ vehicle }) => (vehicle.registered_by === 'ingest' ? 'its own events' : 'a person'),
  },
  {
    key: 'created_at',
    title: 'Registered',
    width: 164,
    extra: true,
    priority: 12,
    render: ({ vehicle }) => <span className="num">{dateTime(vehicle.created_at)}</span>,
  },
]

function OpenAlerts({ vehicle: { vin, open_alerts: open } }: { readonly vehicle: Vehicle }) {
  if (open === 0) return <span className="vl-none">0</span>
  return (
    <Link
      to="/org/msoc/dashboard/alert-management"
      search={{ vehicle: vin, status: openStatuses.join(',') } as never}
      aria-label={`${number(open)} open alerts of ${vin}`}
    >
      {number(open)}
    </Link>
  )
}

function LastSeen({ vehicle, requestedAt }: ListedVehicle) {
  const silent = silenceAt(vehicle, requestedAt)
  if (silent === undefined) return <span className="vl-none">never</span>
  return isStaleAt(vehicle, requestedAt) ? <span className="vl-stale">stale {age(silent)}</span> : age(silent)
}

function positionAge({ vehicle: { position }, requestedAt }: ListedVehicle) {
  const times = positionTimes(position)
  return times === undefined ? none : age(positionAgeAt(times, requestedAt))
}

export function linkText({ title, silentMs, stale }: VehicleLink): string {
  if (silentMs === undefined) return `${title} never`
  return `${title} ${stale ? 'stale ' : ''}${age(silentMs)}`
}

/**
 * An abbreviation per kind of link: plain if it reports, underlined if it is stale, struck through if it never
 * reported. Each explains itself on hover (rule FLEET-UI-12).
 */
function Links({ links }: { readonly links: readonly VehicleLink[] }) {
  return (
    <span className="vl-links" role="img" aria-label={links.map(linkText).join(', ')}>
      {links.map((link) => (
        <span key={link.kind} aria-hidden data-link={stateOf(link)} title={linkText(link)}>
          {shortLinks[link.kind]}
        </span>
      ))}
    </span>
  )
}

const stateOf = ({ silentMs, stale }: VehicleLink) => (silentMs === undefined ? 'never' : stale ? 'stale' : 'fresh')
