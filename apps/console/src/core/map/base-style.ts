import type { FeatureCollection } from 'geojson'
import { faded, type MapColours } from './colours.ts'
import type { GeoJSONSource, LayerSpecification, MapLibreMap, StyleSpecification } from './maplibre.ts'
import { grid, type Outlines } from './outlines.ts'

/** A raster tile source, as the settings name it. */
export interface TileSource {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly attribution: string
}

/** What is drawn above the base begins here: tiles go below this layer, whatever comes later. */
const topOfBase = 'base-top'
const tiles = 'tiles'
const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** The map that is always there: sea, grid, land, borders and coast, from the bundle alone (no glyphs, no sprites, no network). */
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
    { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': faded(colours.line, colours.dark ? 0.22 : 0.35), 'line-width': 1 } },
    {
      id: 'borders', type: 'line', source: 'borders',
      paint: { 'line-color': colours.line, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
    { id: 'coast', type: 'line', source: 'coast', layout: { 'line-join': 'round' }, paint: { 'line-color': colours.line, 'line-width': 1 } },
    { id: topOfBase, type: 'background', layout: { visibility: 'none' } },
  ]
}

/** Puts the outlines in once they have loaded. */
export function fillOutlines(map: MapLibreMap, outlines: Outlines): void {
  for (const name of ['land', 'coast', 'borders'] as const) setData(map, name, outlines[name])
}

/** Gives a GeoJSON source its data; a source that is gone with its map takes none. */
export function setData(map: MapLibreMap, name: string, data: FeatureCollection): void {
  void map.getSource<GeoJSONSource>(name)?.setData(data)
}

/** Recolours the base in place: the view, the tiles and what lies above stay. */
export function recolour(map: MapLibreMap, colours: MapColours): void {
  for (const layer of layersIn(colours)) {
    for (const [property, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, property as never, value as never)
  }
  if (map.getLayer(tiles)) for (const [property, value] of Object.entries(tilePaint(colours))) map.setPaintProperty(tiles, property as never, value as never)
}

/** Shows a tile source over the outlines, or, with none, the outlines alone. Where tiles are missing the outlines show through. */
export function showTiles(map: MapLibreMap, source: TileSource | undefined, colours: MapColours): void {
  if (map.getLayer(tiles)) map.removeLayer(tiles)
  if (map.getSource(tiles)) map.removeSource(tiles)
  if (!source) return
  map.addSource(tiles, { type: 'raster', tiles: [absolute(source.url)], tileSize: 256, maxzoom: 19 })
  map.addLayer({ id: tiles, type: 'raster', source: tiles, paint: tilePaint(colours) }, topOfBase)
}

/** Whether an event of the map is about the tile source. */
export function isAboutTiles(event: object): boolean {
  return 'sourceId' in event && event.sourceId === tiles
}

/**
 * Tiles are quiet under state that has colour: greyed, and on the dark theme turned dark (the two brightness bounds swapped invert the
 * picture, the hue is turned back).
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

/** MapLibre wants absolute addresses; a proxy of our own is configured without a host. The braces must survive. */
function absolute(url: string): string {
  return url.startsWith('/') ? location.origin + url : url
}
