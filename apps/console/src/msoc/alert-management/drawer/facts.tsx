import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime, sentenceCase } from '../../../core/format/format.ts'
import { FilterButtons } from '../filters/cell-filters.tsx'
import { useAlertPage } from '../page-context.tsx'
import { type CellFilter, filterOfCell } from '../filters/filters.ts'
import { sourceTexts } from '../sentences.ts'
import { falseAlertsText } from '../../sensitivity/setting.ts'

/** The alert's facts in two columns. Times are in the time zone that the status bar shows. */
export function Facts({ alert }: { readonly alert: Alert }) {
  const { openDrawer } = useAlertPage()
  const { vehicle, previous_uuid: previous } = alert
  const filterOf = (column: string) => filterOfCell(column, alert)
  return (
    <dl className="am-facts">
      <Fact name="Vehicle" filter={filterOf('vehicle')}>
        {vehicle === null ? <None /> : <VehicleLink vin={vehicle.vin} />}
      </Fact>
      <Fact name="First seen">{dateTime(alert.first_seen)}</Fact>
      <Fact name="Model" filter={filterOf('model')}>
        {vehicle === null || vehicle.model === '' ? <None /> : vehicle.model}
        {vehicle !== null && vehicle.software_version !== '' && (
          <span className="am-muted"> sw {vehicle.software_version}</span>
        )}
      </Fact>
      <Fact name="Last seen">{dateTime(alert.last_seen)}</Fact>
      <Fact name="ECU · bus" filter={filterOf('place')}>
        {[alert.ecu, alert.bus].filter(Boolean).join(' · ') || <None />}
      </Fact>
      <Fact name="Owner" filter={filterOf('owner')}>
        {alert.owner?.name ?? <None word="unassigned" />}
      </Fact>
      <Fact name="Source" filter={filterOf('source')}>
        {sourceTexts[alert.source]}
      </Fact>
      <Fact name="Severity" filter={filterOf('severity')}>
        {sentenceCase(alert.severity)}
      </Fact>
      <Fact name="Rule" filter={filterOf('alert')}>
        {alert.rule_uuid === null ? alert.rule : <RuleLink uuid={alert.rule_uuid} name={alert.rule} />}
      </Fact>
      <Fact name="Status" filter={filterOf('status')}>
        {sentenceCase(alert.status)}
      </Fact>
      <Fact name="Risk">
        <strong className="num">{alert.risk}</strong>
      </Fact>
      {alert.expected_false_alerts !== null && (
        <Fact name="Expected false">
          <span className="num">{falseAlertsText(alert.expected_false_alerts)}</span> a vehicle and month
        </Fact>
      )}
      {alert.acknowledged_at !== null && (
        <Fact name="Acknowledged">
          {alert.acknowledged_by?.name} <span className="am-muted">{dateTime(alert.acknowledged_at)}</span>
        </Fact>
      )}
      {alert.cleared_at !== null && <Fact name="Cleared">{dateTime(alert.cleared_at)}</Fact>}
      {previous !== null && (
        <Fact name="Returned">
          <button type="button" className="am-link" onClick={() => openDrawer(previous)}>
            Open the earlier alert
          </button>
        </Fact>
      )}
      {alert.tags.length > 0 && <Fact name="Tags">{alert.tags.join(', ')}</Fact>}
    </dl>
  )
}

interface FactProps {
  readonly name: string
  /** The filter that this fact offers: its buttons show on hover and on keyboard focus (rule QUEUE-66). */
  readonly filter?: CellFilter | undefined
  readonly children: ReactNode
}

function Fact({ name, filter, children }: FactProps) {
  return (
    <div className="am-fact">
      <dt>{name}</dt>
      <dd>
        {children}
        {filter && (
          <span className="am-fact-filters">
            <FilterButtons filter={filter} />
          </span>
        )}
      </dd>
    </div>
  )
}

function None({ word = '–' }: { readonly word?: string }) {
  return <span className="am-muted">{word}</span>
}

/** The name of a detection rule, a link to its text. */
function RuleLink({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  return (
    <Link to="/org/msoc/dashboard/rules/create" search={{ rule: uuid } as never} title="Open the rule">
      {name}
    </Link>
  )
}

function VehicleLink({ vin }: { readonly vin: string }) {
  return (
    <Link
      className="mono"
      to="/org/msoc/dashboard/live-map"
      search={{ vehicle: vin } as never}
      title="Show it on the live map"
    >
      {vin}
    </Link>
  )
}
