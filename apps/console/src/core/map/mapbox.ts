import 'mapbox-gl/dist/mapbox-gl.css'
import { Map as MapboxMap, type MapOptions as MapboxOptions } from 'mapbox-gl/esm'
import { fromAbove, keepNorthUp } from './from-above.ts'
import type { MapLibreMap, MapOptions } from './maplibre.ts'

/**
 * Opens a Mapbox GL map; only this module may import Mapbox GL. It gets our own style and draws flat, as MapLibre does;
 * Mapbox's styles come as tile sources. The methods for sources, layers, camera and events are the same in both, so the
 * map has MapLibre's type.
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
