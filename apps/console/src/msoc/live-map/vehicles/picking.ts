import { type Camera, visibleWorlds } from '../../../core/map/viewport.ts'
import { codeOf, type VehicleStore } from './vehicle-store.ts'

/** Maximum distance of a click from a vehicle. */
const reachPx = 12
/** How much nearer a healthy vehicle must be to be picked instead of a vehicle in trouble. */
const troublePx = 5

/** The shown healths, as bits by health code. */
export type Shown = number
export const allShown: Shown = 0b1111

const troubled = codeOf('compromised')
const degraded = codeOf('degraded')

/**
 * The slot at a screen position, or undefined. Checks all slots: 50,000 take a fifth of a millisecond, and no index is
 * needed (rules MAP-UI-18, MAP-UI-19).
 */
export function pick(store: VehicleStore, camera: Camera, left: number, top: number, shown: Shown): number | undefined {
  const reach = reachPx / camera.worldSize
  const y = camera.y + (top - camera.height / 2) / camera.worldSize
  const x = camera.x + (left - camera.width / 2) / camera.worldSize
  let best: number | undefined
  let bestDistance = Infinity
  for (const world of visibleWorlds(camera)) {
    for (let slot = 0; slot < store.end; slot++) {
      const dx = (store.x[slot] ?? 0) + world - x
      const dy = (store.y[slot] ?? 0) - y
      if (dx > reach || dx < -reach || dy > reach || dy < -reach) continue
      const health = store.health[slot] ?? 0
      if ((shown & (1 << health)) === 0 || store.vinAt(slot) === undefined) continue
      const pixels = Math.hypot(dx, dy) * camera.worldSize
      if (pixels > reachPx) continue
      const distance = pixels - preference(health)
      if (distance >= bestDistance) continue
      best = slot
      bestDistance = distance
    }
  }
  return best
}

function preference(health: number): number {
  if (health === troubled) return troublePx
  return health === degraded ? troublePx / 2 : 0
}
