import { type Detector, isKind } from './detector.ts'
import { distanceM } from './geo.ts'

/** No road vehicle is faster; below this distance noise and rounding can look like speed (rule MOVEMENT-1). */
const fastestKph = 500
const leastJumpM = 2_000

interface Memory {
  lat: number
  lon: number
  ts: number
}

/**
 * Detects positions that a vehicle cannot have driven between: a spoofed receiver, or two devices with one identity
 * (rules MOVEMENT-1 to MOVEMENT-3).
 */
export const impossibleMovement: Detector<Memory> = {
  name: 'impossible-movement',
  kinds: ['position'],
  start: (_saved, { lastPosition }) => ({
    lat: lastPosition?.lat ?? 0,
    lon: lastPosition?.lon ?? 0,
    ts: lastPosition?.ts ?? Number.NaN,
  }),
  step(memory, event, facts, emit) {
    if (!isKind(event, 'position') || event.deviceTs !== null || event.ts < memory.ts) return
    const apartM = distanceM(memory.lat, memory.lon, event.lat, event.lon)
    const hours = (event.ts - memory.ts) / 3_600_000
    if (apartM >= leastJumpM && apartM / 1000 > fastestKph * hours) {
      const km = Math.round(apartM / 1000)
      const seconds = Math.round(hours * 3600)
      emit({
        source: 'detector',
        rule: 'impossible-movement',
        key: 'impossible-movement',
        severity: 'high',
        count: 1,
        ts: event.ts,
        title: `Impossible movement: ${km} km in ${seconds} s`,
        explanation: [
          {
            field: 'position',
            observed: `${event.lat.toFixed(5)}, ${event.lon.toFixed(5)}`,
            expected: `within reach of ${memory.lat.toFixed(5)}, ${memory.lon.toFixed(5)}`,
          },
          {
            field: 'speed between positions',
            observed:
              hours > 0 ? `${Math.round(apartM / 1000 / hours).toLocaleString('en')} km/h` : 'two places at once',
            expected: `at most ${fastestKph} km/h`,
          },
        ],
        observables: [{ kind: 'vin', value: facts.vin }],
        evidence: 'position',
      })
    }
    memory.lat = event.lat
    memory.lon = event.lon
    memory.ts = event.ts
  },
}
