import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Some of the other users who have the same object open, and the number of all of them. */
export interface Others {
  readonly people: readonly { readonly uuid: string; readonly name: string }[]
  readonly total: number
}

const nobody: Others = { people: [], total: 0 }

const others = createStore<Others>(() => nobody)

/** The other users who have the page's object open. */
export function useOthers(): Others {
  return useStore(others)
}

/** Sets the other users; undefined: there are none, or they are unknown. */
export function setOthers(now: Others = nobody): void {
  others.setState(now, true)
}
