import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime } from '../../../core/format.ts'
import { useDesk } from '../desk.tsx'
import { sourceTexts } from '../sentences.ts'

/** What is known of the alert, in two columns. Times are in the zone that the status bar states. */
export function Facts({ alert }: { readonly alert: Alert }) {
  const { openDrawer } = useDesk()
  const { vehicle, previous_uuid: previous } = alert
  return (
    <dl className="am-facts">
      <Fact name="Vehicle">{vehicle === null ? <None /> : <VehicleLink vin={vehicle.vin} />}</Fact>
      <Fact name="First seen">{dateTime(alert.first_seen)}</Fact>
      <Fact name="Model">
        {vehicle === null || vehicle.model === '' ? <None /> : vehicle.model}
        {vehicle !== null && vehicle.software_version !== '' && <span className="am-muted"> sw {vehicle.software_version}</span>}
      </Fact>
      <Fact name="Last seen">{dateTime(alert.last_seen)}</Fact>
      <Fact name="ECU · bus">{[alert.ecu, alert.bus].filter(Boolean).join(' · ') || <None />}</Fact>
      <Fact name="Owner">{alert.owner?.name ?? <None word="unassigned" />}</Fact>
      <Fact name="Source">
        {sourceTexts[alert.source]}: {alert.rule}
      </Fact>
      <Fact name="Risk">
        <strong className="num">{alert.risk}</strong>
      </Fact>
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

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="am-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function None({ word = '–' }: { readonly word?: string }) {
  return <span className="am-muted">{word}</span>
}

function VehicleLink({ vin }: { readonly vin: string }) {
  return (
    <Link className="mono" to="/org/msoc/dashboard/live-map" search={{ vehicle: vin } as never} title="Show it on the live map">
      {vin}
    </Link>
  )
}
