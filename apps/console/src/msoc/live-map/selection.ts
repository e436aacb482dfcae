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
  /** What the record says of the selected vehicle: where it is when it is not drawn one by one. */
  readonly updateRecord: (vehicle: Vehicle) => void
  readonly follow: (on: boolean) => void
  readonly mark: () => OverlayScene['selected']
  /** The selected vehicle may have moved: follows it where that is wanted. */
  readonly moved: () => void
}

interface SelectionOptions {
  readonly base: BaseMap
  /** The fleet that is shown. */
  readonly fleet: () => FleetInView
  /** What the record says of now does not count then. */
  readonly isReplaying: () => boolean
  readonly trails: TrailBook
  readonly free: () => Free
  readonly onChange: () => void
}

/** A vehicle that is looked for and not drawn one by one is inside a bubble: this close they come apart. */
const closeZoom = 9.5
/** Vehicles report about once a second: a glide of that length joins the next one. */
const glideMs = 1_000

/** The one selected vehicle: where it is, how the map goes to it, and whether it follows. */
export function selection({ base, fleet, isReplaying, trails, free, onChange }: SelectionOptions): Selection {
  let vin: string | undefined
  let record: Vehicle | undefined
  let following = false
  let goWhenKnown = false
  /** Where following last went to. */
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

  /** Brings the vehicle into the middle of what panels leave free. */
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

  /** The centre that puts a place into the middle of what panels leave free. */
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
        // a trail that does not load is a trail that begins now
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
      // a replay moves with each frame; live, the map glides until about the next report
      if (isReplaying()) base.map.jumpTo({ center: centreFor(at) })
      else goTo(at, base.map.getZoom(), glideMs, (part) => part)
    },
  }
}
