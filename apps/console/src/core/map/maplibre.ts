import 'maplibre-gl/dist/maplibre-gl.css'
import { Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl'
// a file of its own from our own origin: the page's policy allows no other worker
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

export type { CustomLayerInterface, GeoJSONSource, LayerSpecification, StyleSpecification } from 'maplibre-gl'
export type { MapLibreMap }

/** The only door to the map renderer. The map is always seen from above, north up: everything drawn over it counts on that. */
export function createMap(options: MapOptions): MapLibreMap {
  setWorkerUrl(workerUrl)
  const map = new MapLibreMap({
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    minZoom: 1,
    maxZoom: 18,
    fadeDuration: 0,
    ...options,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}
