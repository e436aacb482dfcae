import { plottedAtOnce } from '@carapace/shared/msoc/history/history'
import { z } from 'zod'
import { TimeSearch } from '../../core/time/conductor.ts'
import { AnalyzerLook } from '../analyzer/search.ts'

/** A text parameter. The router parses `?q=123` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** The address parameters of a vehicle's page (rules VEHICLE-UI-1, VEHICLE-UI-2 of ./SPEC.md). */
export const VehiclePageSearch = z.object({
  ...TimeSearch,
  vehicle: text(64),
  /** The text filter of lists (`q`): signals, events, log lines, frames; and the position in the frames. */
  ...AnalyzerLook,
  /** The plotted signals, separated by commas. */
  signals: text(1_600),
  /** Syslog: the least severe level that is shown, 0 to 7. */
  level: z.coerce.number().int().min(0).max(7).optional().catch(undefined),
  /** The key of the open event. */
  event: text(120),
})
export type VehiclePageSearch = z.output<typeof VehiclePageSearch>

export function plottedIn({ signals }: VehiclePageSearch): readonly string[] {
  return [
    ...new Set(
      signals
        ?.split(',')
        .map((path) => path.trim())
        .filter(Boolean),
    ),
  ].slice(0, plottedAtOnce)
}

/** The search with one signal added to or removed from the plot; a full plot accepts no more (rule VEHICLE-UI-3). */
export function toggledSignal(search: VehiclePageSearch, path: string): VehiclePageSearch {
  const plotted = plottedIn(search)
  const next = plotted.includes(path) ? plotted.filter((each) => each !== path) : [...plotted, path]
  return next.length > plottedAtOnce ? search : { ...search, signals: next.join(',') || undefined }
}

/** The parameters kept when the tab changes: the vehicle and the window, and the plotted signals for the way back. */
export function toTab({ time, vehicle, signals }: VehiclePageSearch): VehiclePageSearch {
  return { time, vehicle, signals }
}
