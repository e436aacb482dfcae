import { vehicleOrders } from '@carapace/shared/msoc/vehicles/vehicle-orders'
import { type Health, healths } from '@carapace/shared/msoc/severity'
import type { VehicleFilter } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { z } from 'zod'
import type { Sort } from '../../core/table/columns.ts'

/** A text parameter. The router parses `?q=123` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** Time spans for "seen within" and "silent for", by their word in the address. */
export const seenSpans = [
  { word: '5min', ms: 5 * 60_000, text: '5 minutes' },
  { word: '1h', ms: 3_600_000, text: '1 hour' },
  { word: '24h', ms: 86_400_000, text: '24 hours' },
  { word: '7d', ms: 7 * 86_400_000, text: '7 days' },
] as const
const spanWords = seenSpans.map(({ word }) => word)
const span = z.enum(spanWords).optional().catch(undefined)

export const riskSteps = [1, 25, 50, 75] as const

/** The address parameters of the vehicle list: filters and order (rules FLEET-UI-1 to FLEET-UI-3 of ./SPEC.md). */
export const VehicleSearch = z.object({
  /** The id of a saved view. */
  view: text(64),
  q: text(100),
  health: text(60),
  model: text(600),
  platform: text(600),
  by: z.enum(['ingest', 'person']).optional().catch(undefined),
  risk: z.coerce.number().int().min(1).max(100).optional().catch(undefined),
  seen: span,
  silent: span,
  sort: z.enum(vehicleOrders).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
})
export type VehicleSearch = z.output<typeof VehicleSearch>

export function wordsIn(value: string | undefined): readonly string[] {
  return (
    value
      ?.split(',')
      .map((word) => word.trim())
      .filter(Boolean) ?? []
  )
}

export function healthsIn({ health }: VehicleSearch): readonly Health[] {
  const words = new Set(wordsIn(health))
  return healths.filter((each) => words.has(each))
}

/**
 * The filter of the list request. "Within" counts back from `now`, which a list keeps while it is paged (rule
 * FLEET-UI-2).
 */
export function vehicleFilterOf(search: VehicleSearch, now: number): z.input<typeof VehicleFilter> {
  const health = healthsIn(search)
  const model = wordsIn(search.model)
  const platform = wordsIn(search.platform)
  const since = (word: string | undefined) =>
    new Date(now - (seenSpans.find((each) => each.word === word)?.ms ?? 0)).toISOString()
  return {
    ...(search.q !== undefined && { q: search.q }),
    ...(health.length > 0 && { health: [...health] }),
    ...(model.length > 0 && { model: [...model] }),
    ...(platform.length > 0 && { platform: [...platform] }),
    ...(search.by !== undefined && { registered_by: search.by }),
    ...(search.risk !== undefined && { risk: search.risk }),
    ...(search.seen !== undefined && { seen_since: since(search.seen) }),
    ...(search.silent !== undefined && { silent_since: since(search.silent) }),
  }
}

/** The order of the address; by default the highest risk first. */
export function sortIn({
  sort = 'risk',
  order,
}: VehicleSearch): Sort & { readonly key: (typeof vehicleOrders)[number] } {
  return { key: sort, order: order ?? (sort === 'vin' || sort === 'model' ? 'asc' : 'desc') }
}

const filterKeys = ['q', 'health', 'model', 'platform', 'by', 'risk', 'seen', 'silent'] as const

export function countFilters(search: VehicleSearch): number {
  return filterKeys.filter((key) => search[key] !== undefined).length
}

/** The search without any filter, in the same order. */
export function cleared({ sort, order }: VehicleSearch): VehicleSearch {
  return { sort, order }
}

/** The parameters that a saved view stores: filters and order as text. */
export function viewSearch(search: VehicleSearch): Record<string, string> {
  const { view: _, ...kept } = search
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
}
