import { readHex } from '../../core/hex.ts'
import { keyOf } from '../can/frame.ts'
import type { CanEvent, PositionEvent, TelemetryEvent } from '../events/events.ts'
import { frameFlags } from '../events/events.ts'
import { type Compared, type Emit, gps, hasRole, measure, sourceOf, type To } from './consistency/compared.ts'
import { type Fix, fixOf, speedBetween, turningBetween } from './consistency/fixes.ts'
import { type SavedLine, saveLine } from './consistency/line.ts'
import type { Pair } from './consistency/pairs.ts'
import { quantityOfPath, readersOf, type SignalReader } from './consistency/quantities.ts'
import type { Role } from './consistency/relations.ts'
import { newestOf, sampledMs, type Source } from './consistency/source.ts'
import { type Detector, isKind, type VehicleFacts } from './detector.ts'

interface Memory {
  generation: number
  /** Undefined until something other than positions was seen: positions alone are compared with nothing. */
  compared: Compared | undefined
  fix: Fix | undefined
  /** The fix from which the distance to the newest one is taken. */
  chord: Fix | undefined
  lines: Readonly<Record<string, SavedLine>>
  /** `markOf` what was saved last. */
  savedMark: string
}

interface Saved {
  readonly generation: number
  readonly lines: Readonly<Record<string, SavedLine>>
}

/** Most buses of a vehicle that are read. */
const busesMost = 8
/** Speeds of a bus that are compared: that of the vehicle and one of the wheels. Of other quantities one. */
const speedsOfBus = 2
const payload = new Uint8Array(64)
const telemetryPlace = 'telemetry'

/**
 * Compares what independent sources say about one physical fact: speed by bus, telemetry and GPS, turning by heading,
 * yaw rate and steering, torque and acceleration, energy and state of charge (rules CONSISTENCY-1 to CONSISTENCY-9 of
 * ../SPEC.md).
 */
export const inconsistentSources: Detector<Memory> = {
  name: 'inconsistent-sources',
  kinds: ['position', 'telemetry', 'can'],
  start(stored, facts) {
    const saved = (stored ?? undefined) as Saved | undefined
    return {
      generation: facts.canGeneration,
      compared: undefined,
      fix: undefined,
      chord: undefined,
      lines: saved?.generation === facts.canGeneration ? saved.lines : {},
      savedMark: '',
    }
  },
  step(memory, event, facts, emit) {
    // by a suspect clock events of different kinds cannot be aligned
    if (event.deviceTs !== null) return
    if (memory.generation !== facts.canGeneration) forget(memory, facts)
    if (isKind(event, 'can')) readFrames(memory, event, facts, emit)
    else if (isKind(event, 'position')) readPosition(memory, event, facts, emit)
    else if (isKind(event, 'telemetry')) readTelemetry(memory, event, facts, emit)
  },
  recall: () => undefined,
  save(memory) {
    const pairs = memory.compared?.pairs ?? []
    const mark = markOf(pairs)
    if (mark === memory.savedMark) return undefined
    memory.savedMark = mark
    const lines: Record<string, SavedLine> = { ...memory.lines }
    for (const { id, line } of pairs) {
      const saved = saveLine(line)
      if (saved) lines[id] = saved
      else delete lines[id]
    }
    const isNothing = Object.keys(lines).length + Object.keys(memory.lines).length === 0
    memory.lines = lines
    return isNothing ? undefined : ({ generation: memory.generation, lines } satisfies Saved)
  },
}

const savedEvery = 300

/** Changes when a pair is watched or no longer watched, and now and then while it goes on being learned. */
function markOf(pairs: readonly Pair[]): string {
  return pairs
    .map(({ line: { state, samples } }) => (state === 'watched' ? Math.floor(samples / savedEvery) : '-'))
    .join()
}

/** Control units or their software changed: what was learned of them no longer holds. */
function forget(memory: Memory, facts: VehicleFacts): void {
  memory.generation = facts.canGeneration
  memory.compared = undefined
  memory.lines = {}
}

function open(memory: Memory): Compared {
  const { lines } = memory
  return (memory.compared ??= { sources: new Map(), pairs: [], buses: new Map(), energy: new Map(), lines })
}

/** Positions alone are compared with nothing: they cost no more than remembering the newest. */
function readPosition(memory: Memory, event: PositionEvent, facts: VehicleFacts, emit: Emit): void {
  const before = memory.fix
  if (before !== undefined && event.ts < before.at) return
  const fix = fixOf(event, before)
  if (fix === undefined) return
  memory.fix = fix
  const { compared } = memory
  if (compared === undefined) return
  const to = { facts, emit, ts: event.ts }
  if (fix.speedKph !== null) measure(compared, sourceOf(compared, gps, 'speed', 'speed'), fix.at, fix.speedKph, to)
  else readChord(memory, compared, fix, to)
  const turning = before && turningBetween(before, fix)
  if (turning && (hasRole(compared, 'yaw') || hasRole(compared, 'cornering')))
    measure(compared, sourceOf(compared, gps, 'change of heading', 'turning'), turning.at, turning.value, to)
}

function readChord(memory: Memory, compared: Compared, fix: Fix, to: To): void {
  const { chord } = memory
  const speed = chord && speedBetween(chord, fix)
  if (speed) measure(compared, sourceOf(compared, gps, 'speed between positions', 'speed'), speed.at, speed.value, to)
  if (chord === undefined || speed !== undefined || fix.at - chord.at > 10_000) memory.chord = fix
}

function readTelemetry(memory: Memory, event: TelemetryEvent, facts: VehicleFacts, emit: Emit): void {
  for (const [path, value] of event.signals) {
    const quantity = typeof value === 'number' ? quantityOfPath(path) : undefined
    if (quantity === undefined) continue
    const compared = open(memory)
    const source = sourceOf(compared, telemetryPlace, path, roleOf(quantity))
    measure(compared, source, event.ts, value as number, { facts, emit, ts: event.ts })
  }
}

const roleOf = (quantity: SignalReader['quantity']): Role => (quantity === 'acceleration' ? 'gaining' : quantity)

function readFrames(memory: Memory, event: CanEvent, facts: VehicleFacts, emit: Emit): void {
  const dbc = (event.flags & frameFlags.rtr) === 0 ? facts.dbcOf(event.bus) : undefined
  if (dbc === undefined) return
  const readers = readersOf(dbc)
  const compared = open(memory)
  const isExtended = (event.flags & frameFlags.ext) !== 0
  for (const [dtUs, id, hex] of event.frames) {
    const ext = isExtended || id > 0x7ff
    const found = readers.of(keyOf(id, ext), id, ext)
    for (let i = 0; i < found.length; i++)
      readSignal(compared, event.bus, found[i]!, event.ts + dtUs / 1_000, hex, facts, emit)
  }
}

function readSignal(
  memory: Compared,
  bus: string,
  reader: SignalReader,
  at: number,
  hex: string,
  facts: VehicleFacts,
  emit: Emit,
): void {
  const source = busSource(memory, bus, reader)
  // a value a second is enough to compare: the others are not decoded
  if (source === null || at < newestOf(source) + sampledMs) return
  const { signal, scale } = reader
  const data = payload.subarray(0, readHex(hex, payload))
  if (!signal.isIn(data)) return
  const raw = signal.raw(data)
  // all ones: not available
  if (!signal.isSigned && raw === 2 ** signal.length - 1) return
  const value = raw * signal.factor + signal.offset
  if (signal.min !== undefined && signal.max !== undefined && signal.max > signal.min)
    if (value < signal.min || value > signal.max) return
  measure(memory, source, at, value * scale, { facts, emit, ts: at })
}

function busSource(memory: Compared, bus: string, reader: SignalReader): Source | null {
  const known = memory.buses.get(bus)
  const had = known?.get(reader)
  if (had !== undefined) return had
  if (known === undefined && memory.buses.size >= busesMost) return null
  const own = known ?? new Map<SignalReader, Source | null>()
  memory.buses.set(bus, own)
  const role = roleOf(reader.quantity)
  const others = [...own.values()].filter((source) => source?.role === role).length
  const hasRoom = others < (role === 'speed' ? speedsOfBus : 1)
  const made = hasRoom ? (sourceOf(memory, bus, reader.name, role) ?? null) : null
  own.set(reader, made)
  return made
}
