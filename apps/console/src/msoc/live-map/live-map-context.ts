import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { LiveMapSearch } from './live-map-search.ts'
import type { LiveMapState, LiveMapStore } from './live-map.store.ts'
import type { Scene } from './scene.ts'

/** The context that the panels of one live map share. */
export interface LiveMapContext {
  readonly page: LiveMapStore
  /** Undefined until the map's element is mounted. */
  readonly scene: Scene | undefined
  readonly search: LiveMapSearch
  /** Changes the address, and with it the map. */
  readonly go: (change: (search: LiveMapSearch) => LiveMapSearch) => void
  readonly select: (vin: string | undefined) => void
}

export const LiveMapProvider = createContext<LiveMapContext | undefined>(undefined)

export function useLiveMap(): LiveMapContext {
  const context = useContext(LiveMapProvider)
  if (!context) throw new Error('This part belongs inside a live map.')
  return context
}

export function useLiveMapState<T>(pick: (state: LiveMapState) => T): T {
  return useStore(useLiveMap().page, pick)
}
