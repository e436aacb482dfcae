import { alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { softwareDifferenceRule } from '@carapace/shared/msoc/vehicles/software-difference'
import { useEndpoint } from '../../../core/call/query.ts'
import { useTimeWindow } from '../../../core/time/conductor.ts'
import { AlertsPanel } from '../events/alerts-panel.tsx'
import type { TabProps } from '../tab-props.ts'

/** The vehicle's alerts about software that differs from what is declared for it. */
export default function SbomAlertsTab({ vehicle }: TabProps) {
  const { from, to } = useTimeWindow()
  const alerts = useEndpoint(listAlerts, {
    vehicle: vehicle.vin,
    rule: softwareDifferenceRule,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: 200,
  })
  return (
    <AlertsPanel
      title="Alerts about software"
      vin={vehicle.vin}
      status={alertStatuses}
      answer={alerts}
      empty="In this window no control unit reported other software than what is declared for it."
    />
  )
}
