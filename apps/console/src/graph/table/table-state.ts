import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { nextIndex } from '../../core/table/cursor.ts'
import type { ArtefactColumn, Line } from './rows.ts'

/**
 * The state of a table of artefacts: the cell at the cursor, the cell being edited, and selected, folded and open rows.
 */
export interface TableState {
  readonly cursor: { readonly key: string; readonly column: string } | undefined
  readonly editing: { readonly uuid: string; readonly column: string; readonly byMouse: boolean } | undefined
  readonly selected: ReadonlySet<string>
  readonly folded: ReadonlySet<string>
  readonly opened: ReadonlySet<string>
}

export type TableStore = StoreApi<TableState>

export function tableStore(): TableStore {
  return createStore<TableState>(() => ({
    cursor: undefined,
    editing: undefined,
    selected: new Set(),
    folded: new Set(),
    opened: new Set(),
  }))
}

const TableContext = createContext<TableStore | undefined>(undefined)
export const TableProvider = TableContext.Provider

export function useTableStore(): TableStore {
  const store = useContext(TableContext)
  if (!store) throw new Error('Only within a table of artefacts.')
  return store
}

export function useTable<T>(pick: (state: TableState) => T): T {
  return useStore(useTableStore(), pick)
}

export function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}

/** The selection without rows that no longer exist. */
export function among(selected: ReadonlySet<string>, there: ReadonlySet<string>): ReadonlySet<string> {
  return [...selected].every((uuid) => there.has(uuid))
    ? selected
    : new Set([...selected].filter((uuid) => there.has(uuid)))
}

const pointable = (line: Line | undefined) => line !== undefined && line.is !== 'below'

/**
 * The line to which a key moves the cursor: a heading or an artefact, never the content expanded below one (rule
 * GRAPH-UI-10).
 */
export function lineAfter(lines: readonly Line[], key: string | undefined, step: string): Line | undefined {
  const from = key === undefined ? -1 : lines.findIndex((line) => line.key === key)
  let to = nextIndex(step, from, lines.length)
  const by = to !== undefined && (to < from || step === 'End' || step === 'PageUp') ? -1 : 1
  while (to !== undefined && to >= 0 && to < lines.length && !pointable(lines[to])) to += by
  return to === undefined ? undefined : lines[to]
}

/** The adjacent column, or the column itself at the edge. */
export function columnBeside(
  columns: readonly Pick<ArtefactColumn, 'key'>[],
  key: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = columns.findIndex((column) => column.key === key)
  return columns[Math.max(0, Math.min(columns.length - 1, at + by))]?.key
}

/** The next column in one direction that can be edited in its cell; undefined if there is none. */
export function editableBeside<C extends Pick<ArtefactColumn, 'key' | 'edits' | 'editor'>>(
  columns: readonly C[],
  key: string,
  by: 1 | -1,
): C | undefined {
  const at = columns.findIndex((column) => column.key === key)
  const rest = by === 1 ? columns.slice(at + 1) : columns.slice(0, at).reverse()
  return rest.find(({ edits, editor }) => edits !== undefined || editor !== undefined)
}
