import type { City } from './cities.ts'
import { distanceM, metresPerLonDegree, offsetFrom, type Place } from './geo.ts'
import { randomFrom } from '../random.ts'
import { timetable, type Track, type Waypoint } from './track.ts'

const KNOT_EVERY_M = 200
const STARTS_FROM_CENTRE_M = 6000

/**
 * A motorway trip between two cities and back: a nearly straight line with some curves, with carriageways 16 m apart,
 * slower near the towns, and a pause of half an hour at each end. `cruise` in m/s.
 */
export function corridorRun(from: City, to: City, cruise: number, seed: number): Track {
  const there = motorway(from, to, seed)
  const back = [...there].reverse()
  return timetable([...carriageway(there, cruise, 1500), ...carriageway(back, cruise, 1800)])
}

/** The centre line of the motorway: gentle curves that vanish at both ends. */
function motorway(from: City, to: City, seed: number): Place[] {
  const random = randomFrom(seed)
  const length = distanceM(from, to)
  const curves = [1, 2, 5, 11].map((waves) => ({
    waves,
    size: ((random() - 0.5) * 0.12 * length) / (waves + 2),
    phase: random() * 6.28,
  }))
  const knots = Math.round((length - 2 * STARTS_FROM_CENTRE_M) / KNOT_EVERY_M)
  return Array.from({ length: knots + 1 }, (_, i) => {
    const part = (STARTS_FROM_CENTRE_M + i * KNOT_EVERY_M) / length
    const offset = curves.reduce(
      (sum, { waves, size, phase }) => sum + size * Math.sin(waves * Math.PI * 2 * part + phase),
      0,
    )
    return beside(from, to, part, offset * Math.sin(Math.PI * (i / knots)))
  })
}

/** The place at the share `part` of the way from a to b, `offset` metres to the right of the line. */
function beside(a: Place, b: Place, part: number, offset: number): Place {
  const at = { lat: a.lat + (b.lat - a.lat) * part, lon: a.lon + (b.lon - a.lon) * part }
  const [east, north] = [(b.lon - a.lon) * metresPerLonDegree(at.lat), (b.lat - a.lat) * metresPerLonDegree(0)]
  const length = Math.hypot(east, north)
  return offsetFrom(at, (north / length) * offset, (-east / length) * offset)
}

function carriageway(line: readonly Place[], cruise: number, pauseS: number): Waypoint[] {
  return line.map((place, i) => {
    const next = line[i + 1] ?? line[i]!
    const last = line[i - 1] ?? line[i]!
    const { lat, lon } = rightOf(place, last, next)
    const knotsFromTown = Math.min(i, line.length - 1 - i)
    return { lat, lon, limit: knotsFromTown < 15 ? Math.min(cruise, 22) : cruise, stopS: i === 0 ? pauseS : 0 }
  })
}

function rightOf(place: Place, last: Place, next: Place): Place {
  const [east, north] = [
    (next.lon - last.lon) * metresPerLonDegree(place.lat),
    (next.lat - last.lat) * metresPerLonDegree(0),
  ]
  const length = Math.hypot(east, north)
  return offsetFrom(place, (north / length) * 8, (-east / length) * 8)
}
