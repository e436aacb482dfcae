/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/**
 * The camera for our own drawing: the centre in world units (0..1 from the west and the north), the rest in CSS pixels.
 */
export interface Camera {
  readonly x: number
  readonly y: number
  /** The width of the whole world. */
  readonly worldSize: number
  readonly width: number
  readonly height: number
}

const tileSize = 512
const mostLat = 85.051129

/** A longitude in world units. */
export function worldX(lon: number): number {
  return (lon + 180) / 360
}

/** A latitude in world units (Web Mercator); the poles are cut off at the edge of the map. */
export function worldY(lat: number): number {
  const sin = Math.sin((Math.max(-mostLat, Math.min(mostLat, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

export function lonOf(x: number): number {
  return x * 360 - 180
}

export function latOf(y: number): number {
  return (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90
}

export function cameraAt(
  center: { lng: number; lat: number },
  zoom: number,
  size: { width: number; height: number },
): Camera {
  return { x: worldX(center.lng), y: worldY(center.lat), worldSize: tileSize * 2 ** zoom, ...size }
}

/** Converts a longitude that went round the world to -180..180. */
export function wrappedLon(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180
}

/** The area that the camera sees, extended on every side by a fraction of its size (rules MAP-UI-1, MAP-UI-2). */
export function paddedBbox(camera: Camera, part: number): Bbox {
  const halfWidth = (camera.width / camera.worldSize / 2) * (1 + 2 * part)
  const halfHeight = (camera.height / camera.worldSize / 2) * (1 + 2 * part)
  const south = latOf(Math.min(1, camera.y + halfHeight))
  const north = latOf(Math.max(0, camera.y - halfHeight))
  if (halfWidth >= 0.5) return [-180, south, 180, north]
  return [wrappedLon(lonOf(camera.x - halfWidth)), south, wrappedLon(lonOf(camera.x + halfWidth)), north]
}

/** Whether `inner` is completely inside `outer`, also across the antimeridian (rule MAP-UI-3). */
export function covers(outer: Bbox, inner: Bbox): boolean {
  if (inner[1] < outer[1] || inner[3] > outer[3]) return false
  if (outer[0] === -180 && outer[2] === 180) return true
  if (inner[0] === -180 && inner[2] === 180) return false
  const reach = eastOf(outer[0], outer[2])
  const start = eastOf(outer[0], inner[0])
  return start <= reach && start + eastOf(inner[0], inner[2]) <= reach
}

/** The degrees to travel east from one longitude to the other. */
function eastOf(from: number, to: number): number {
  return (((to - from) % 360) + 360) % 360
}

/** The copies of the world that are on screen, as whole worlds to add to an x; usually just 0. */
export function visibleWorlds(camera: Camera): number[] {
  const half = camera.width / camera.worldSize / 2
  const first = Math.floor(camera.x - half)
  const last = Math.floor(camera.x + half)
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

/** The position of a place on screen, in the copy of the world that is nearest to the centre. */
export function screenOf(camera: Camera, x: number, y: number): { left: number; top: number } {
  const nearest = x + Math.round(camera.x - x)
  return {
    left: (nearest - camera.x) * camera.worldSize + camera.width / 2,
    top: (y - camera.y) * camera.worldSize + camera.height / 2,
  }
}

/** The view that shows nearly all of some places: the outermost 5 % on each side may stay outside (rule MAP-UI-4). */
export function viewOf(
  places: readonly { lat: number; lon: number }[],
  size: { width: number; height: number },
): { lat: number; lon: number; zoom: number } | undefined {
  if (places.length === 0) return undefined
  const [west, east] = inner(places.map(({ lon }) => worldX(lon)))
  const [north, south] = inner(places.map(({ lat }) => worldY(lat)))
  const zoom = Math.log2(
    Math.min(size.width / Math.max(east - west, 1e-6), size.height / Math.max(south - north, 1e-6)) / tileSize,
  )
  return { lat: latOf((north + south) / 2), lon: lonOf((west + east) / 2), zoom: Math.max(2, Math.min(11, zoom)) }
}

function inner(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(sorted.length / 20)
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0]
}
