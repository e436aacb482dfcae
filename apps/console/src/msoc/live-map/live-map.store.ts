import type { Counters } from '@carapace/shared/msoc/history/history.contract'
import type { Health } from '@carapace/shared/msoc/severity'
import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StandIn } from '../../core/map/base-map.ts'
import type { TileSource } from '../../core/map/base-style.ts'
import type { Draft } from './geofences/draft.ts'
import type { ReplayState } from './replay/replay-state.ts'
import type { Seen } from './vehicles/vehicle-store.ts'

/** Where the base map comes from. */
interface MapSource {
  /** The name of a tile source, or `outlines`. */
  readonly chosen: string
  /** The map that is shown while the chosen tiles are not available. */
  readonly standIn: StandIn
}

/** The number of vehicles for each health. */
export type HealthCounts = Record<Health, number>

/**
 * The page state around the map. The map's own columns are in the scene; React receives this summary of them twice a
 * second.
 */
export interface LiveMapState {
  /** false: every vehicle is drawn individually, however many there are. */
  readonly clusters: boolean
  readonly trails: boolean
  readonly geofences: boolean
  readonly follow: boolean
  readonly words: string
  readonly tiles: readonly TileSource[]
  readonly source: MapSource
  /** The vehicles drawn individually on screen, highest risk first. A new array with each change of the order. */
  readonly vins: readonly string[]
  /** The number of further vehicles inside bubbles. */
  readonly inBubbles: number
  readonly stale: number
  /** Age of the newest position in view, ms; undefined before the first. */
  readonly dataAge: number | undefined
  readonly dropped: number
  readonly counters: Counters | undefined
  readonly loaded: boolean
  /** Why positions are not available, if the server gave a reason. */
  readonly problem: string | undefined
  readonly hover: { readonly seen: Seen; readonly left: number; readonly top: number } | undefined
  /** The geofences; `list` is undefined until they are loaded. */
  readonly areas: { readonly list: readonly Geofence[] | undefined; readonly problem: string | undefined }
  /** The number of vehicles in each area by its uuid, if known. */
  readonly inside: ReadonlyMap<string, number>
  /** Whether the list of geofences is open. */
  readonly areasOpen: boolean
  /** The area that is being drawn or changed. */
  readonly draft: Draft | undefined
  /** Absent: the map is live. */
  readonly replay: ReplayState | undefined
  /** The replayed vehicles by health, as they were. */
  readonly replayCounts: HealthCounts | undefined
  /** Increases whenever rows should be read again. */
  readonly tick: number
}

export type LiveMapStore = StoreApi<LiveMapState>

export function liveMapStore(clusters = true): LiveMapStore {
  return createStore<LiveMapState>(() => ({
    clusters,
    trails: true,
    geofences: true,
    follow: false,
    words: '',
    tiles: [],
    source: { chosen: 'outlines', standIn: 'none' },
    vins: [],
    inBubbles: 0,
    stale: 0,
    dataAge: undefined,
    dropped: 0,
    counters: undefined,
    loaded: false,
    problem: undefined,
    hover: undefined,
    areas: { list: undefined, problem: undefined },
    inside: new Map(),
    areasOpen: false,
    draft: undefined,
    replay: undefined,
    replayCounts: undefined,
    tick: 0,
  }))
}

const chosenKey = 'carapace.map-source'

/** The map source that this browser's user chose last. */
export function rememberedSource(): string | null {
  return localStorage.getItem(chosenKey)
}

export function chooseSource(store: LiveMapStore, chosen: string): void {
  localStorage.setItem(chosenKey, chosen)
  store.setState({ source: { chosen, standIn: 'none' } })
}

/** The name of the map that is actually shown. */
export function titleOfSource({ tiles, source }: Pick<LiveMapState, 'tiles' | 'source'>): string {
  const shown = tiles.find(({ name, kind }) => (source.standIn === 'own' ? kind === 'pmtiles' : name === source.chosen))
  return shown && source.standIn !== 'outlines' ? shown.title : 'Offline outlines'
}
