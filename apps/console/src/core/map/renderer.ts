import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { Failure } from '@carapace/shared/core/failure'
import { call } from '../call/call.ts'
import { untilLoaded } from '../call/until-loaded.ts'
import type { TileSource } from './base-style.ts'
import type { MapLibreMap, MapOptions } from './maplibre.ts'

/** Opens a map. Both libraries have the same API in all that we use; the types are MapLibre's. */
export type CreateMap = (options: MapOptions) => MapLibreMap

/** The map library of this installation, and the tiles that it offers. */
export interface Renderer {
  readonly create: CreateMap
  readonly tiles: readonly TileSource[]
}

/**
 * Loads the map library of this installation: MapLibre, or Mapbox GL where the installation has a token; only the used
 * one. While the server is away, loading is retried and `onWait` is called. When the server refuses the settings, the
 * map has only the outlines, which need none.
 */
export async function loadRenderer(signal: AbortSignal, onWait: (problem: unknown) => void): Promise<Renderer> {
  const config = await untilLoaded(() => call(getAppConfig, {}, { signal }).catch(unlessAway), onWait)
  const token = config?.mapbox_token ?? null
  const tiles = config?.tiles ?? []
  if (token === null) return { create: (await untilLoaded(() => import('./maplibre.ts'), onWait)).createMap, tiles }
  const { createMapboxMap } = await untilLoaded(() => import('./mapbox.ts'), onWait)
  // Mapbox GL cannot read PMTiles
  return { create: (options) => createMapboxMap(options, token), tiles: tiles.filter(({ kind }) => kind !== 'pmtiles') }
}

function unlessAway(problem: unknown): undefined {
  if (problem instanceof Failure && problem.code === 'BUSY') throw problem
}
