import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { Place } from '../../../core/palette/palette.ts'

/**
 * The map view that shows an area completely: its middle, and the zoom at which its longer side is about a third of a
 * screen.
 */
export function placeOfArea(polygon: Geofence['polygon']): Place {
  const [west, east] = span(polygon.map(([lon]) => lon))
  const [south, north] = span(polygon.map(([, lat]) => lat))
  const zoom = Math.min(16, Math.max(3, Math.log2(360 / Math.max(east - west, north - south, 0.001))))
  return {
    to: '/org/msoc/dashboard/live-map',
    search: { lat: ((south + north) / 2).toFixed(4), lon: ((west + east) / 2).toFixed(4), zoom: zoom.toFixed(1) },
  }
}

function span(values: readonly number[]): [least: number, most: number] {
  return [Math.min(...values), Math.max(...values)]
}
