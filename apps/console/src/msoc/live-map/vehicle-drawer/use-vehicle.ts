import { vehicleChannel, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEffect, useState } from 'react'
import { live } from '../../../core/live/live.ts'
import { useLiveMap } from '../live-map-context.ts'
import type { LatestSignal } from './signals.ts'

type VehicleState =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly vehicle: Vehicle; readonly signals: readonly LatestSignal[] }
  | { readonly state: 'refused'; readonly message: string }

const loading: VehicleState = { state: 'loading' }

/**
 * One vehicle, live. It is also passed to the map, in case it is not drawn individually. A change of `attempt` requests
 * it again.
 */
export function useVehicle(vin: string, attempt: number): VehicleState {
  const { scene } = useLiveMap()
  const [state, setState] = useState<VehicleState>(loading)

  useEffect(() => {
    setState(loading)
    const feed = live(vehicleChannel, { vehicle: vin }).subscribe((message) => {
      if (message.op === 'error') return setState({ state: 'refused', message: message.message })
      const latest =
        message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (!latest) return
      scene?.selection.updateRecord(latest.vehicle)
      setState({ state: 'known', ...latest })
    })
    return () => feed.unsubscribe()
  }, [vin, attempt, scene])

  return state
}
