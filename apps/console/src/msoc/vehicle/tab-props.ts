import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { VehiclePageSearch } from './search.ts'
import type { Tab } from './tabs.ts'
import type { Signal } from './use-live-vehicle.ts'

/** The props of every tab. */
export interface TabProps {
  readonly vehicle: Vehicle
  readonly signals: readonly Signal[]
  readonly search: VehiclePageSearch
  readonly go: (search: VehiclePageSearch, replace?: boolean) => void
  readonly tab: Tab
}
