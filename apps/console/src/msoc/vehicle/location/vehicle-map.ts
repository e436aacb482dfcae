import type { Health } from '@carapace/shared/msoc/severity'
import type { FeatureCollection } from 'geojson'
import { openBaseMap } from '../../../core/map/base-map.ts'
import { setData } from '../../../core/map/base-style.ts'
import { loadRenderer } from '../../../core/map/renderer.ts'
import { viewOf } from '../../../core/map/viewport.ts'
import { type Place, trailLines } from './trail.ts'

/** The vehicle's current position, heading and health. */
export interface Spot extends Place {
  readonly heading: number | null
  readonly health: Health
}

export interface VehicleMap {
  readonly showTrail: (places: readonly Place[]) => void
  readonly showSpot: (spot: Spot | undefined) => void
  /** Moves the map so that the whole trail is visible. */
  readonly fit: (places: readonly Place[]) => void
  readonly center: (spot: Spot) => void
  readonly recolour: () => void
  readonly close: () => void
}

interface VehicleMapOptions {
  readonly container: HTMLElement
  /** The arrowhead: an element moved over the map, not drawn into it. */
  readonly marker: HTMLElement
  readonly start: Place
  /** Called when the user moved the map. */
  readonly onHand: () => void
  /** Called when the resources of the map did not load; they are requested again. */
  readonly onWait: (problem: unknown) => void
}

const trail = 'vehicle-trail'

/** A map of one vehicle: the base map, its trail, and an arrowhead at its position. */
export async function openVehicleMap(
  { container, marker, start, onHand, onWait }: VehicleMapOptions,
  signal: AbortSignal,
): Promise<VehicleMap | undefined> {
  const { create, tiles } = await loadRenderer(signal, onWait)
  if (signal.aborted) return undefined

  let lines: FeatureCollection = { type: 'FeatureCollection', features: [] }
  let spot: Spot | undefined
  const base = openBaseMap({
    create,
    container,
    view: { ...start, zoom: 11 },
    onReady: addTrail,
    onStandIn: () => undefined,
  })
  const { map } = base
  base.show(
    tiles[0],
    tiles.find(({ kind }) => kind === 'pmtiles'),
  )
  map.on('move', placeMarker)
  map.on('dragstart', onHand)

  function addTrail(): void {
    if (map.getSource(trail)) return // MapLibre restores it by itself
    map.addSource(trail, { type: 'geojson', data: lines })
    const layout = { 'line-join': 'round', 'line-cap': 'round' } as const
    map.addLayer({
      id: `${trail}-edge`,
      type: 'line',
      source: trail,
      layout,
      paint: { 'line-color': base.colours().panel, 'line-width': 5, 'line-opacity': 0.8 },
    })
    map.addLayer({
      id: trail,
      type: 'line',
      source: trail,
      layout,
      paint: { 'line-color': base.colours().accent, 'line-width': 2.5 },
    })
  }

  function placeMarker(): void {
    marker.hidden = spot === undefined
    if (spot === undefined) return
    const { x, y } = map.project([spot.lon, spot.lat])
    marker.style.transform = `translate(${x}px, ${y}px) rotate(${spot.heading ?? 0}deg)`
    marker.dataset.health = spot.health
    marker.dataset.heading = String(spot.heading !== null)
  }

  return {
    showTrail(places) {
      lines = trailLines(places)
      setData(map, trail, lines)
    },
    showSpot(next) {
      spot = next
      placeMarker()
    },
    fit(places) {
      const view = viewOf(places, { width: container.clientWidth * 0.8, height: container.clientHeight * 0.8 })
      if (view) map.jumpTo({ center: [view.lon, view.lat], zoom: Math.min(15, view.zoom) })
    },
    center: ({ lat, lon }) => void map.easeTo({ center: [lon, lat], duration: 300 }),
    recolour() {
      base.recolour()
      if (!map.getLayer(trail)) return
      map.setPaintProperty(`${trail}-edge`, 'line-color', base.colours().panel)
      map.setPaintProperty(trail, 'line-color', base.colours().accent)
    },
    close: base.close,
  }
}
