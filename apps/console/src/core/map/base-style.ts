import type { FeatureCollection } from 'geojson'
import { faded, type MapColours } from './colours.ts'
import type {
  GeoJSONSource,
  LayerSpecification,
  MapLibreMap,
  SourceSpecification,
  StyleSpecification,
} from './maplibre.ts'
import { grid, type Outlines } from './outlines.ts'
import { openTileFile } from './pmtiles.ts'
import { vectorLayers } from './vector-style.ts'

/** A tile source, as the settings define it. */
export interface TileSource {
  /** Individual pictures, or a PMTiles file of pictures or of vectors. */
  readonly kind: 'raster' | 'pmtiles'
  readonly name: string
  readonly title: string
  readonly url: string
  readonly attribution: string
}

/** The layers above the base start here: tiles are always inserted below this layer. */
const topOfBase = 'base-top'
const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/**
 * The map that is always available: sea, grid, land, borders and coast, from the bundle alone (no glyphs, no sprites,
 * no network).
 */
export function outlineStyle(colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      grid: { type: 'geojson', data: grid(5), tolerance: 0 },
      land: { type: 'geojson', data: nothing },
      coast: { type: 'geojson', data: nothing },
      borders: { type: 'geojson', data: nothing },
    },
    layers: layersIn(colours),
  }
}

function layersIn(colours: MapColours): LayerSpecification[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land, 'fill-antialias': false } },
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      paint: { 'line-color': faded(colours.line, colours.dark ? 0.22 : 0.35), 'line-width': 1 },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': colours.line, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'coast',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.line, 'line-width': 1 },
    },
    { id: topOfBase, type: 'background', layout: { visibility: 'none' } },
  ]
}

/** Adds the outlines once they are loaded. */
export function fillOutlines(map: MapLibreMap, outlines: Outlines): void {
  for (const name of ['land', 'coast', 'borders'] as const) setData(map, name, outlines[name])
}

/** Sets the data of a GeoJSON source; does nothing if the map, and so the source, is gone. */
export function setData(map: MapLibreMap, name: string, data: FeatureCollection): void {
  void map.getSource<GeoJSONSource>(name)?.setData(data)
}

/** Recolours the base in place: the view, the tiles and the layers above stay. */
export function recolour(map: MapLibreMap, colours: MapColours): void {
  repaint(map, layersIn(colours))
}

function repaint(map: MapLibreMap, layers: readonly LayerSpecification[]): void {
  for (const layer of layers) {
    for (const [property, value] of Object.entries(layer.paint ?? {}))
      map.setPaintProperty(layer.id, property as never, value as never)
  }
}

/** Tiles in the form that a map takes. */
export interface ShownTiles {
  readonly source: SourceSpecification
  readonly layers: (colours: MapColours) => LayerSpecification[]
  /** Whether the pictures contain names: ours would be too many. */
  readonly named: boolean
}

/** Resolves a tile source for the map; reads the header of a file to find out what it contains. */
export async function tilesOf(name: string, { kind, url }: TileSource): Promise<ShownTiles> {
  if (kind === 'raster') return picturesOf(name, { tiles: [absolute(url)], maxzoom: 19 })
  const file = await openTileFile(absolute(url))
  const place = { tiles: [file.tiles], minzoom: file.minzoom, maxzoom: file.maxzoom }
  if (file.kind === 'raster') return picturesOf(name, place)
  return { source: { type: 'vector', ...place }, layers: (colours) => vectorLayers(name, colours), named: false }
}

function picturesOf(name: string, place: { tiles: string[]; minzoom?: number; maxzoom: number }): ShownTiles {
  return {
    source: { type: 'raster', tileSize: 256, ...place },
    layers: (colours) => [{ id: name, type: 'raster', source: name, paint: tilePaint(colours) }],
    named: true,
  }
}

/** Shows tiles over the outlines. Where tiles are missing the outlines show through. */
export function addTiles(map: MapLibreMap, name: string, tiles: ShownTiles, colours: MapColours): void {
  map.addSource(name, tiles.source)
  for (const layer of tiles.layers(colours)) map.addLayer(layer, topOfBase)
}

export function removeTiles(map: MapLibreMap, name: string, tiles: ShownTiles, colours: MapColours): void {
  for (const { id } of tiles.layers(colours)) if (map.getLayer(id)) map.removeLayer(id)
  if (map.getSource(name)) map.removeSource(name)
}

export function recolourTiles(map: MapLibreMap, tiles: ShownTiles, colours: MapColours): void {
  repaint(
    map,
    tiles.layers(colours).filter(({ id }) => map.getLayer(id)),
  )
}

/** The tile source that a map event belongs to, if any. */
export function sourceOf(event: object): string | undefined {
  return 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : undefined
}

/**
 * Tiles stay in the background so that coloured states stand out: greyed, and darkened in the dark theme (swapping the
 * two brightness bounds inverts the picture, and the hue is rotated back).
 */
function tilePaint({ dark }: MapColours) {
  return {
    'raster-saturation': -0.75,
    'raster-hue-rotate': dark ? 180 : 0,
    'raster-brightness-min': dark ? 0.72 : 0.06,
    'raster-brightness-max': dark ? 0.04 : 1,
    'raster-contrast': dark ? -0.05 : -0.1,
    'raster-fade-duration': 0,
  }
}

/** MapLibre needs absolute URLs; a proxy of our own is configured without a host. The braces must stay unescaped. */
function absolute(url: string): string {
  return url.startsWith('/') ? location.origin + url : url
}
