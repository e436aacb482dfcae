import type { CellRange } from '@carapace/shared/core/sheet/ranges'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Order, orderOf, rangeOf, type Selection } from './selection.ts'

/** What a grid shows besides its lines: the selection, the cell that is edited, and values on their way. */
export interface GridState {
  readonly order: Order
  readonly selection: Selection | undefined
  /** The positions of the selection now. */
  readonly range: CellRange | undefined
  /** The text that the cell at the cursor is edited with; `isTyped`: typing began it, so arrows leave it. */
  readonly editing: { readonly text: string; readonly isTyped: boolean } | undefined
  /** What was typed for a row that is not there yet. */
  readonly waiting: string
  /** New values until they are stored, by target and column. */
  readonly pending: ReadonlyMap<string, unknown>
  /** Keys of groups whose rows are hidden. */
  readonly folded: ReadonlySet<string>
}

export type GridStore = StoreApi<GridState>

export const pendingKey = (target: string, column: string) => `${target} ${column}`

export function gridStore(): GridStore {
  return createStore<GridState>(() => ({
    order: orderOf([], []),
    selection: undefined,
    range: undefined,
    editing: undefined,
    waiting: '',
    pending: new Map(),
    folded: new Set(),
  }))
}

/** Selects cells, and ends an edit. */
export function select(store: GridStore, selection: Selection | undefined): void {
  store.setState(({ order }) => ({
    selection,
    range: selection && rangeOf(order, selection),
    editing: undefined,
    waiting: '',
  }))
}

/**
 * Sets the rows and columns that are shown: the selection stays on its rows (rule SHEET-2), and what was typed early is
 * edited (rule SHEET-5).
 */
export function reorder(store: GridStore, order: Order): void {
  store.setState(({ selection, waiting, editing }) => {
    const range = selection && rangeOf(order, selection)
    return range && waiting !== ''
      ? { order, range, editing: { text: waiting, isTyped: true }, waiting: '' }
      : { order, range, editing: range && editing }
  })
}

/** Hides the rows of a group, or shows them again. */
export function fold(store: GridStore, group: string): void {
  store.setState(({ folded }) => {
    const next = new Set(folded)
    if (!next.delete(group)) next.add(group)
    return { folded: next }
  })
}

const GridContext = createContext<GridStore | undefined>(undefined)
export const GridProvider = GridContext.Provider

export function useGridStore(): GridStore {
  const store = useContext(GridContext)
  if (!store) throw new Error('Only within a sheet.')
  return store
}

export function useGrid<T>(pick: (state: GridState) => T): T {
  return useStore(useGridStore(), pick)
}
