import { type LatestSignal, type Vehicle, vehicleChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { live } from '../../core/live/live.ts'

export type Signal = z.output<typeof LatestSignal>

export type LiveVehicle =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly vehicle: Vehicle; readonly signals: readonly Signal[] }
  | { readonly state: 'refused'; readonly message: string }

/** One vehicle with its latest signals, live. A change of `attempt` requests it again. */
export function useLiveVehicle(name: string, attempt: number): LiveVehicle {
  const [state, setState] = useState<LiveVehicle>({ state: 'loading' })
  useEffect(() => {
    setState({ state: 'loading' })
    const feed = live(vehicleChannel, { vehicle: name }).subscribe((message) => {
      if (message.op === 'error') return setState({ state: 'refused', message: message.message })
      const latest =
        message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (latest) setState({ state: 'known', ...latest })
    })
    return () => feed.unsubscribe()
  }, [name, attempt])
  return state
}
