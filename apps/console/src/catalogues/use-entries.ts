import { type Catalogue, type CatalogueEntry, getCatalogue } from '@carapace/shared/catalogues/catalogue.contract'
import { useCallback, useState } from 'react'
import { call } from '../core/call/call.ts'
import { usePages } from '../core/call/use-pages.ts'
import { askedOf, type CatalogueSearch } from './search.ts'

/** The entries that are asked for, a page at a time, and how many there are (rule CP2). */
export function useEntries(catalogue: Catalogue, search: CatalogueSearch) {
  const question = JSON.stringify(askedOf(catalogue, search))
  const [total, setTotal] = useState<number>()
  const ask = useCallback(
    async (after: string | undefined, signal: AbortSignal) => {
      const {
        entries,
        total: all,
        next,
      } = await call(
        getCatalogue,
        { ...(JSON.parse(question) as ReturnType<typeof askedOf>), ...(after !== undefined && { after }) },
        { signal },
      )
      setTotal(all)
      return { rows: entries, next }
    },
    [question],
  )
  return { ...usePages<CatalogueEntry>(ask), total }
}

const mostAtOnce = 1_000

/** All entries of a catalogue that are not retired. */
export async function wholeCatalogue(catalogue: Catalogue): Promise<CatalogueEntry[]> {
  const all: CatalogueEntry[] = []
  for (let after: string | undefined; ;) {
    const { entries, next } = await call(getCatalogue, {
      catalogue,
      limit: mostAtOnce,
      ...(after !== undefined && { after }),
    })
    all.push(...entries)
    if (next === null) return all
    after = next
  }
}
