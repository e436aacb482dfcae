import type { ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { type MapVehicle, positionsChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { keepSubscribed } from './keep-subscribed.ts'

/** A live map of the whole world, on a wall display that stays open through every crash. */
export interface PositionViewer {
  /** By VIN, as last received. */
  readonly vehicles: ReadonlyMap<string, MapVehicle>
  readonly snapshots: number
  readonly faults: readonly string[]
  close(): void
}

/** Opens the map; whenever the connection breaks, reconnects to the next server. */
export function openPositionViewer(urls: readonly string[], token: string): PositionViewer {
  const vehicles = new Map<string, MapVehicle>()
  const faults: string[] = []
  let snapshots = 0

  function handleFrame(frame: ServerFrame): void {
    if (frame.op === 'error') faults.push(`the server reports ${frame.code}: ${frame.message}`)
    if (frame.op === 'snapshot') {
      snapshots += 1
      vehicles.clear()
      for (const vehicle of positionsChannel.snapshot.parse(frame.data).vehicles) vehicles.set(vehicle.vin, vehicle)
    }
    if (frame.op !== 'changes') return
    for (const item of frame.data) {
      const change = positionsChannel.change.parse(item)
      if ('vehicle' in change) vehicles.set(change.vehicle.vin, change.vehicle)
      if ('gone' in change) vehicles.delete(change.gone)
    }
  }

  const params = { bbox: [-180, -90, 180, 90], zoom: 14, clusters: false }
  const { close } = keepSubscribed({ urls, token, channel: positionsChannel.name, params, handleFrame })
  return {
    vehicles,
    faults,
    get snapshots() {
      return snapshots
    },
    close,
  }
}
