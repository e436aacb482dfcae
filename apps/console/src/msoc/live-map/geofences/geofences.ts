import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { FeatureCollection } from 'geojson'
import { number } from '../../../core/format/format.ts'
import { setData } from '../../../core/map/base-style.ts'
import type { MapColours } from '../../../core/map/colours.ts'
import type { LayerSpecification, MapLibreMap } from '../../../core/map/maplibre.ts'
import { worldX, worldY } from '../../../core/map/viewport.ts'
import type { LiveMapState, LiveMapStore } from '../live-map.store.ts'
import type { OverlayScene } from '../overlay/overlay.ts'

const geofenceSource = 'geofences'

/** Areas as GeoJSON for the map; the rings are closed here, since the wire format leaves them open. */
function areasOf(geofences: readonly Geofence[]): FeatureCollection {
  const features = geofences.map(({ uuid, polygon }) => ({
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
    {
      id: 'geofence-fill',
      type: 'fill',
      source: geofenceSource,
      layout,
      paint: { 'fill-color': accent, 'fill-opacity': 0.06, 'fill-antialias': false },
    },
    {
      id: 'geofence-line',
      type: 'line',
      source: geofenceSource,
      layout,
      paint: { 'line-color': accent, 'line-width': 1.25, 'line-dasharray': [4, 3] },
    },
  ]
}

type Nameplate = OverlayScene['areas'][number]

/**
 * The label of an area: its name, and the number of vehicles inside if known, under the middle of its southern edge
 * (rule MAP-UI-44).
 */
function nameplateOf({ uuid, name, polygon }: Geofence, inside: LiveMapState['inside']): Nameplate {
  const xs = polygon.map(([lon]) => worldX(lon))
  const ys = polygon.map(([, lat]) => worldY(lat))
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const count = inside.get(uuid)
  return {
    name: count === undefined ? name : `${name}, ${number(count)} inside`,
    x: (west + east) / 2,
    y: Math.max(...ys),
    width: east - west,
  }
}

/** The areas to draw: the active ones, without the area that is being changed. */
function drawnOf({ areas, draft }: LiveMapState): Geofence[] {
  return (areas.list ?? []).filter(({ active, uuid }) => active && uuid !== draft?.saved?.uuid)
}

/** Draws the areas on one map, below everything that moves. The areas are in the page's store. */
export function geofenceOverlay(map: MapLibreMap, page: LiveMapStore, onChange: () => void) {
  let plates: Nameplate[] = []

  function draw(): void {
    if (!map.getSource(geofenceSource)) return
    setData(map, geofenceSource, areasOf(drawnOf(page.getState())))
    updateNameplates()
  }

  function updateNameplates(): void {
    const state = page.getState()
    plates = drawnOf(state).map((area) => nameplateOf(area, state.inside))
    onChange()
  }

  return {
    nameplates: () => plates,
    add(colours: MapColours, shown: boolean) {
      if (map.getSource(geofenceSource)) return
      map.addSource(geofenceSource, { type: 'geojson', data: areasOf([]) })
      for (const layer of areaLayers(colours, shown)) map.addLayer(layer)
      draw()
    },
    /** Redraws what a change of the page's state concerns. */
    follow(state: LiveMapState, before: LiveMapState) {
      if (state.areas.list !== before.areas.list || state.draft?.saved?.uuid !== before.draft?.saved?.uuid) draw()
      else if (state.inside !== before.inside) updateNameplates()
    },
    show(shown: boolean) {
      for (const id of ['geofence-fill', 'geofence-line'])
        if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', shown ? 'visible' : 'none')
    },
    recolour(colours: MapColours) {
      if (!map.getLayer('geofence-fill')) return
      map.setPaintProperty('geofence-fill', 'fill-color', colours.accent)
      map.setPaintProperty('geofence-line', 'line-color', colours.accent)
    },
  }
}
