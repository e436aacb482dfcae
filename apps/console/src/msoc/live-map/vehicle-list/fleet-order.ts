import type { Camera } from '../../../core/map/viewport.ts'
import type { Shown } from '../vehicles/picking.ts'
import { codeOf, type VehicleStore } from '../vehicles/vehicle-store.ts'

/** Risk is 0..100; at the same risk, the worse health comes first. */
const ranks = 101 * 4
const healthRanks = [1, 2, 3, 0] as const // by health code: healthy, degraded, compromised, offline

/** The vehicles inside the visible part of the map, and the number of stale ones. */
interface InView {
  /** Slots, highest risk first. */
  readonly slots: Uint32Array<ArrayBuffer>
  readonly stale: number
}

/**
 * The vehicles on screen that pass the filters, ordered by risk. A counting sort: one pass to count, one to fill, fast
 * also for 50,000 (rules MAP-UI-19, MAP-UI-20).
 */
export function inViewByRisk(store: VehicleStore, camera: Camera, shown: Shown, words: string): InView {
  const visible = visibleIn(camera)
  const matches = matching(store, words)
  const passing = new Uint32Array(store.size)
  const starts = new Uint32Array(ranks + 1)
  let count = 0
  let stale = 0
  for (let slot = 0; slot < store.end; slot++) {
    if (store.vinAt(slot) === undefined || (shown & (1 << (store.health[slot] ?? 0))) === 0) continue
    if (!visible(store.x[slot] ?? 0, store.y[slot] ?? 0) || !matches(slot)) continue
    passing[count++] = slot
    stale += store.stale[slot] ?? 0
    const rank = rankOf(store, slot) + 1
    starts[rank] = (starts[rank] ?? 0) + 1
  }
  return { slots: placed(store, passing.subarray(0, count), starts), stale }
}

function placed(store: VehicleStore, passing: Uint32Array, starts: Uint32Array): Uint32Array<ArrayBuffer> {
  for (let rank = 1; rank < starts.length; rank++) starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0)
  const slots = new Uint32Array(passing.length)
  for (const slot of passing) {
    const rank = rankOf(store, slot)
    const place = starts[rank] ?? 0
    slots[place] = slot
    starts[rank] = place + 1
  }
  return slots
}

/** 0 for the highest risk. */
function rankOf(store: VehicleStore, slot: number): number {
  const risk = Math.min(100, store.risk[slot] ?? 0)
  return (100 - risk) * 4 + 3 - (healthRanks[store.health[slot] ?? codeOf('offline')] ?? 0)
}

/** Returns a function that checks whether a position is on screen, in the copy of the world nearest to the centre. */
export function visibleIn(camera: Camera): (x: number, y: number) => boolean {
  const halfWidth = camera.width / camera.worldSize / 2
  const halfHeight = camera.height / camera.worldSize / 2
  return (x, y) => {
    if (Math.abs(y - camera.y) > halfHeight) return false
    const away = x - camera.x
    return Math.abs(away - Math.round(away)) <= halfWidth
  }
}

function matching(store: VehicleStore, words: string): (slot: number) => boolean {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return () => true
  return (slot) => `${store.vinAt(slot)} ${store.modelAt(slot)}`.toLowerCase().includes(wanted)
}
