import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { Failure } from '@carapace/shared/core/failure'
import { call } from '../call/call.ts'
import { untilLoaded } from '../call/until-loaded.ts'
import type { TileSource } from './base-style.ts'
import type { MapLibreMap, MapOptions } from './maplibre.ts'

/** Opens a map. Both libraries speak the same language in all that we use of them: it is told in MapLibre's words. */
export type CreateMap = (options: MapOptions) => MapLibreMap

/** What draws maps in this installation, and the tiles that it offers. */
export interface Renderer {
  readonly create: CreateMap
  readonly tiles: readonly TileSource[]
}

/**
 * Loads the library that draws maps here: MapLibre, or Mapbox GL where the installation has a token; only the one that
 * is used. A server that is away is waited for, and the wait is told; one that refuses its settings leaves the
 * outlines, which need none.
 */
export async function loadRenderer(signal: AbortSignal, onWait: (problem: unknown) => void): Promise<Renderer> {
  const config = await untilLoaded(() => call(getAppConfig, {}, { signal }).catch(unlessAway), onWait)
  const token = config?.mapbox_token ?? null
  const tiles = config?.tiles ?? []
  if (token === null) return { create: (await untilLoaded(() => import('./maplibre.ts'), onWait)).createMap, tiles }
  const { createMapboxMap } = await untilLoaded(() => import('./mapbox.ts'), onWait)
  // Mapbox GL reads no PMTiles
  return { create: (options) => createMapboxMap(options, token), tiles: tiles.filter(({ kind }) => kind !== 'pmtiles') }
}

function unlessAway(problem: unknown): undefined {
  if (problem instanceof Failure && problem.code === 'BUSY') throw problem
}
