import type { CanEvent } from '../events.ts'
import { idText } from './can-unknown-id.ts'
import { type Detector, isKind, type VehicleFacts } from './detector.ts'

/**
 * Within one second of vehicle time. The quickest cycle in use is 5 ms (200 frames/s), and a 500 kbit/s bus carries about
 * 4,000 frames/s when full: an attacker who wants arbitration needs far more than the first, and no sound bus reaches the second.
 */
const framesOfOneId = 500
const framesOfTheBus = 3_500
const windowMs = 1_000
const idsCounted = 2_048
const busesCounted = 16

interface Window {
  /** By the vehicle's own clock: a suspect one is wrong about the day but not about a second. */
  start: number
  frames: number
  ids: Map<number, number>
}

interface Memory {
  readonly buses: Map<string, Window>
}

/** One id, or the whole bus, far above what a bus carries: arbitration is being denied to the others (rules O1-O4). */
export const canFlood: Detector<Memory> = {
  name: 'can-flood',
  kinds: ['can'],
  start: () => ({ buses: new Map() }),
  step(memory, event, facts, tell) {
    if (!isKind(event, 'can')) return
    const window = windowOf(memory, event)
    if (!window) return
    for (const [dtUs, id] of event.frames) {
      const ts = event.ts + dtUs / 1000
      const clock = (event.deviceTs ?? event.ts) + dtUs / 1000
      // a clock that was set back begins anew too, else a window would last until it is where it was
      if (Math.abs(clock - window.start) >= windowMs) restart(window, clock)
      window.frames += 1
      const count = (window.ids.get(id) ?? 0) + 1
      if (count > 1 || window.ids.size < idsCounted) window.ids.set(id, count)
      if (count === framesOfOneId) tell(flood(event, facts, ts, `${event.bus}:${id}`, `Flood of ${idText(id)} on ${event.bus}`, framesOfOneId, id))
      if (window.frames === framesOfTheBus) tell(flood(event, facts, ts, event.bus, `Bus load flood on ${event.bus}`, framesOfTheBus))
    }
  },
}

function windowOf(memory: Memory, event: CanEvent): Window | undefined {
  const known = memory.buses.get(event.bus)
  if (known || memory.buses.size >= busesCounted) return known
  const window: Window = { start: event.deviceTs ?? event.ts, frames: 0, ids: new Map() }
  memory.buses.set(event.bus, window)
  return window
}

function restart(window: Window, start: number): void {
  window.start = start
  window.frames = 0
  window.ids.clear()
}

function flood(event: CanEvent, facts: VehicleFacts, ts: number, key: string, title: string, frames: number, id?: number) {
  return {
    source: 'detector' as const, rule: 'can-flood', key: `can-flood:${key}`, title, severity: 'critical' as const, count: 1, ts, bus: event.bus,
    explanation: [{ field: 'frames within 1 s', observed: `${frames} and more`, expected: `fewer than ${frames}` }],
    observables: [
      { kind: 'vin' as const, value: facts.vin },
      { kind: 'bus' as const, value: event.bus },
      ...(id === undefined ? [] : [{ kind: 'arbitration_id' as const, value: idText(id) }]),
    ],
    evidence: 'can' as const,
  }
}
