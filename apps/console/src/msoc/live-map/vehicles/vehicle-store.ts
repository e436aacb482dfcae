import { type Health, healths } from '@carapace/shared/msoc/severity'
import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { worldX, worldY } from '../../../core/map/viewport.ts'

/** A vehicle that is silent for longer than this may be anywhere (rule MAP-UI-16). */
export const staleAfterMs = 30_000

/** Number of floats per slot in the GPU buffer: x, y as two floats each, heading (radians), face. */
export const stride = 6
const unknownHeading = -10
const empty = -1
/** Added to a face's health when the vehicle is stale. */
export const staleFace = 4

const healthCodes: Readonly<Record<Health, number>> = { healthy: 0, degraded: 1, compromised: 2, offline: 3 }
/** The health of a code, in the order of `healths`. */
function healthAt(code: number): Health {
  return healths[code] ?? 'offline'
}
export function codeOf(health: Health): number {
  return healthCodes[health]
}

/** A vehicle's row as numbers, in the order in which the store reads them; health as its code, NaN for null. */
export const rowColumns = [
  'lat',
  'lon',
  'speed_kph',
  'heading_deg',
  { name: 'health', words: healths },
  'risk',
  'open_alerts',
  'received_at',
  'ts',
] as const

function rowOf({
  lat,
  lon,
  speed_kph: speed,
  heading_deg: heading,
  health,
  risk,
  open_alerts: open,
  received_at: at,
  ts,
}: MapVehicle): number[] {
  return [lat, lon, speed ?? NaN, heading ?? NaN, healthCodes[health], risk, open, at, ts]
}

/** One vehicle read from the arrays, for a row, a tooltip or the drawer. */
export interface Seen {
  readonly vin: string
  readonly uuid: string | undefined
  readonly model: string
  readonly health: Health
  readonly stale: boolean
  readonly risk: number
  readonly openAlerts: number
  readonly speedKph: number | null
  readonly headingDeg: number | null
  readonly receivedAt: number
  /** When the position was measured, by the vehicle's clock, epoch ms. */
  readonly ts: number
}

/**
 * The vehicles in view, as columns: one slot per vehicle, one typed array per field, so that 50,000 changes a second
 * are 50,000 writes and no garbage. The GPU draws from `instances`, which is kept in sync with the other arrays (rules
 * MAP-UI-12 to MAP-UI-17).
 */
export class VehicleStore {
  instances: Float32Array<ArrayBuffer>
  x: Float64Array<ArrayBuffer>
  y: Float64Array<ArrayBuffer>
  health: Uint8Array<ArrayBuffer>
  stale: Uint8Array<ArrayBuffer>
  risk: Uint8Array<ArrayBuffer>
  receivedAt: Float64Array<ArrayBuffer>
  /** When each position was measured, but not after it arrived (rule MAP-UI-66). */
  measuredAt: Float64Array<ArrayBuffer>
  #openAlerts: Uint16Array<ArrayBuffer>
  #speed: Float32Array<ArrayBuffer>
  #heading: Float32Array<ArrayBuffer>
  #seenIn: Uint32Array<ArrayBuffer>
  readonly #vins: (string | undefined)[] = []
  readonly #models: string[] = []
  readonly #uuids: (string | undefined)[] = []
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  #snapshot = 0
  #dirtyFrom = Infinity
  #dirtyTo = -1
  /** Slots below this one may be in use. */
  end = 0
  /** The time of the newest position in view, epoch ms; 0 if no vehicle is in view (rule MAP-UI-29). */
  newest = 0

  constructor(capacity = 1024) {
    this.instances = new Float32Array(capacity * stride).fill(empty)
    this.x = new Float64Array(capacity)
    this.y = new Float64Array(capacity)
    this.health = new Uint8Array(capacity)
    this.stale = new Uint8Array(capacity)
    this.risk = new Uint8Array(capacity)
    this.receivedAt = new Float64Array(capacity)
    this.measuredAt = new Float64Array(capacity)
    this.#openAlerts = new Uint16Array(capacity)
    this.#speed = new Float32Array(capacity)
    this.#heading = new Float32Array(capacity)
    this.#seenIn = new Uint32Array(capacity)
  }

  get size(): number {
    return this.#slots.size
  }

  get capacity(): number {
    return this.x.length
  }

  slotOf(vin: string): number | undefined {
    return this.#slots.get(vin)
  }

  /** The VIN in a slot; undefined for a free slot. */
  vinAt(slot: number): string | undefined {
    return this.#vins[slot]
  }

  modelAt(slot: number): string {
    return this.#models[slot] ?? ''
  }

  /** Adds or moves a vehicle. Returns its slot. */
  put(vehicle: MapVehicle): number {
    const slot = this.enter(vehicle.vin, vehicle)
    this.move(slot, rowOf(vehicle), 0)
    return slot
  }

  /** The slot of a vehicle, allocated if necessary; it has a position only after a move. */
  enter(vin: string, { uuid, model }: { readonly uuid?: string; readonly model?: string }): number {
    const slot = this.#slots.get(vin) ?? this.#enter(vin)
    if (uuid !== undefined) this.#uuids[slot] = uuid
    if (model !== undefined) this.#models[slot] = model
    return slot
  }

  /** Updates a vehicle's row from values in the order of `rowColumns`, starting at index `at` (rule MAP-UI-13). */
  move(slot: number, values: ArrayLike<number>, at: number): void {
    const receivedAt = values[at + 7] ?? 0
    this.x[slot] = worldX(values[at + 1] ?? 0)
    this.y[slot] = worldY(values[at] ?? 0)
    this.#speed[slot] = values[at + 2] ?? NaN
    this.#heading[slot] = values[at + 3] ?? NaN
    this.health[slot] = values[at + 4] ?? 0
    this.stale[slot] = 0
    this.risk[slot] = Math.max(0, Math.min(255, values[at + 5] ?? 0))
    this.#openAlerts[slot] = values[at + 6] ?? 0
    this.receivedAt[slot] = receivedAt
    const measuredAt = (this.measuredAt[slot] = Math.min(receivedAt, values[at + 8] ?? receivedAt))
    this.#seenIn[slot] = this.#snapshot
    if (measuredAt > this.newest) this.newest = measuredAt
    this.#draw(slot)
  }

  /** Removes a vehicle; returns false if it was not present. */
  remove(vin: string): boolean {
    const slot = this.#slots.get(vin)
    if (slot === undefined) return false
    this.#slots.delete(vin)
    this.#vins[slot] = undefined
    this.#models[slot] = ''
    this.#uuids[slot] = undefined
    this.#free.push(slot)
    this.instances[slot * stride + 5] = empty
    this.#touch(slot)
    return true
  }

  /** Applies a complete snapshot: vehicles that it does not contain are removed (rule MAP-UI-14). */
  replace(vehicles: readonly MapVehicle[]): void {
    this.begin()
    for (const vehicle of vehicles) this.put(vehicle)
    this.settle()
  }

  /** Begins a snapshot, which may arrive in parts: until `settle`, vehicles that it does not contain stay. */
  begin(): void {
    this.#snapshot++
  }

  /** Ends the snapshot: vehicles that neither it nor a later change contained are removed. */
  settle(): void {
    for (const [vin, slot] of this.#slots) if (this.#seenIn[slot] !== this.#snapshot) this.remove(vin)
  }

  /**
   * Marks the vehicles that are silent for too long at a server time. Returns the number of stale vehicles (rules
   * MAP-UI-16, MAP-UI-29).
   */
  sweep(now: number): number {
    let count = 0
    this.newest = 0
    for (let slot = 0; slot < this.end; slot++) {
      if (this.#vins[slot] === undefined) continue
      const measuredAt = this.measuredAt[slot] ?? 0
      if (measuredAt > this.newest) this.newest = measuredAt
      const silent = now - (this.receivedAt[slot] ?? 0) > staleAfterMs
      if (silent) count++
      if (silent === (this.stale[slot] === 1)) continue
      this.stale[slot] = silent ? 1 : 0
      this.#draw(slot)
    }
    return count
  }

  read(slot: number): Seen | undefined {
    const vin = this.#vins[slot]
    if (vin === undefined) return undefined
    return {
      vin,
      uuid: this.#uuids[slot],
      model: this.modelAt(slot),
      health: healthAt(this.health[slot] ?? 3),
      stale: this.stale[slot] === 1,
      risk: this.risk[slot] ?? 0,
      openAlerts: this.#openAlerts[slot] ?? 0,
      speedKph: known(this.#speed[slot]),
      headingDeg: known(this.#heading[slot]),
      receivedAt: this.receivedAt[slot] ?? 0,
      ts: this.measuredAt[slot] ?? 0,
    }
  }

  /** The slots that changed since the last call, as [from, to); undefined if none did (rule MAP-UI-15). */
  takeDirty(): readonly [from: number, to: number] | undefined {
    if (this.#dirtyTo < 0) return undefined
    const range = [this.#dirtyFrom, this.#dirtyTo + 1] as const
    this.#dirtyFrom = Infinity
    this.#dirtyTo = -1
    return range
  }

  #enter(vin: string): number {
    const slot = this.#free.pop() ?? this.end++
    if (slot >= this.capacity) this.#grow()
    this.#slots.set(vin, slot)
    this.#vins[slot] = vin
    this.#models[slot] = ''
    return slot
  }

  #draw(slot: number): void {
    const at = slot * stride
    const x = this.x[slot] ?? 0
    const y = this.y[slot] ?? 0
    const heading = this.#heading[slot] ?? NaN
    // a 32-bit float holds a position in the world to about 2 m: the remainder goes into a second float (rule
    // MAP-UI-17)
    this.instances[at] = x
    this.instances[at + 1] = x - Math.fround(x)
    this.instances[at + 2] = y
    this.instances[at + 3] = y - Math.fround(y)
    this.instances[at + 4] = Number.isNaN(heading) ? unknownHeading : (heading * Math.PI) / 180
    this.instances[at + 5] = (this.health[slot] ?? 0) + (this.stale[slot] === 1 ? staleFace : 0)
    this.#touch(slot)
  }

  #touch(slot: number): void {
    if (slot < this.#dirtyFrom) this.#dirtyFrom = slot
    if (slot > this.#dirtyTo) this.#dirtyTo = slot
  }

  #grow(): void {
    const capacity = this.capacity * 2
    const instances = new Float32Array(capacity * stride).fill(empty)
    instances.set(this.instances)
    this.instances = instances
    this.x = longer(this.x, new Float64Array(capacity))
    this.y = longer(this.y, new Float64Array(capacity))
    this.health = longer(this.health, new Uint8Array(capacity))
    this.stale = longer(this.stale, new Uint8Array(capacity))
    this.risk = longer(this.risk, new Uint8Array(capacity))
    this.receivedAt = longer(this.receivedAt, new Float64Array(capacity))
    this.measuredAt = longer(this.measuredAt, new Float64Array(capacity))
    this.#openAlerts = longer(this.#openAlerts, new Uint16Array(capacity))
    this.#speed = longer(this.#speed, new Float32Array(capacity))
    this.#heading = longer(this.#heading, new Float32Array(capacity))
    this.#seenIn = longer(this.#seenIn, new Uint32Array(capacity))
  }
}

type Column =
  | Float64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>

function longer<Kind extends Column>(from: Kind, to: Kind): Kind {
  to.set(from)
  return to
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
