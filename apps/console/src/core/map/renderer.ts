import type { MapLibreMap, MapOptions } from './maplibre.ts'

/** Opens a map. Both libraries speak the same language in all that we use of them: it is told in MapLibre's words. */
export type CreateMap = (options: MapOptions) => MapLibreMap

/** The library that draws maps here: MapLibre, or Mapbox GL where the installation has a token. Only the one that is used is loaded. */
export async function chooseRenderer(mapboxToken: string | null): Promise<CreateMap> {
  if (mapboxToken === null) return (await import('./maplibre.ts')).createMap
  const { createMapboxMap } = await import('./mapbox.ts')
  return (options) => createMapboxMap(options, mapboxToken)
}
