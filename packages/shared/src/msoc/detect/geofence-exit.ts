import { type Detector, isKind } from './detector.ts'
import { isInside } from './geo.ts'

interface Memory {
  /** The areas that contained the vehicle's last position. */
  inside: Set<string>
  ts: number
}

/** Detects a vehicle that was in an area and has left it (rules GEOFENCE-1 to GEOFENCE-3). */
export const geofenceExit: Detector<Memory> = {
  name: 'geofence-exit',
  kinds: ['position'],
  start: (_saved, { areas, lastPosition }) => ({
    inside: new Set(
      lastPosition
        ? areas.filter((area) => isInside(area, lastPosition.lat, lastPosition.lon)).map((area) => area.uuid)
        : [],
    ),
    ts: lastPosition?.ts ?? -Infinity,
  }),
  step(memory, event, facts, emit) {
    if (facts.areas.length === 0 || !isKind(event, 'position') || event.ts < memory.ts) return
    memory.ts = event.ts
    for (const area of facts.areas) {
      const isIn = isInside(area, event.lat, event.lon)
      const wasIn = memory.inside.has(area.uuid)
      if (isIn) memory.inside.add(area.uuid)
      if (isIn || !wasIn) continue
      memory.inside.delete(area.uuid)
      emit({
        source: 'detector',
        rule: 'geofence-exit',
        key: `geofence-exit:${area.uuid}`,
        severity: area.severity,
        count: 1,
        ts: event.ts,
        title: `Left geofence ${area.name}`,
        explanation: [
          {
            field: 'position',
            observed: `${event.lat.toFixed(5)}, ${event.lon.toFixed(5)}`,
            expected: `inside ${area.name}`,
          },
        ],
        observables: [
          { kind: 'vin', value: facts.vin },
          { kind: 'geofence', value: area.name },
        ],
        evidence: 'position',
      })
    }
  },
}
