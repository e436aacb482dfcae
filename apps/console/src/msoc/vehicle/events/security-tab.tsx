import { alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useTimeWindow } from '../../../core/time/conductor.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import type { TabProps } from '../tab-props.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import { IdsView } from './ids-view.tsx'

/** The vehicle's alerts and all intrusion detection events in the window. */
export default function SecurityTab({ vehicle, search, go }: TabProps) {
  const { from, to } = useTimeWindow()
  const alerts = useEndpoint(listAlerts, {
    vehicle: vehicle.vin,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: 200,
  })
  const panel = (
    <AlertsPanel
      title="Alerts"
      vin={vehicle.vin}
      status={alertStatuses}
      answer={alerts}
      empty="No alert was seen in this window."
    />
  )
  return <IdsView vehicle={vehicle} search={search} go={go} title="IDS events" beside={panel} />
}
