import 'mapbox-gl/dist/mapbox-gl.css'
import { Map as MapboxMap, type MapOptions as MapboxOptions } from 'mapbox-gl/esm'
import { fromAbove, keepNorthUp } from './from-above.ts'
import type { MapLibreMap, MapOptions } from './maplibre.ts'

/**
 * The only door to Mapbox GL. It is given our own style and draws flat, as MapLibre does; Mapbox's styles come as tile
 * sources. Sources, layers, camera and events are called alike in both, so that the map answers to MapLibre's type.
 */
export function createMapboxMap(options: MapOptions, accessToken: string): MapLibreMap {
  const map = new MapboxMap({
    ...fromAbove,
    projection: 'mercator',
    ...(options as unknown as MapboxOptions),
    accessToken,
  })
  keepNorthUp(map)
  return map as unknown as MapLibreMap
}
