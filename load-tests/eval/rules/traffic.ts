import { canFlags, type CanFrame, hexOf } from '@carapace/shared/msoc/can/frame'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import type { CanEvent, PackedFrame, VehicleEvent } from '@carapace/shared/msoc/events/events'
import { isExtendedBus } from '../../can/attacks/making.ts'
import { arbitrate } from '../../can/arbitrate.ts'
import { createChance } from '../../can/chance.ts'
import { inject } from '../../can/inject.ts'
import { createModel, trafficOf, type Trip } from '../../can/traffic.ts'
import { type Fleet, windowOf } from '../../fleet/fleet-window.ts'
import { lineOf, logEvent } from '../../fleet/sending/events.ts'
import { fleetOf } from '../../fleet/vehicles/vehicles.ts'
import { type Database, ownDatabases } from '../databases.ts'
import { scenarios } from '../scenarios.ts'
import { generatedStage } from '../stages.ts'

/** An attack on one vehicle. */
export interface LabelledAttack {
  readonly vin: string
  readonly kind: string
  readonly from: number
  readonly to: number
}

/** Traffic of vehicles in order of time, and everything in it that is an attack. */
export interface LabelledTraffic {
  readonly name: string
  readonly vehicleHours: number
  readonly attacks: readonly LabelledAttack[]
  readonly events: Iterable<VehicleEvent>
  readonly dbc: CompiledDbc | undefined
}

const minuteMs = 60_000
/** Frames a second: a moderate load. */
const calmLoad = 300
/** Nothing here is too old. */
const keepMs = Infinity
const startMs = Date.UTC(2026, 4, 4, 8)

/** The simulated fleet, attacked every two minutes. */
export function fleetTraffic(seed: number, vehicles: number, minutes: number): LabelledTraffic {
  const fleet: Fleet = {
    seed,
    vehicles: fleetOf(seed, vehicles),
    canCount: Math.ceil(vehicles / 10),
    attackEveryMs: 2 * minuteMs,
    busesLearnedAt: startMs + 2 * minuteMs,
    hz: 0.2,
    attacked: true,
    requested: [],
  }
  const attacks: LabelledAttack[] = []
  const events: VehicleEvent[][] = []
  for (let from = startMs; from < startMs + minutes * minuteMs; from += minuteMs) {
    const window = windowOf(fleet, from, from + minuteMs)
    for (const { kind, victim, from: begins, to } of window.attacks)
      // what shows in no event is for other parts of the product: silence, and lines that are refused
      if (!kind.silences && !kind.lines) attacks.push({ vin: victim.vin, kind: kind.name, from: begins, to })
    const lines = [...window.lines.flatMap(({ lines: own }) => own), ...window.logs.map((log) => lineOf(logEvent(log)))]
    events.push(lines.flatMap(({ text }) => decoded(text)).sort((a, b) => a.ts - b.ts))
  }
  return {
    name: 'fleet',
    vehicleHours: (vehicles * minutes) / 60,
    attacks,
    events: events.flat(),
    dbc: ownDatabases().find(({ name }) => name === 'fleet')?.dbc,
  }
}

function decoded(line: string): VehicleEvent[] {
  const given = parsedJson(line) as { ts?: unknown } | undefined
  const receivedAt = typeof given?.ts === 'number' ? given.ts : startMs
  const event = decodeEvent(given, { receivedAt, keepMs })
  return event.ok ? [event.value] : []
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every attack on a bus of one of our databases, as `npm run eval:can` makes them: each on a vehicle of its own. */
export function* busTraffic(seed: number): Generator<LabelledTraffic> {
  for (const [i, database] of ownDatabases().entries()) yield* attacksOn(database, seed * 100 + i)
}

function* attacksOn(database: Database, seed: number): Generator<LabelledTraffic> {
  const stage = generatedStage(database, seed)
  const suitable = scenarios.filter(({ kind }) => kind !== 'j1939' || isExtendedBus(stage.survey))
  for (const [number, { kind, variant, make }] of suitable.entries()) {
    const vin = `${database.name}-${kind}-${number}`.replaceAll(/[^\w-]/g, '')
    const chance = createChance(seed).fork(number)
    const spans = stage.spans.map((span, i) => make.ordinary(stage.survey, span, chance.fork(i)))
    const frames = [...arbitrate(inject(stage.frames, spans), 500_000)]
    yield {
      name: `${kind}, ${variant} (${database.name})`,
      vehicleHours: (frames.at(-1)!.ts - frames[0]!.ts) / 3_600_000,
      attacks: stage.spans.map(({ from, to }) => ({ vin, kind: `bus: ${kind}`, from, to })),
      events: packed(frames, vin),
      dbc: database.dbc,
    }
  }
}

/** A vehicle with each of our databases that nobody attacks: drives, pauses, and visits of testers. */
export function* calmTraffic(seed: number, minutes: number): Generator<LabelledTraffic> {
  for (const [i, { name, dbc }] of ownDatabases().entries()) {
    const trip: Trip = { bus: 'can0', seed: seed + i, startMs, awakeMs: minutes * minuteMs, habits: 'life' }
    yield {
      name: `benign (${name})`,
      vehicleHours: minutes / 60,
      attacks: [],
      events: packed(trafficOf(createModel(dbc, seed, calmLoad), trip), `benign-${name}`),
      dbc,
    }
  }
}

/** The frames as events of a second, as recorders send them; classical and extended ones apart. */
export function* packed(frames: Iterable<CanFrame>, vin: string): Generator<CanEvent> {
  let second: CanFrame[] = []
  for (const frame of frames) {
    if (second.length > 0 && frame.ts >= second[0]!.ts + 1000) {
      yield* eventsOf(second, vin)
      second = []
    }
    second.push({ ...frame, data: frame.data.slice() })
  }
  yield* eventsOf(second, vin)
}

function eventsOf(second: readonly CanFrame[], vin: string): CanEvent[] {
  const kinds = Map.groupBy(second, ({ bus, flags }) => `${bus} ${flags & canFlags.ext}`)
  return [...kinds.values()].map((some) => {
    const { ts, bus, flags } = some[0]!
    return {
      kind: 'can',
      vehicle: vin,
      ts,
      deviceTs: null,
      bus,
      flags,
      frames: some.map((frame): PackedFrame => [Math.round((frame.ts - ts) * 1000), frame.id, hexOf(frame.data)]),
    }
  })
}
