import 'maplibre-gl/dist/maplibre-gl.css'
import { addProtocol, Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl'
// a file of its own from our own origin: the page's policy allows no other worker
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { answerTile, tilesScheme } from './pmtiles.ts'

export type { CustomLayerInterface, GeoJSONSource, LayerSpecification, MapOptions, SourceSpecification, StyleSpecification } from 'maplibre-gl'
export type { MapLibreMap }

/** The only door to MapLibre. The map is always seen from above, north up: everything drawn over it counts on that. */
export function createMap(options: MapOptions): MapLibreMap {
  setWorkerUrl(workerUrl)
  addProtocol(tilesScheme, answerTile)
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
