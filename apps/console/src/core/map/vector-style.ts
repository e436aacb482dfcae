import type { MapColours } from './colours.ts'
import type { LayerSpecification } from './maplibre.ts'

const kind = ['coalesce', ['get', 'kind'], ['get', 'pmap:kind']] as const
const isMajor = ['in', kind, ['literal', ['highway', 'major_road']]] as const

/**
 * Layers for vector tiles in the Protomaps schema, as plain as the outlines: earth, water, land use, roads and borders
 * in the map's own colours. Names are drawn by our own layer, which needs no glyph server.
 */
export function vectorLayers(source: string, colours: MapColours): LayerSpecification[] {
  const layer = (name: string, spec: object) => ({ id: `${source}-${name}`, source, ...spec }) as LayerSpecification
  const roadWidth = (most: number) => ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.4, 10, 1, 18, most]
  return [
    layer('earth', {
      type: 'fill',
      'source-layer': 'earth',
      paint: { 'fill-color': colours.land, 'fill-antialias': false },
    }),
    layer('landuse', {
      type: 'fill',
      'source-layer': 'landuse',
      paint: { 'fill-color': colours.line, 'fill-opacity': 0.12, 'fill-antialias': false },
    }),
    layer('water', {
      type: 'fill',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.sea, 'fill-antialias': false },
    }),
    layer('rivers', {
      type: 'line',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      minzoom: 8,
      paint: { 'line-color': colours.sea, 'line-width': 1 },
    }),
    layer('small-roads', {
      type: 'line',
      'source-layer': 'roads',
      minzoom: 11,
      filter: ['!', isMajor],
      paint: { 'line-color': colours.line, 'line-opacity': 0.5, 'line-width': roadWidth(8) },
    }),
    layer('roads', {
      type: 'line',
      'source-layer': 'roads',
      filter: isMajor,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.line, 'line-width': roadWidth(16) },
    }),
    layer('buildings', {
      type: 'fill',
      'source-layer': 'buildings',
      minzoom: 14,
      paint: { 'fill-color': colours.line, 'fill-opacity': 0.35 },
    }),
    layer('boundaries', {
      type: 'line',
      'source-layer': 'boundaries',
      paint: { 'line-color': colours.line, 'line-width': 1, 'line-dasharray': [4, 3] },
    }),
  ]
}
