import { useRef } from 'react'
import type { TimeRange } from '../../core/time/range.ts'
import type { Source } from './sources/source.ts'
import { vehicleSource } from './window.ts'

/**
 * What a vehicle's analyzer looks at; steps within the part of the record that is shown leave it as it is (rule
 * ANALYZER-UI-3).
 */
export function useVehicleSource(vehicle: string, at: number | undefined, range: TimeRange | undefined): Source {
  const shown = useRef<Source>(undefined)
  const next = vehicleSource(vehicle, at, range, shown.current)
  if (JSON.stringify(next) !== JSON.stringify(shown.current)) shown.current = next
  return shown.current ?? next
}
