import type { FeatureCollection, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
// fetched when a map opens: three quarters of a megabyte that no other page needs
import worldUrl from 'world-atlas/countries-50m.json?url'

/** The world without a tile server: land, coast and borders. */
export interface Outlines {
  readonly land: FeatureCollection
  readonly coast: FeatureCollection
  readonly borders: FeatureCollection
}

type Topology = Parameters<typeof mesh>[0]
type Shape = NonNullable<Parameters<typeof mesh>[1]>
type World = Topology & { readonly objects: { readonly countries: Shape; readonly land: Shape } }

let loading: Promise<Outlines> | undefined

/** Loads the bundled outlines, once per page. A failed load is not kept, so that the next map tries again. */
export function loadOutlines(): Promise<Outlines> {
  loading ??= outlines().catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

async function outlines(): Promise<Outlines> {
  const reply = await fetch(worldUrl)
  if (!reply.ok) throw new Error(`The outlines did not load (${reply.status}).`)
  const world = (await reply.json()) as World
  return {
    // country by country: the atlas's land is one shape of 1,427 rings, of which MapLibre fills only one hemisphere
    land: feature(world, world.objects.countries) as unknown as FeatureCollection,
    coast: lines(mesh(world, world.objects.land).coordinates.flatMap(withoutSeam)),
    borders: lines(mesh(world, world.objects.countries, (a, b) => a !== b).coordinates),
  }
}

/** Cuts a line where it runs along the antimeridian or the pole: the atlas was cut open there, it is not a coast. */
function withoutSeam(line: Position[]): Position[][] {
  const parts: Position[][] = [[]]
  for (const place of line) {
    if (Math.abs(place[0] ?? 0) > 179.99 || (place[1] ?? 0) < -89.9) parts.push([])
    else parts.at(-1)?.push(place)
  }
  return parts.filter((part) => part.length > 1)
}

function lines(coordinates: Position[][]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } }],
  }
}

/** Meridians and parallels, `step` degrees apart. */
export function grid(step: number): FeatureCollection {
  const meridians = range(-180, 180, step).map((lon): Position[] => [
    [lon, -85],
    [lon, 85],
  ])
  const parallels = range(-85, 85, step).map((lat): Position[] => [
    [-180, lat],
    [180, lat],
  ])
  return lines([...meridians, ...parallels])
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, each) => from + each * step)
}
