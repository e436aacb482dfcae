/** Map tile sources by name, in the order they are offered; the content policy allows their hosts and no others. */
export const tileSources = [
  { name: 'osm', title: 'OSM', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors' },
  { name: 'light', title: 'Light', url: 'https://basemaps.cartocdn.com/light_all/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors © CARTO' },
  { name: 'terrain', title: 'Terrain', url: 'https://tile.opentopomap.org/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors, SRTM © OpenTopoMap (CC-BY-SA)' },
  { name: 'street', title: 'Street', url: 'https://tile.openstreetmap.de/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors' },
] as const

export const tileHosts: readonly string[] = [...new Set(tileSources.map(({ url }) => new URL(url).origin))]
