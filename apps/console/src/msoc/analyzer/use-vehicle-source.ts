import { useRef } from 'react'
import type { TimeRange } from '../../core/time/range.ts'
import type { Source } from './sources/source.ts'
import { vehicleSource } from './window.ts'

/**
 * The source of a vehicle's analyzer; a step within the shown part of the record keeps the same source (rule
 * ANALYZER-UI-3).
 */
export function useVehicleSource(vehicle: string, at: number | undefined, range: TimeRange | undefined): Source {
  const shown = useRef<Source>(undefined)
  const next = vehicleSource(vehicle, at, range, shown.current)
  if (JSON.stringify(next) !== JSON.stringify(shown.current)) shown.current = next
  return shown.current ?? next
}
