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

// a map whose worker does not load stays empty without an error: so this module waits until its worker is loaded
setWorkerUrl(await scriptInMemory(workerUrl))
addProtocol(tilesScheme, answerTile)

/** Opens a MapLibre map; only this module may import MapLibre. */
export function createMap(options: MapOptions): MapLibreMap {
  const map = new MapLibreMap({ ...fromAbove, ...options })
  keepNorthUp(map)
  return map
}
