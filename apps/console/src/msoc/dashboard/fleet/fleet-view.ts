import type { Health } from '@carapace/shared/msoc/severity'
import type { MapChange, MapCluster, MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { worldX, worldY } from '../../../core/map/viewport.ts'

/** A vehicle as a dot. */
export interface Dot {
  readonly x: number
  readonly y: number
  readonly health: Health
}

/** The content of the map: vehicles by VIN and clusters by id, as received from the server. */
export interface FleetView {
  readonly dots: ReadonlyMap<string, Dot>
  readonly clusters: ReadonlyMap<string, MapCluster>
  readonly begin: (snapshot: {
    readonly vehicles: readonly MapVehicle[]
    readonly clusters: readonly MapCluster[]
  }) => void
  readonly apply: (changes: readonly MapChange[]) => void
}

/** Updates the view in place: a fleet that moves every second creates no garbage except its dots. */
export function fleetView(): FleetView {
  const dots = new Map<string, Dot>()
  const clusters = new Map<string, MapCluster>()

  const put = ({ vin, lat, lon, health }: MapVehicle) => dots.set(vin, { x: worldX(lon), y: worldY(lat), health })

  return {
    dots,
    clusters,
    begin(snapshot) {
      dots.clear()
      clusters.clear()
      snapshot.vehicles.forEach(put)
      for (const cluster of snapshot.clusters) clusters.set(cluster.id, cluster)
    },
    apply(changes) {
      for (const change of changes) {
        if ('vehicle' in change) put(change.vehicle)
        else if ('cluster' in change) clusters.set(change.cluster.id, change.cluster)
        else if (!dots.delete(change.gone)) clusters.delete(change.gone)
      }
    },
  }
}
