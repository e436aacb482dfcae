import type { City } from './cities.ts'
import { offsetFrom } from './geo.ts'
import { chance, hash, randomFrom } from '../random.ts'
import { quickestWay, type Street, type Streets } from './streets.ts'
import { timetable, type Track, type Waypoint } from './track.ts'

/** A point of a route in metres from the city centre. */
interface Metres {
  east: number
  north: number
}

const KNOT_EVERY_M = 20
const CORNER_M = 12
const SIDEWAYS_ACCELERATION = 2.2

/**
 * A day's tour in one city: from a depot to several addresses and back, by the fastest route for this driver, with
 * rounded corners, red lights, and some minutes at each address. The same seed gives the same tour.
 */
export function cityTour(city: City, streets: Streets, seed: number): Track {
  const random = randomFrom(seed)
  const { nodes, addresses } = tourNodes(streets, random, seed)
  const route: Waypoint[] = []
  const put = (at: Metres, limit: number, stopS = 0) => {
    const { lat, lon } = offsetFrom(city, at.east, at.north)
    route.push({ lat, lon, limit, stopS })
  }
  nodes.forEach((node, i) => {
    const next = nodes[i + 1]
    if (next === undefined) return
    const street = streetTo(streets, node, next)
    const before = nodes[i - 1]
    if (before === undefined || addresses.has(i))
      put(pointOf(streets, node), street.limit, i === 0 ? 300 + random() * 500 : 60 + random() * 140)
    else turn(streets, [before, node, next], random, put)
    straight(streets, node, next, street.limit, put)
  })
  return timetable(route)
}

/** The nodes of a tour, and the indexes in that list at which it stops at an address. */
function tourNodes(streets: Streets, random: () => number, seed: number): { nodes: number[]; addresses: Set<number> } {
  const home = Math.floor(random() * streets.east.length)
  const nodes = [home]
  const addresses = new Set<number>()
  const errands = 4 + Math.floor(random() * 5)
  for (let errand = 0; errand <= errands; errand++) {
    const goal = errand === errands ? home : Math.floor(random() * streets.east.length)
    const here = nodes[nodes.length - 1]!
    const taste = (from: number, to: number) => 0.75 + 0.7 * chance(seed, from, to, errand)
    const way =
      goal === here
        ? undefined
        : (quickestWay(streets, here, goal, taste, nodes[nodes.length - 2]) ?? quickestWay(streets, here, goal, taste))
    if (!way) continue
    nodes.push(...way.slice(1))
    addresses.add(nodes.length - 1)
  }
  // a depot without a way out (a few corners of the map have none) is replaced by another
  return nodes.length > 20 && nodes[nodes.length - 1] === home
    ? { nodes, addresses }
    : tourNodes(streets, random, hash(seed, 1))
}

function streetTo(streets: Streets, from: number, to: number): Street {
  return streets.leaving[from]!.find((street) => street.to === to)!
}

function pointOf(streets: Streets, node: number): Metres {
  return { east: streets.east[node]!, north: streets.north[node]! }
}

/** Passes a crossing: sometimes a red light before it, then a curve as tight as the corner is. */
function turn(
  streets: Streets,
  [before, node, next]: [number, number, number],
  random: () => number,
  put: (at: Metres, limit: number, stopS?: number) => void,
): void {
  const [a, corner, b] = [pointOf(streets, before), pointOf(streets, node), pointOf(streets, next)]
  const [entry, exit] = [towards(corner, a, CORNER_M), towards(corner, b, CORNER_M)]
  const [arriving, leaving] = [streetTo(streets, before, node), streetTo(streets, node, next)]
  const limit = Math.min(arriving.limit, leaving.limit, cornerSpeed(a, corner, b))
  put(entry, limit, random() < redLight(streets, node, arriving) ? 4 + random() * 34 : 0)
  for (const part of [0.25, 0.5, 0.75]) put(bezier(entry, corner, exit, part), limit)
  put(exit, leaving.limit)
}

function redLight(streets: Streets, node: number, arriving: Street): number {
  const arterials = streets.leaving[node]!.filter((street) => street.arterial).length
  if (arterials >= 3) return 0.38
  return arriving.arterial ? 0.06 : 0.15
}

/** The speed that a turn allows: the tighter the corner, the slower. */
function cornerSpeed(a: Metres, corner: Metres, b: Metres): number {
  const turned = Math.abs(
    Math.atan2(b.north - corner.north, b.east - corner.east) - Math.atan2(corner.north - a.north, corner.east - a.east),
  )
  const angle = Math.min(turned, 2 * Math.PI - turned)
  const radius = CORNER_M / Math.tan(Math.max(angle, 0.02) / 2)
  return Math.max(2.8, Math.sqrt(SIDEWAYS_ACCELERATION * Math.max(radius, 0)))
}

function straight(
  streets: Streets,
  from: number,
  to: number,
  limit: number,
  put: (at: Metres, limit: number) => void,
): void {
  const [a, b] = [pointOf(streets, from), pointOf(streets, to)]
  const length = Math.hypot(b.east - a.east, b.north - a.north)
  const pieces = Math.floor((length - 2 * CORNER_M) / KNOT_EVERY_M)
  for (let i = 1; i < pieces; i++) put(towards(a, b, CORNER_M + ((length - 2 * CORNER_M) * i) / pieces), limit)
}

function towards(from: Metres, to: Metres, metres: number): Metres {
  const part = Math.min(1, metres / Math.hypot(to.east - from.east, to.north - from.north))
  return { east: from.east + (to.east - from.east) * part, north: from.north + (to.north - from.north) * part }
}

function bezier(a: Metres, control: Metres, b: Metres, part: number): Metres {
  const [wa, wc, wb] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2]
  return {
    east: wa * a.east + wc * control.east + wb * b.east,
    north: wa * a.north + wc * control.north + wb * b.north,
  }
}
