import type { Org } from '@carapace/shared/core/owned'
import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import type { Install } from '../module.ts'
import { catalogueRoutes, entriesOf } from './catalogues.routes.ts'
import { entryImports } from './entry-import.ts'

declare module '../module.ts' {
  interface Services {
    /** The entries of catalogues: the entries that the product ships, and the organisation's own. */
    catalogueEntries(org: Org, catalogues: readonly Catalogue[]): Promise<readonly CatalogueEntry[]>
  }
}

/** Catalogues of damages, threats and attacks. */
export const catalogues: Install = (deps) => ({
  routes: (app, jobs) => catalogueRoutes(app, { ...deps, jobs }),
  jobs: [entryImports],
  services: { catalogueEntries: (org, names) => entriesOf(deps.db, org, names) },
})
