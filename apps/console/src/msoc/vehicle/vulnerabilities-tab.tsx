import { ShieldIcon } from '@blueprintjs/icons'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { usePanels } from '../../core/page/panels.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'

/** What other modules know of the vulnerabilities of the vehicle's software. */
export function VulnerabilitiesTab({ vehicle }: { readonly vehicle: Vehicle }) {
  const panels = usePanels('vehicle-vulnerabilities')
  if (panels.length === 0)
    return (
      <EmptyState icon={<ShieldIcon size={24} />} title="Not in your licence">
        The licence does not include vulnerability management.
      </EmptyState>
    )
  return panels.map((panel) => <panel.Panel key={panel.title} vehicle_uuid={vehicle.uuid} />)
}
