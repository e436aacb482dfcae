import type { PositionEvent } from '../events/events.ts'
import { type Area, type Detector, type Finding, isKind } from './detector.ts'
import { isInside } from './geo.ts'

interface Memory {
  /** The vehicle's last position; undefined before the first. */
  last: { readonly lat: number; readonly lon: number } | undefined
  ts: number
}

/**
 * Detects a vehicle that crossed the outline of an area: it has left or entered it (rules GEOFENCE-1 to GEOFENCE-6).
 * Both positions are compared with the area as it is now, so that drawing it around a vehicle is no crossing.
 */
export const geofence: Detector<Memory> = {
  name: 'geofence',
  kinds: ['position'],
  start: (_saved, { lastPosition }) => ({ last: lastPosition ?? undefined, ts: lastPosition?.ts ?? -Infinity }),
  step(memory, event, facts, emit) {
    if (!isKind(event, 'position') || event.ts < memory.ts) return
    const { last } = memory
    memory.ts = event.ts
    memory.last = { lat: event.lat, lon: event.lon }
    if (!last) return
    for (const area of facts.areas) {
      const crossing = crossingOf(area, last, event)
      if (crossing && (area.alertOn === 'both' || area.alertOn === crossing))
        emit(findingOf(area, crossing, event, facts.vin))
    }
  },
}

type Place = NonNullable<Memory['last']>

function crossingOf(area: Area, from: Place, to: Place): 'leave' | 'enter' | undefined {
  const wasIn = isInside(area, from.lat, from.lon)
  const isIn = isInside(area, to.lat, to.lon)
  if (wasIn === isIn) return undefined
  return isIn ? 'enter' : 'leave'
}

const words = {
  leave: { rule: 'geofence-exit', title: 'Left', expected: 'inside' },
  enter: { rule: 'geofence-entry', title: 'Entered', expected: 'outside' },
} as const

function findingOf(
  area: Area,
  crossing: 'leave' | 'enter',
  { lat, lon, ts }: Pick<PositionEvent, 'lat' | 'lon' | 'ts'>,
  vin: string,
): Finding {
  const { rule, title, expected } = words[crossing]
  return {
    source: 'detector',
    rule,
    key: `${rule}:${area.uuid}`,
    severity: area.severity,
    count: 1,
    ts,
    title: `${title} geofence ${area.name}`,
    explanation: [
      { field: 'position', observed: `${lat.toFixed(5)}, ${lon.toFixed(5)}`, expected: `${expected} ${area.name}` },
    ],
    observables: [
      { kind: 'vin', value: vin },
      { kind: 'geofence', value: area.name },
    ],
    evidence: 'position',
  }
}
