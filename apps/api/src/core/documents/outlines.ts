import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { mesh } from 'topojson-client'
import type { Place } from '@carapace/shared/core/documents/report'

type Topology = Parameters<typeof mesh>[0]
type World = Topology & { readonly objects: { readonly countries: NonNullable<Parameters<typeof mesh>[1]> } }

let loading: Promise<readonly (readonly Place[])[]> | undefined

/** Coasts and borders of the world (Natural Earth, 1:50 million), read once: most processes never draw a map. */
export function worldOutlines(): Promise<readonly (readonly Place[])[]> {
  loading ??= read().catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

async function read(): Promise<readonly (readonly Place[])[]> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const world = JSON.parse(await readFile(file, 'utf8')) as World
  return mesh(world, world.objects.countries).coordinates.flatMap(withoutSeam)
}

/** Cuts a line where it runs along the antimeridian or the pole: the atlas was cut open there, it is not a coast. */
function withoutSeam(line: readonly (readonly number[])[]): Place[][] {
  const parts: Place[][] = [[]]
  for (const [lon = 0, lat = 0] of line) {
    if (Math.abs(lon) > 179.99 || lat < -89.9) parts.push([])
    else parts.at(-1)!.push([lon, lat])
  }
  return parts.filter((part) => part.length > 1)
}
