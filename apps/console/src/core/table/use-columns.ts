import { useMemo } from 'react'
import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { bounded, type Choice, type Column, nothingChosen, shownOf } from './columns.ts'

const StoredChoice = z.object({ shown: z.record(z.string(), z.boolean()), widths: z.record(z.string(), z.number()) })

/** One choice per table, shared by the table and its column menu. */
const choices = new Map<string, StoreApi<Choice>>()

const storageKey = (id: string) => `carapace.table.${id}`

function choiceOf(id: string): StoreApi<Choice> {
  const existing = choices.get(id)
  if (existing) return existing

  const store = createStore<Choice>(() => storedChoice(id))
  store.subscribe((choice) => localStorage.setItem(storageKey(id), JSON.stringify(choice)))
  choices.set(id, store)
  return store
}

function storedChoice(id: string): Choice {
  try {
    return StoredChoice.safeParse(JSON.parse(localStorage.getItem(storageKey(id)) ?? 'null')).data ?? nothingChosen
  } catch {
    return nothingChosen // a partial write: the table has its defaults
  }
}

interface Columns<Row> {
  readonly shown: readonly Column<Row>[]
  readonly choice: Choice
  readonly show: (key: string, shown: boolean) => void
  readonly resize: (key: string, width: number) => void
  /** Restores a column's default width. */
  readonly unsize: (key: string) => void
  /** Restores all defaults. */
  readonly reset: () => void
}

/** The columns of a table with their widths, as the user last chose; kept in this browser under the table's `id`. */
export function useColumns<Row>(id: string, columns: readonly Column<Row>[]): Columns<Row> {
  const store = choiceOf(id)
  const choice = useStore(store)
  return useMemo(
    () => ({
      shown: shownOf(columns, choice),
      choice,
      show: (key, shown) => store.setState(({ shown: before }) => ({ shown: { ...before, [key]: shown } })),
      resize: (key, width) => store.setState(({ widths }) => ({ widths: { ...widths, [key]: bounded(width) } })),
      unsize: (key) =>
        store.setState(({ widths }) => ({
          widths: Object.fromEntries(Object.entries(widths).filter(([each]) => each !== key)),
        })),
      reset: () => store.setState(nothingChosen),
    }),
    [store, columns, choice],
  )
}
