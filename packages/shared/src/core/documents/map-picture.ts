import type { BlockOf, Place, Tone } from './report.ts'

/** In points from the picture's upper left corner. */
export type Point = readonly [x: number, y: number]

export interface MapMark {
  readonly at: Point
  /** The number of the place, or those of the places that are drawn as one. */
  readonly text: string
  readonly tone: Tone
}

/** A map as it is drawn: nothing of it is outside of its frame. Sizes are in points. */
export interface MapPicture {
  readonly width: number
  readonly height: number
  /** Meridians and parallels, with their degrees. */
  readonly grid: readonly { readonly line: readonly [Point, Point]; readonly text: string }[]
  readonly outlines: readonly (readonly Point[])[]
  readonly lines: readonly (readonly Point[])[]
  readonly marks: readonly MapMark[]
  readonly scale: { readonly width: number; readonly text: string }
}

/** Text on the map is 8 points high. */
export const mapText = 8
export const markRadius = 7
/** Metres of a degree of latitude, and the smallest width of a map, so that a parked vehicle has surroundings. */
const metresPerDegree = 111_320
const leastMetres = 1_000
/** Share of the picture that is left free around what it shows. */
const border = 0.12
const shapeOf = 0.55
/** So that it and the places below it fit on a landscape page, in points. */
const widest = 480
const mostGridLines = 5
const steps = [1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45]
const lengths = [1, 2, 5].flatMap((n) => [0, 1, 2, 3, 4, 5].map((zeros) => n * 10 ** zeros)).sort((a, b) => a - b)

/** A map of lines and places (Mercator's projection), no wider than `room`: with coasts and borders, grid and scale. */
export function mapPicture(
  { lines, places }: BlockOf<'map'>,
  outlines: readonly (readonly Place[])[],
  room: number,
): MapPicture {
  const width = Math.min(room, widest)
  const height = width * shapeOf
  const first = places[0]?.at ?? lines[0]?.[0] ?? [0, 0]
  const frame = frameOf([...lines.flat(), ...places.map(({ at }) => at)], first[0])
  const jump = (180 / frame.degrees) * width
  const drawn = ([lon, lat]: Place): Point => [
    ((nearest(lon, frame.middle) - frame.west) / frame.degrees) * width,
    height / 2 + ((frame.up - mercator(lat)) / frame.degrees) * width,
  ]
  const degreesHigh = (height / width) * frame.degrees
  const [south, north] = [latitude(frame.up - degreesHigh / 2), latitude(frame.up + degreesHigh / 2)]
  return {
    width,
    height,
    grid: gridOf(frame, [south, north], drawn, { width, height }),
    outlines: outlines.flatMap((line) =>
      inside(
        line.map((place) => drawn(place)),
        { width, height, jump },
      ),
    ),
    lines: lines.map((line) => line.map((place) => drawn(place))),
    marks: marksOf(places.map(({ at, tone }, i) => ({ at: drawn(at), number: i + 1, tone }))),
    scale: scaleOf(width, frame),
  }
}

interface Frame {
  readonly middle: number
  readonly west: number
  /** Its width in degrees of longitude. */
  readonly degrees: number
  /** The projected latitude of its middle. */
  readonly up: number
  /** Metres of a degree of longitude in its middle. */
  readonly metres: number
}

function frameOf(places: readonly Place[], reference: number): Frame {
  const lons = places.map(([lon]) => nearest(lon, reference))
  const ups = places.map(([, lat]) => mercator(lat))
  const [west, east] = [least(lons, reference), most(lons, reference)]
  const [down, up] = [least(ups, 0), most(ups, 0)]
  const middleUp = (down + up) / 2
  const metres = metresPerDegree * Math.cos((latitude(middleUp) * Math.PI) / 180)
  const needed = Math.max(east - west, (up - down) / shapeOf, leastMetres / metres)
  const degrees = needed / (1 - 2 * border)
  const middle = (west + east) / 2
  return { middle, west: middle - degrees / 2, degrees, up: middleUp, metres }
}

const least = (values: readonly number[], none: number) =>
  values.length === 0 ? none : values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[], none: number) =>
  values.length === 0 ? none : values.reduce((a, b) => Math.max(a, b))

/** The longitude, or one a turn further, that is nearest to the reference: maps go on beyond the antimeridian. */
const nearest = (lon: number, reference: number) => lon - 360 * Math.round((lon - reference) / 360)

/** Mercator's projection of a latitude, in degrees of longitude at the equator. */
function mercator(lat: number): number {
  const bounded = Math.min(85, Math.max(-85, lat))
  return (Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) * 180) / Math.PI
}

const latitude = (up: number) => (Math.atan(Math.exp((up * Math.PI) / 180)) * 360) / Math.PI - 90

function gridOf(
  { west, degrees }: Frame,
  [south, north]: readonly [number, number],
  drawn: (place: Place) => Point,
  { width, height }: { readonly width: number; readonly height: number },
): MapPicture['grid'] {
  const step = steps.find((one) => degrees / one <= mostGridLines) ?? 45
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const text = (value: number, [plus, minus]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(digits)}°${value === 0 ? '' : value > 0 ? ` ${plus}` : ` ${minus}`}`
  const parallels = multiples(south, north, step).map((lat) => {
    const y = drawn([west, lat])[1]
    return {
      line: [
        [0, y],
        [width, y],
      ] as const,
      text: text(lat, ['N', 'S']),
    }
  })
  const meridians = multiples(west, west + degrees, step).map((lon) => {
    const x = ((lon - west) / degrees) * width
    return {
      line: [
        [x, 0],
        [x, height],
      ] as const,
      text: text(nearest(lon, 0), ['E', 'W']),
    }
  })
  return [...parallels, ...meridians]
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step)
}

/** Places whose marks would cover each other are one mark, in the tone of the first. */
function marksOf(places: readonly { readonly at: Point; readonly number: number; readonly tone: Tone }[]): MapMark[] {
  const marks: { at: Point; numbers: number[]; tone: Tone }[] = []
  for (const { at, number, tone } of places) {
    const near = marks.find((mark) => Math.hypot(mark.at[0] - at[0], mark.at[1] - at[1]) < 2 * markRadius)
    if (near) near.numbers.push(number)
    else marks.push({ at, numbers: [number], tone })
  }
  return marks.map(({ at, numbers, tone }) => ({
    at,
    tone,
    text: numbers.length > 1 ? `${numbers[0]}+` : String(numbers[0]),
  }))
}

function scaleOf(width: number, { degrees, metres }: Frame): MapPicture['scale'] {
  const all = degrees * metres
  const length = lengths.findLast((one) => one <= all / 4) ?? lengths[0]!
  return { width: (length / all) * width, text: length < 1_000 ? `${length} m` : `${length / 1_000} km` }
}

interface Bounds {
  readonly width: number
  readonly height: number
  /** A step across more than this is none: the line goes on at the other side of the world. */
  readonly jump: number
}

/** The parts of a line that are inside of a frame, cut at its edges (Liang and Barsky, 1984). */
function inside(line: readonly Point[], bounds: Bounds): Point[][] {
  const parts: Point[][] = []
  for (const [i, to] of line.entries()) {
    const from = line[i - 1]
    const cut = from && cutAt(from, to, bounds)
    if (!cut) continue
    const last = parts.at(-1)?.at(-1)
    if (last && last[0] === cut[0][0] && last[1] === cut[0][1]) parts.at(-1)!.push(cut[1])
    else parts.push([...cut])
  }
  return parts
}

function cutAt([x0, y0]: Point, [x1, y1]: Point, bounds: Bounds): readonly [Point, Point] | undefined {
  const { width, height, jump } = bounds
  if (Math.abs(x1 - x0) > jump) return undefined
  let [from, to] = [0, 1]
  for (const [delta, room] of [
    [x0 - x1, x0],
    [x1 - x0, width - x0],
    [y0 - y1, y0],
    [y1 - y0, height - y0],
  ] as const) {
    if (delta === 0 && room < 0) return undefined
    if (delta < 0) from = Math.max(from, room / delta)
    if (delta > 0) to = Math.min(to, room / delta)
  }
  if (from > to) return undefined
  const at = (share: number): Point =>
    share === 0 ? [x0, y0] : share === 1 ? [x1, y1] : [x0 + share * (x1 - x0), y0 + share * (y1 - y0)]
  return [at(from), at(to)]
}
