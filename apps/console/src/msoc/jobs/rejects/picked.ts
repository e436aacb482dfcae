import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * The ids of the ticked rejected events. Stored outside the table, so that its columns are the same array throughout.
 */
export const picked = createStore<{ readonly ids: ReadonlySet<number> }>(() => ({ ids: new Set() }))

export function usePicked(): ReadonlySet<number> {
  return useStore(picked, ({ ids }) => ids)
}

export function togglePicked(id: number): void {
  const ids = new Set(picked.getState().ids)
  if (!ids.delete(id)) ids.add(id)
  picked.setState({ ids })
}

export function pickOnly(ids: Iterable<number>): void {
  picked.setState({ ids: new Set(ids) })
}
