import type { Others } from '@carapace/shared/graph/collaboration/presence.contract'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const nobody: Others = { people: [], total: 0 }

const others = createStore<Others>(() => nobody)

/** Who else has open what the page is of. */
export function useOthers(): Others {
  return useStore(others)
}

/** Says who it is; undefined: nobody, or nobody knows. */
export function tellOthers(told: Others = nobody): void {
  others.setState(told, true)
}
