import { type Catalogue, type CatalogueEntry, getCatalogue } from '@carapace/shared/catalogues/catalogue.contract'
import { call } from '../core/call/call.ts'
import { usePages } from '../core/call/use-pages.ts'
import { listQueryOf, type CatalogueSearch } from './search.ts'

/** The matching entries, page by page, and their total (rule CATALOGUE-UI-2). */
export function useEntries(catalogue: Catalogue, search: CatalogueSearch) {
  const query = listQueryOf(catalogue, search)
  const { first, ...pages } = usePages([getCatalogue.path, query], async (after, signal) => {
    const { entries, total, next } = await call(
      getCatalogue,
      { ...query, ...(after !== undefined && { after }) },
      { signal },
    )
    return { rows: entries, total, next }
  })
  return { ...pages, total: first?.total }
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
