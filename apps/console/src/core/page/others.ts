import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Some of the people who have the same open, and how many they are in all. */
export interface Others {
  readonly people: readonly { readonly uuid: string; readonly name: string }[]
  readonly total: number
}

const nobody: Others = { people: [], total: 0 }

const others = createStore<Others>(() => nobody)

/** Who else has open what the page is of. */
export function useOthers(): Others {
  return useStore(others)
}

/** Sets who it is; undefined: nobody, or nobody knows. */
export function setOthers(now: Others = nobody): void {
  others.setState(now, true)
}
