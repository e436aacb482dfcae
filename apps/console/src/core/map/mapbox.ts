import 'mapbox-gl/dist/mapbox-gl.css'
import { Map as MapboxMap, type MapOptions as MapboxOptions } from 'mapbox-gl/esm'
import type { MapLibreMap, MapOptions } from './maplibre.ts'

/**
 * The only door to Mapbox GL. It is given our own style and draws flat, as MapLibre does; Mapbox's styles come as tile sources.
 * Sources, layers, camera and events are called alike in both, so that the map answers to MapLibre's type.
 */
export function createMapboxMap(options: MapOptions, accessToken: string): MapLibreMap {
  const map = new MapboxMap({
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    minZoom: 1,
    maxZoom: 18,
    fadeDuration: 0,
    projection: 'mercator',
    ...(options as unknown as MapboxOptions),
    accessToken,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map as unknown as MapLibreMap
}
