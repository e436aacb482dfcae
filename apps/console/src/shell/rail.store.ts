import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const storageKey = 'carapace.rail'

interface RailState {
  readonly expanded: boolean
  /** On a phone the rail is a drawer; this is whether it is out. */
  readonly drawer: boolean
}

const rail = createStore<RailState>(() => ({ expanded: localStorage.getItem(storageKey) === 'expanded', drawer: false }))

export function useRail(): RailState {
  return useStore(rail)
}

export function toggleRail(): void {
  const expanded = !rail.getState().expanded
  localStorage.setItem(storageKey, expanded ? 'expanded' : 'collapsed')
  rail.setState({ expanded })
}

export function setDrawer(drawer: boolean): void {
  rail.setState({ drawer })
}
