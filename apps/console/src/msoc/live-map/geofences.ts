import { type Geofence, listGeofences } from '@carapace/shared/msoc/vehicles.contract'
import type { FeatureCollection } from 'geojson'
import { call } from '../../core/call.ts'
import { setData } from '../../core/map/base-style.ts'
import type { MapColours } from '../../core/map/colours.ts'
import type { LayerSpecification, MapLibreMap } from '../../core/map/maplibre.ts'
import { worldX, worldY } from '../../core/map/viewport.ts'
import type { OverlayScene } from './overlay.ts'

const geofenceSource = 'geofences'

/** The active areas as the map draws them; a ring is closed here, where the wire leaves it open. */
function areasOf(geofences: readonly Geofence[]): FeatureCollection {
  const features = geofences.filter(({ active }) => active).map(({ uuid, polygon }) => ({
    type: 'Feature' as const,
    properties: { uuid },
    geometry: { type: 'Polygon' as const, coordinates: [closed(polygon)] },
  }))
  return { type: 'FeatureCollection', features }
}

function closed(polygon: readonly (readonly [number, number])[]): [number, number][] {
  return [...polygon, polygon[0]].flatMap((place) => (place ? [[place[0], place[1]] as [number, number]] : []))
}

/** Dashed accent, 6 % fill. */
function areaLayers({ accent }: MapColours, shown: boolean): LayerSpecification[] {
  const layout = { visibility: shown ? ('visible' as const) : ('none' as const) }
  return [
    { id: 'geofence-fill', type: 'fill', source: geofenceSource, layout, paint: { 'fill-color': accent, 'fill-opacity': 0.06, 'fill-antialias': false } },
    { id: 'geofence-line', type: 'line', source: geofenceSource, layout, paint: { 'line-color': accent, 'line-width': 1.25, 'line-dasharray': [4, 3] } },
  ]
}

type Nameplate = OverlayScene['areas'][number]

/** Where an area's name stands: under the middle of its southern edge. */
function nameplateOf({ name, polygon }: Geofence): Nameplate {
  const xs = polygon.map(([lon]) => worldX(lon))
  const ys = polygon.map(([, lat]) => worldY(lat))
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  return { name, x: (west + east) / 2, y: Math.max(...ys), width: east - west }
}

/** The areas on one map: asked for once, drawn below everything that moves. */
export function geofenceOverlay(map: MapLibreMap, onChange: () => void) {
  let plates: Nameplate[] = []

  async function load(): Promise<void> {
    const { geofences } = await call(listGeofences, {})
    setData(map, geofenceSource, areasOf(geofences))
    plates = geofences.filter(({ active }) => active).map(nameplateOf)
    onChange()
  }

  return {
    nameplates: () => plates,
    add(colours: MapColours, shown: boolean) {
      if (map.getSource(geofenceSource)) return
      map.addSource(geofenceSource, { type: 'geojson', data: areasOf([]) })
      for (const layer of areaLayers(colours, shown)) map.addLayer(layer)
      load().catch(() => undefined) // the map is of use without them
    },
    show(shown: boolean) {
      for (const id of ['geofence-fill', 'geofence-line']) if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', shown ? 'visible' : 'none')
    },
    recolour(colours: MapColours) {
      if (!map.getLayer('geofence-fill')) return
      map.setPaintProperty('geofence-fill', 'fill-color', colours.accent)
      map.setPaintProperty('geofence-line', 'line-color', colours.accent)
    },
  }
}
