import { AlertsPanel } from './alerts-panel.tsx'
import { FleetPanel } from './fleet-panel.tsx'

/** The state of the fleet and of its alerts. */
export function OperationsPanel() {
  return (
    <>
      <FleetPanel />
      <AlertsPanel />
    </>
  )
}
