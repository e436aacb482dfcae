import { EditIcon } from '@blueprintjs/icons'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { listDeviceTokens } from '@carapace/shared/msoc/ingest/ingest.contract'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { may } from '@carapace/shared/permissions'
import { type ReactNode, useEffect, useState } from 'react'
import { dateTime } from '../../../core/format/format.ts'
import { DeviceTokens } from '../../ingest/device-tokens.tsx'
import { useSession } from '../../../core/session/session.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { BusWatchesPanel } from '../../can-profiles/bus-watches.tsx'
import { VehicleForm } from '../../vehicles/vehicle-form.tsx'
import { useRefusal } from '../../vehicles/vehicle-list-page.tsx'
import { AlertsPanel } from '../events/alerts-panel.tsx'
import { LinksPanel } from '../links-panel.tsx'
import { VehicleRequests } from '../../playbooks/actions/vehicle-requests.tsx'
import { SubjectRuns } from '../../playbooks/offered/subject-runs.tsx'
import { Panel } from '../panel.tsx'
import { useEndpoint } from '../../../core/call/query.ts'
import type { TabProps } from '../tab-props.ts'

/** The vehicle's data, its links, its monitored buses, its device tokens and its open alerts. */
export function InfoTab({ vehicle: liveVehicle, go, search }: TabProps) {
  // the channel updates the vehicle only with its next report: until then the version saved here is the current one
  const [saved, setSaved] = useState<Vehicle>()
  const vehicle = saved !== undefined && saved.revision > liveVehicle.revision ? saved : liveVehicle
  const user = useSession()
  return (
    <div className="vh-grid">
      <FactsPanel
        vehicle={vehicle}
        onSaved={(now) => {
          setSaved(now)
          if (now.vin !== liveVehicle.vin) go({ ...search, vehicle: now.vin }, true)
        }}
      />
      <LinksPanel vehicle={liveVehicle} />
      <BusWatchesPanel vin={vehicle.vin} />
      {user !== undefined && may(user.role, listDeviceTokens.needs) && <DeviceTokens vehicleUuid={vehicle.uuid} />}
      <Panel title="Playbooks">
        <div className="pb-in-panel">
          <SubjectRuns subject={{ kind: 'vehicle', uuid: vehicle.uuid, label: vehicle.vin }} />
        </div>
      </Panel>
      <Panel title="Actions of the vehicle">
        <div className="pb-in-panel">
          <VehicleRequests vin={vehicle.vin} />
        </div>
      </Panel>
      <OpenAlerts vehicle={liveVehicle} />
    </div>
  )
}

/** The most severe of the vehicle's open alerts, requested again when their number changes. */
function OpenAlerts({ vehicle: { vin, open_alerts: open } }: { readonly vehicle: Vehicle }) {
  const alerts = useEndpoint(listAlerts, { vehicle: vin, status: [...openStatuses], sort: 'severity', limit: 50 })
  const { refetch } = alerts
  useEffect(refetch, [refetch, open])
  return (
    <div className="vh-wide vh-open">
      <AlertsPanel
        title="Open alerts"
        vin={vin}
        status={openStatuses}
        answer={alerts}
        empty="Nothing is open on this vehicle."
      />
    </div>
  )
}

function FactsPanel({ vehicle, onSaved }: { readonly vehicle: Vehicle; readonly onSaved: (vehicle: Vehicle) => void }) {
  const [editing, setEditing] = useState(false)
  const refusal = useRefusal()
  return (
    <Panel
      title="Facts"
      tools={<ActButton icon={<EditIcon />} text="Edit" refusal={refusal} onClick={() => setEditing(true)} />}
    >
      <dl className="vh-dl">
        <Fact name="VIN">
          <span className="mono">{vehicle.vin}</span>
        </Fact>
        <Fact name="Device id">{vehicle.device_id !== null && <span className="mono">{vehicle.device_id}</span>}</Fact>
        <Fact name="Name">{vehicle.name}</Fact>
        <Fact name="Model">{vehicle.model}</Fact>
        <Fact name="Platform">{vehicle.platform}</Fact>
        <Fact name="Software">{vehicle.software_version}</Fact>
        <Fact name="Reports every">
          {vehicle.reports_every_seconds !== null && `${vehicle.reports_every_seconds} s`}
        </Fact>
        <Fact name="Registered">
          {`${dateTime(vehicle.created_at)}, by ${vehicle.registered_by === 'ingest' ? 'its own events' : 'a person'}`}
        </Fact>
        <Fact name="Revision">
          <span className="num">{vehicle.revision}</span>
        </Fact>
      </dl>
      {editing && (
        <VehicleForm
          vehicle={vehicle}
          onClose={() => setEditing(false)}
          onSaved={(now) => {
            setEditing(false)
            toast.success(`${now.vin} is saved.`)
            onSaved(now)
          }}
        />
      )}
    </Panel>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children === '' || children === false ? <span className="vh-none">–</span> : children}</dd>
    </div>
  )
}
