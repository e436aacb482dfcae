import { addProtocol, Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { fromAbove, keepNorthUp } from './from-above.ts'
import { answerTile, tilesScheme } from './pmtiles.ts'
import { scriptInMemory } from '../call/until-loaded.ts'

export type {
  CustomLayerInterface,
  GeoJSONSource,
  LayerSpecification,
  MapOptions,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
export type { MapLibreMap }

// a map whose worker does not load stays empty and says nothing: this module is loaded when its worker is
setWorkerUrl(await scriptInMemory(workerUrl))
addProtocol(tilesScheme, answerTile)

/** The only door to MapLibre. */
export function createMap(options: MapOptions): MapLibreMap {
  const map = new MapLibreMap({ ...fromAbove, ...options })
  keepNorthUp(map)
  return map
}
