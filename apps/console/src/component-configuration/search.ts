import { z } from 'zod'

/** Text in an address; the router reads `?q=123` as a number. */
const words = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined)

/** The address of a list that is narrowed by words (rule VARIANT-UI-1 of ./SPEC.md). */
export const ListSearch = z.object({ q: words })
export type ListSearch = z.output<typeof ListSearch>

/** The address of one variant; without a uuid it is a new one. */
export const VariantSearch = z.object({ uuid: z.uuid().optional().catch(undefined) })

/** The address of the list of vehicles. */
export const VehiclesSearch = z.object({
  q: words,
  model: words,
  ecu: words,
  software: words,
  version: words,
  variant: z.uuid().optional().catch(undefined),
  different: z.literal(true).optional().catch(undefined),
  /** The VIN of the vehicle in the drawer. */
  vehicle: words,
})
export type VehiclesSearch = z.output<typeof VehiclesSearch>

/** The query of the server for the list. */
export function vehiclesQueryOf({ q, model, ecu, software, version, variant, different }: VehiclesSearch) {
  return {
    ...(q !== undefined && { q }),
    ...(model !== undefined && { model }),
    ...(ecu !== undefined && { ecu }),
    ...(software !== undefined && { software }),
    ...(version !== undefined && { version }),
    ...(variant !== undefined && { variant_uuid: variant }),
    ...(different && { different: true }),
  }
}
