import type { Settings } from '../settings.ts'

/** Where the file of `PMTILES_FILE` is served, below the base path. */
export const ownTilesPath = '/api/map/tiles.pmtiles'

interface TileSource {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly attribution: string
  readonly kind: 'raster' | 'pmtiles'
}

const publicSources: readonly TileSource[] = [
  {
    name: 'osm',
    title: 'OSM',
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
    kind: 'raster',
  },
  {
    name: 'light',
    title: 'Light',
    url: 'https://basemaps.cartocdn.com/light_all/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors © CARTO',
    kind: 'raster',
  },
  {
    name: 'terrain',
    title: 'Terrain',
    url: 'https://tile.opentopomap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors, SRTM © OpenTopoMap (CC-BY-SA)',
    kind: 'raster',
  },
  {
    name: 'street',
    title: 'Street',
    url: 'https://tile.openstreetmap.de/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
    kind: 'raster',
  },
]

/** Mapbox's styles as raster tiles, by name. */
const mapboxStyles = [
  { name: 'mapbox-dark', title: 'Mapbox dark', style: 'dark-v11' },
  { name: 'mapbox-light', title: 'Mapbox light', style: 'light-v11' },
  { name: 'mapbox-satellite', title: 'Mapbox satellite', style: 'satellite-streets-v12' },
] as const

type MapSettings = Pick<Settings, 'basePath' | 'pmtilesFile' | 'mapboxToken'>

/**
 * Map tile sources by name, in the order in which they are offered: the public ones, Mapbox's if there is a token, and
 * the operator's own file.
 */
export function tileSources({ basePath, pmtilesFile, mapboxToken }: MapSettings): TileSource[] {
  const mapbox =
    mapboxToken === undefined
      ? []
      : mapboxStyles.map(({ name, title, style }): TileSource => ({
          name,
          title,
          url: `https://api.mapbox.com/styles/v1/mapbox/${style}/tiles/256/{z}/{x}/{y}?access_token=${encodeURIComponent(mapboxToken)}`,
          attribution: '© Mapbox © OpenStreetMap contributors',
          kind: 'raster',
        }))
  const own: TileSource[] =
    pmtilesFile === undefined
      ? []
      : [{ name: 'own', title: 'Own tiles', url: `${basePath}${ownTilesPath}`, attribution: '', kind: 'pmtiles' }]
  return [...publicSources, ...mapbox, ...own]
}

/** The hosts that the page's content security policy must allow for these sources, and no others. */
export function mapHosts(settings: MapSettings): string[] {
  const hosts = tileSources(settings)
    .filter(({ kind }) => kind === 'raster')
    .map(({ url }) => new URL(url).origin)
  return [...new Set([...hosts, ...(settings.mapboxToken === undefined ? [] : ['https://events.mapbox.com'])])]
}
