import { type Health, healths } from '@carapace/shared/msoc/severity'
import { z } from 'zod'
import { TimeSearch } from '../../core/time/conductor.ts'
import type { View } from '../../core/map/base-map.ts'
import { allShown, type Shown } from './vehicles/picking.ts'
import { codeOf } from './vehicles/vehicle-store.ts'

const within = (least: number, most: number) => z.coerce.number().min(least).max(most).optional().catch(undefined)

/** A time as RFC 3339 or epoch ms; undefined if it is invalid. */
function parseTime(word: string): string | undefined {
  const at = new Date(/^\d{9,16}$/.test(word) ? Number(word) : word)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/**
 * The address parameters: the map view, the selected vehicle, and the shown healths. An invalid parameter is dropped.
 */
export const LiveMapSearch = z.object({
  lat: within(-85, 85),
  lon: within(-180, 180),
  zoom: within(0, 22),
  vehicle: z.coerce.string().trim().min(1).max(64).optional().catch(undefined),
  /** Healths separated by commas; absent: all. */
  health: z.coerce.string().max(60).optional().catch(undefined),
  /** The time that a replay shows; absent: the map is live. */
  replay: z.coerce.string().transform(parseTime).optional().catch(undefined),
  /** The one vehicle that is replayed; absent: the vehicles in view. */
  of: z.coerce.string().trim().min(1).max(64).optional().catch(undefined),
  ...TimeSearch,
  /** 0: no bubbles, every vehicle is drawn individually. */
  clusters: z.coerce.number().pipe(z.literal(0)).optional().catch(undefined),
})
export type LiveMapSearch = z.output<typeof LiveMapSearch>

export function viewIn({ lat, lon, zoom }: LiveMapSearch): View | undefined {
  return lat === undefined || lon === undefined ? undefined : { lat, lon, zoom: zoom ?? 6 }
}

export function healthsIn({ health }: LiveMapSearch): readonly Health[] {
  const words = new Set(health?.split(','))
  return healths.filter((each) => words.has(each))
}

/** The healths to draw, as bits: all of them unless some were selected. */
export function shownIn(search: LiveMapSearch): Shown {
  const chosen = healthsIn(search)
  return chosen.length === 0 ? allShown : chosen.reduce((bits, health) => bits | (1 << codeOf(health)), 0)
}

/** The search with one health added to or removed from the filter. */
export function toggled(search: LiveMapSearch, health: Health): LiveMapSearch {
  const chosen = new Set(healthsIn(search))
  if (!chosen.delete(health)) chosen.add(health)
  const kept = healths.filter((each) => chosen.has(each))
  return { ...search, health: kept.length === 0 || kept.length === healths.length ? undefined : kept.join(',') }
}

/** A view rounded to visible precision, so that an address stays short. */
export function rounded({ lat, lon, zoom }: View): View {
  const to = (digits: number, value: number) => Number(value.toFixed(digits))
  const digits = Math.max(1, Math.min(6, Math.round(zoom / 2.5)))
  return { lat: to(digits, lat), lon: to(digits, ((((lon + 180) % 360) + 360) % 360) - 180), zoom: to(2, zoom) }
}
