import { boxOf, isInside } from '@carapace/shared/msoc/detect/geo'
import {
  deleteGeofence,
  type Geofence,
  listGeofences,
  type MapCluster,
  saveGeofence,
} from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call, messagesOf } from '../../../core/call/call.ts'
import { type Camera, latOf, lonOf, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import type { Draft } from './draft.ts'
import type { FleetInView } from '../vehicles/fleet-in-view.ts'
import type { LiveMapStore } from '../live-map.store.ts'

/** Maximum distance of a bubble's vehicles from it, px: they shared a square of the map. */
const bubbleReach = 72

/** Requests the areas again. */
export async function loadAreas(page: LiveMapStore): Promise<void> {
  page.setState(({ areas }) => ({ areas: { ...areas, problem: undefined } }))
  try {
    const { geofences } = await call(listGeofences, {})
    page.setState({ areas: { list: geofences, problem: undefined } })
  } catch (problem) {
    page.setState(({ areas }) => ({ areas: { ...areas, problem: messagesOf(problem)[0] } }))
  }
}

/** Saves a draft at the revision that it started from, and closes it. */
export async function saveDraft(page: LiveMapStore, draft: Draft): Promise<void> {
  const { saved, name, severity, active, alertOn, vins, models, corners, circle } = draft
  const { geofence } = await call(saveGeofence, {
    ...saved,
    ...(circle ? { circle } : { polygon: [...corners] }),
    name,
    severity,
    active,
    alert_on: alertOn,
    vins: [...vins],
    models: [...models],
  })
  page.setState(({ areas }) => ({
    draft: undefined,
    areas: {
      list: [...(areas.list ?? []).filter(({ uuid }) => uuid !== geofence.uuid), geofence].toSorted((a, b) =>
        a.name.localeCompare(b.name),
      ),
      problem: undefined,
    },
  }))
}

export async function deleteArea(page: LiveMapStore, uuid: string): Promise<void> {
  await call(deleteGeofence, { uuid })
  page.setState(({ areas }) => ({
    draft: undefined,
    areas: { ...areas, list: areas.list?.filter((area) => area.uuid !== uuid) },
  }))
}

/**
 * The number of vehicles in each active area. An area is left out if it is not completely in the part of the world that
 * the map requested, or if a bubble is near (rule MAP-UI-44).
 */
export function insideOf(
  areas: readonly Geofence[],
  { vehicles, clusters }: FleetInView,
  camera: Camera,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const area of areas) {
    const outline = { ...area, box: boxOf(area.polygon) }
    if (!area.active || !isOnScreen(outline.box, camera) || hasBubbleNear(outline.box, clusters.values(), camera))
      continue
    const count = countIn(outline, vehicles)
    counts.set(area.uuid, count)
  }
  return counts
}

/**
 * The vehicles in one area. The bounding box in world units is checked first: it avoids most conversions to degrees.
 */
function countIn(area: Parameters<typeof isInside>[0], vehicles: FleetInView['vehicles']): number {
  const [west, south, east, north] = area.box
  const [left, right, top, bottom] = [worldX(west), worldX(east), worldY(north), worldY(south)]
  let count = 0
  for (let slot = 0; slot < vehicles.end; slot++) {
    const atX = vehicles.x[slot] ?? 0
    const atY = vehicles.y[slot] ?? 0
    if (atX < left || atX > right || atY < top || atY > bottom || vehicles.vinAt(slot) === undefined) continue
    if (isInside(area, latOf(atY), lonOf(atX))) count++
  }
  return count
}

type Box = readonly [west: number, south: number, east: number, north: number]

/**
 * Whether a box is completely on screen. The map requests a quarter more than it shows on each side, so everything on
 * screen is known.
 */
function isOnScreen([west, south, east, north]: Box, camera: Camera): boolean {
  const corners = [screenOf(camera, worldX(west), worldY(north)), screenOf(camera, worldX(east), worldY(south))]
  return corners.every(
    ({ left, top }) =>
      left > -camera.width / 4 && left < camera.width * 1.25 && top > -camera.height / 4 && top < camera.height * 1.25,
  )
}

function hasBubbleNear([west, south, east, north]: Box, clusters: Iterable<MapCluster>, camera: Camera): boolean {
  const reach = bubbleReach / camera.worldSize
  for (const { lat, lon } of clusters) {
    const [x, y] = [worldX(lon), worldY(lat)]
    if (x > worldX(west) - reach && x < worldX(east) + reach && y > worldY(north) - reach && y < worldY(south) + reach)
      return true
  }
  return false
}
