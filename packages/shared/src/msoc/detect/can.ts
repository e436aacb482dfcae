import { readHex } from '../../core/hex.ts'
import { type CanFrame, canFlags, dlcOf } from '../can/frame.ts'
import type { CanProfile } from '../can/profile.ts'
import { type BusWatch, createBusWatch } from '../can/watch.ts'
import type { SavedWatch, SavedWatches } from '../can/watch-state.ts'
import type { CanEvent, TelemetryEvent } from '../events/events.ts'
import { type Detector, type Finding, isKind, type VehicleFacts } from './detector.ts'

/** Maximum number of watched buses of a vehicle; further buses are ignored (rule CAN-3). */
const busesWatched = 16
/** How long a speed of the vehicle is used, ms. */
const speedHoldsMs = 10_000
const movingKph = 3

interface Watched {
  readonly watch: BusWatch
  readonly facts: { profile: CanProfile | undefined; isMoving: boolean | undefined }
}

interface Memory {
  generation: number
  readonly buses: Map<string, Watched>
  /** The saved state of the buses: the object is replaced when one of them changes. */
  saved: Record<string, SavedWatch>
  speed: { readonly kph: number; readonly at: number } | undefined
  isReset: boolean
}

/** Shared by all: a frame is decoded, passed to the watch, and overwritten by the next one. */
const payload = new Uint8Array(64)
const views = Array.from({ length: 65 }, (_, length) => payload.subarray(0, length))
const frame: { -readonly [K in keyof CanFrame]: CanFrame[K] } = {
  ts: 0,
  bus: '',
  id: 0,
  flags: 0,
  dlc: 0,
  data: payload,
}

/**
 * Watches the buses of a vehicle, each separately: by learning it, or by the profile of the vehicle model (rules of
 * ../can/SPEC.md).
 */
export const can: Detector<Memory> = {
  name: 'can',
  kinds: ['can', 'position', 'telemetry'],
  start(stored, facts) {
    const saved = (stored ?? undefined) as SavedWatches | undefined
    return {
      generation: facts.canGeneration,
      buses: new Map(),
      saved: saved?.generation === facts.canGeneration ? { ...saved.buses } : {},
      speed: undefined,
      isReset: false,
    }
  },
  step(memory, event, facts, emit, arrival) {
    if (memory.generation !== facts.canGeneration) forget(memory, facts)
    if (isKind(event, 'can')) return watchFrames(memory, event, facts, emit, 'step')
    const kph = isKind(event, 'position') ? event.speedKph : isKind(event, 'telemetry') ? speedIn(event) : null
    const at = clockOf(event)
    if (kph !== null) memory.speed = { kph, at }
    for (const { watch, facts: known } of memory.buses.values()) {
      known.isMoving = isMoving(memory, at)
      watch.tick(at, emit, arrival)
      watch.flush(emit)
    }
  },
  recall(memory, event, facts) {
    if (isKind(event, 'can')) watchFrames(memory, event, facts, () => undefined, 'recall')
    else can.step(memory, event, facts, () => undefined, { at: clockOf(event), isLate: true })
  },
  save(memory) {
    let isChanged = memory.isReset
    memory.isReset = false
    for (const [bus, { watch }] of memory.buses) {
      const saved = watch.save(memory.saved[bus])
      if (!saved) continue
      memory.saved[bus] = saved
      isChanged = true
    }
    return isChanged
      ? ({ generation: memory.generation, buses: { ...memory.saved } } satisfies SavedWatches)
      : undefined
  },
}

/** Deletes what was learned, so that the buses are learned again: after a change of a control unit or its software. */
function forget(memory: Memory, facts: VehicleFacts): void {
  memory.generation = facts.canGeneration
  memory.buses.clear()
  memory.saved = {}
  memory.isReset = true
}

function watchFrames(
  memory: Memory,
  event: CanEvent,
  facts: VehicleFacts,
  emit: (finding: Finding) => void,
  how: 'step' | 'recall',
): void {
  const watched = memory.buses.get(event.bus) ?? begin(memory, event.bus, facts)
  if (!watched) return
  const { watch, facts: known } = watched
  const clock = clockOf(event)
  // findings have the record's time, detectors use the vehicle's clock: a suspect clock has the wrong day but measures
  // seconds correctly
  const say =
    event.deviceTs === null
      ? emit
      : (finding: Finding) => emit({ ...finding, ts: event.ts + Math.max(0, finding.ts - clock) })
  known.profile = facts.profileOf(event.bus)
  known.isMoving = isMoving(memory, clock)
  frame.bus = event.bus
  for (const [dtUs, id, hex] of event.frames) {
    frame.ts = clock + dtUs / 1000
    frame.id = id
    frame.flags = id > 0x7ff ? event.flags | canFlags.ext : event.flags
    frame.data = views[readHex(hex, payload)]!
    frame.dlc = dlcOf(frame.data.length)
    watch[how](frame, say)
  }
  watch.flush(say)
}

function begin(memory: Memory, bus: string, facts: VehicleFacts): Watched | undefined {
  if (memory.buses.size >= busesWatched) return undefined
  const known = { vin: facts.vin, bus, profile: facts.profileOf(bus), isMoving: undefined as boolean | undefined }
  const watched = {
    watch: createBusWatch(known, Object.hasOwn(memory.saved, bus) ? memory.saved[bus] : undefined),
    facts: known,
  }
  memory.buses.set(bus, watched)
  return watched
}

const clockOf = (event: { readonly ts: number; readonly deviceTs: number | null }) => event.deviceTs ?? event.ts

function speedIn({ signals }: TelemetryEvent): number | null {
  const speed = signals.find(([path]) => path === 'Vehicle.Speed')?.[1]
  return typeof speed === 'number' ? speed : null
}

function isMoving({ speed }: Memory, at: number): boolean | undefined {
  return speed && Math.abs(at - speed.at) <= speedHoldsMs ? speed.kph >= movingKph : undefined
}
