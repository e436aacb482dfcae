import type { CanEvent } from '../events.ts'
import { type Detector, isKind } from './detector.ts'

/** A bus is learned once this much vehicle time has passed and this many frames were seen (rule U1). */
const learnMs = 60_000
const learnFrames = 1_000
const idsRemembered = 2_048
const busesRemembered = 16
/** After this many different unknown ids the bus is being fuzzed: one alert more, not thousands (rule U4). */
const unknownTold = 32

interface Bus {
  known: Set<number>
  since: number
  frames: number
  learned: boolean
  unknown: Set<number>
}

interface Memory {
  readonly buses: Map<string, Bus>
  changed: boolean
}

type Saved = Record<string, { ids: number[]; since: number; frames: number; learned: boolean }>

/** Arbitration ids that a bus never carried while it was learned (rules U1-U5). */
export const canUnknownId: Detector<Memory> = {
  name: 'can-unknown-id',
  kinds: ['can'],
  start: (saved) => ({ changed: false, buses: new Map(Object.entries((saved ?? {}) as Saved).map(([name, bus]) => [name, thawed(bus)])) }),
  step(memory, event, facts, tell) {
    if (!isKind(event, 'can')) return
    const bus = busOf(memory, event)
    if (!bus) return
    if (!bus.learned) return learn(memory, bus, event)
    for (const [id, found] of unknownIn(bus, event)) {
      const fuzzed = bus.unknown.size >= unknownTold && !bus.unknown.has(id)
      if (!fuzzed) bus.unknown.add(id)
      const text = idText(id)
      tell({
        source: 'detector', rule: 'can-unknown-id', severity: fuzzed ? 'critical' : 'high', count: found.count, ts: found.ts, bus: event.bus,
        key: fuzzed ? `can-unknown-id:${event.bus}:many` : `can-unknown-id:${event.bus}:${id}`,
        title: fuzzed ? `Many unknown arbitration ids on ${event.bus}` : `Unknown arbitration id ${text} on ${event.bus}`,
        explanation: [
          { field: 'can.id', observed: text, expected: `one of ${bus.known.size} learned ids` },
          { field: 'data', observed: found.hex, expected: '' },
        ],
        observables: [
          { kind: 'vin', value: facts.vin },
          { kind: 'bus', value: event.bus },
          ...(fuzzed ? [] : [{ kind: 'arbitration_id' as const, value: text }]),
        ],
        evidence: 'can',
      })
    }
  },
  save(memory) {
    if (!memory.changed) return undefined
    memory.changed = false
    return Object.fromEntries([...memory.buses].map(([name, { known, since, frames, learned }]) => [name, { ids: [...known], since, frames, learned }]))
  },
}

/** An arbitration id as people write it: three digits for 11 bits, eight for 29. */
export function idText(id: number): string {
  return `0x${id.toString(16).toUpperCase().padStart(id > 0x7ff ? 8 : 3, '0')}`
}

function thawed(saved: Saved[string]): Bus {
  return { known: new Set(saved.ids), since: saved.since, frames: saved.frames, learned: saved.learned, unknown: new Set() }
}

function busOf(memory: Memory, event: CanEvent): Bus | undefined {
  const known = memory.buses.get(event.bus)
  if (known || memory.buses.size >= busesRemembered) return known
  const bus: Bus = { known: new Set(), since: event.ts, frames: 0, learned: false, unknown: new Set() }
  memory.buses.set(event.bus, bus)
  return bus
}

function learn(memory: Memory, bus: Bus, event: CanEvent): void {
  const before = bus.known.size
  for (const frame of event.frames) if (bus.known.size < idsRemembered) bus.known.add(frame[1])
  bus.frames += event.frames.length
  bus.learned = bus.frames >= learnFrames && event.ts - bus.since >= learnMs
  if (bus.known.size > before || bus.learned) memory.changed = true
}

/** The event's unknown ids with how often each came; undefined ones cost one look-up a frame and nothing else. */
function unknownIn(bus: Bus, event: CanEvent): Map<number, { count: number; ts: number; hex: string }> {
  let found: Map<number, { count: number; ts: number; hex: string }> | undefined
  for (const [dtUs, id, hex] of event.frames) {
    if (bus.known.has(id)) continue
    found ??= new Map()
    const seen = found.get(id)
    if (seen) seen.count += 1
    else if (found.size < idsRemembered) found.set(id, { count: 1, ts: event.ts + dtUs / 1000, hex })
  }
  return found ?? none
}

const none: ReturnType<typeof unknownIn> = new Map()
