import { listPositions } from '@carapace/shared/msoc/history/history.contract'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../../core/call/call.ts'
import type { BaseMap } from '../../core/map/base-map.ts'
import { latOf, lonOf, screenOf, worldX, worldY } from '../../core/map/viewport.ts'
import type { OverlayScene } from './overlay/overlay.ts'
import type { TrailBook } from './overlay/trail-book.ts'
import { trailMs } from './overlay/trails.ts'
import type { FleetInView } from './vehicles/fleet-in-view.ts'

/** The part of the map that panels leave free, as distances from its edges in CSS pixels. */
export interface Free {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Selection {
  readonly vin: () => string | undefined
  readonly choose: (vin: string | undefined, how: { goThere: boolean }) => void
  /** Updates the stored position of the selected vehicle, which is used if it is not drawn individually. */
  readonly updateRecord: (vehicle: Vehicle) => void
  readonly follow: (on: boolean) => void
  readonly mark: () => OverlayScene['selected']
  /** Called when the selected vehicle may have moved: follows it if following is on. */
  readonly moved: () => void
}

interface SelectionOptions {
  readonly base: BaseMap
  /** The shown fleet. */
  readonly fleet: () => FleetInView
  /** Whether a replay is shown: then the stored current position is not used. */
  readonly isReplaying: () => boolean
  readonly trails: TrailBook
  readonly free: () => Free
  readonly onChange: () => void
}

/** The zoom for a selected vehicle that is inside a bubble: at this zoom, bubbles separate. */
const closeZoom = 9.5
/** Vehicles report about once a second: an animation of that length continues into the next one. */
const glideMs = 1_000

/** The selected vehicle: its position, moving the map to it, and following it. */
export function selection({ base, fleet, isReplaying, trails, free, onChange }: SelectionOptions): Selection {
  let vin: string | undefined
  let record: Vehicle | undefined
  let following = false
  let goWhenKnown = false
  /** The last position that following moved to. */
  let goal: { x: number; y: number } | undefined

  const slot = () => (vin === undefined ? undefined : fleet().vehicles.slotOf(vin))

  function place(): { x: number; y: number } | undefined {
    const at = slot()
    const { vehicles } = fleet()
    if (at !== undefined) return { x: vehicles.x[at] ?? 0, y: vehicles.y[at] ?? 0 }
    return record?.position && !isReplaying()
      ? { x: worldX(record.position.lon), y: worldY(record.position.lat) }
      : undefined
  }

  /** Moves the vehicle into the middle of the area that panels leave free. */
  function goTo(at: { x: number; y: number }, zoom: number, duration: number, easing?: (part: number) => number): void {
    const { left, right, top, bottom } = free()
    base.map.easeTo({
      center: [lonOf(at.x), latOf(at.y)],
      zoom,
      duration,
      offset: [(left - right) / 2, (top - bottom) / 2],
      ...(easing && { easing }),
    })
  }

  /** The map centre that puts a position into the middle of the area that panels leave free. */
  function centreFor({ x, y }: { x: number; y: number }): [number, number] {
    const { left, right, top, bottom } = free()
    const { worldSize } = base.camera()
    return [lonOf(x - (left - right) / 2 / worldSize), latOf(y - (top - bottom) / 2 / worldSize)]
  }

  function go(): void {
    const at = place()
    goWhenKnown = at === undefined
    if (!at) return
    const zoom = base.map.getZoom()
    if (slot() === undefined) goTo(at, Math.max(zoom, closeZoom), 600)
    else if (!isFree(screenOf(base.camera(), at.x, at.y))) goTo(at, zoom, 400)
  }

  function isFree({ left, top }: { left: number; top: number }): boolean {
    const { width, height } = base.camera()
    const room = free()
    return (
      left > room.left + 24 && left < width - room.right - 24 && top > room.top + 24 && top < height - room.bottom - 24
    )
  }

  async function remember(chosen: string): Promise<void> {
    const from = new Date(Date.now() - trailMs).toISOString()
    const { positions } = await call(listPositions, { vehicle: chosen, from, limit: 200 })
    if (chosen !== vin) return
    trails.remember(
      chosen,
      positions.map(({ lon, lat, received_at }) => ({ x: worldX(lon), y: worldY(lat), at: Date.parse(received_at) })),
    )
    onChange()
  }

  return {
    vin: () => vin,
    choose(next, { goThere }) {
      if (next === vin) return
      vin = next
      record = undefined
      goWhenKnown = false
      if (next !== undefined) {
        // if the past trail does not load, the trail begins now
        remember(next).catch(() => undefined)
        if (goThere) go()
      }
      onChange()
    },
    updateRecord(vehicle) {
      if (vehicle.vin !== vin) return
      record = vehicle
      if (goWhenKnown) go()
      onChange()
    },
    follow(on) {
      following = on
      goal = undefined
      const at = place()
      if (on && at) goTo(at, base.map.getZoom(), 400)
    },
    mark() {
      const at = place()
      if (!at) return undefined
      return {
        ...at,
        ghost: slot() === undefined ? record?.health : undefined,
        headingDeg: record?.position?.heading_deg ?? null,
      }
    },
    moved() {
      const at = following && !base.map.isZooming() ? place() : undefined
      if (!at || (goal?.x === at.x && goal.y === at.y)) return
      goal = at
      // a replay moves with each frame; live, the map animates until about the next report
      if (isReplaying()) base.map.jumpTo({ center: centreFor(at) })
      else goTo(at, base.map.getZoom(), glideMs, (part) => part)
    },
  }
}
