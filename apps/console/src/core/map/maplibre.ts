import { addProtocol, Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { answerTile, tilesScheme } from './pmtiles.ts'
import { scriptInMemory } from './until-loaded.ts'

export type { CustomLayerInterface, GeoJSONSource, LayerSpecification, MapOptions, SourceSpecification, StyleSpecification } from 'maplibre-gl'
export type { MapLibreMap }

// a map whose worker does not load stays empty and says nothing: this module is loaded when its worker is
setWorkerUrl(await scriptInMemory(workerUrl))
addProtocol(tilesScheme, answerTile)

/** The only door to MapLibre. The map is always seen from above, north up: everything drawn over it counts on that. */
export function createMap(options: MapOptions): MapLibreMap {
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
