import { documentFilters, releaseSorts, releaseStates, softwareKinds } from '@carapace/shared/sbom/sbom'
import { z } from 'zod'

/** A text parameter. The router parses `?q=7` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** Values separated by commas. Unknown values are dropped: a link may be older or newer than this page. */
const wordsOf = <Word extends string>(known: readonly Word[]) =>
  text(400)
    .transform((value) => {
      const words = new Set(value?.split(','))
      return known.filter((word) => words.has(word)).join(',') || undefined
    })
    .optional()

const uuid = z.uuid().optional().catch(undefined)

/** The address of the list of releases: its filters and its order (rule SBOM-UI-1). */
export const ReleasesSearch = z.object({
  projectId: uuid,
  q: text(100),
  state: wordsOf(releaseStates),
  kind: wordsOf(softwareKinds),
  document: wordsOf(documentFilters),
  ecu: text(100),
  supplier: text(200),
  sort: z.enum(releaseSorts).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The saved view that the filters came from. */
  view: text(100),
})
export type ReleasesSearch = z.output<typeof ReleasesSearch>

/** What a view stores: the filters and the order. */
export function filtersOf({ view: _view, projectId: _project, ...filters }: ReleasesSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Whether anything narrows the list. */
export function isNarrowed({ sort: _sort, order: _order, ...search }: ReleasesSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0
}

export const searchOfView = (view: Readonly<Record<string, string>>): ReleasesSearch => ReleasesSearch.parse(view)

/** What the server is asked for. */
export function queryOf({ view: _view, projectId: _project, ...query }: ReleasesSearch) {
  return query
}

/** The values of a filter that holds several. */
export function chosen<Word extends string>(value: string | undefined): readonly Word[] {
  return value === undefined ? [] : (value.split(',') as Word[])
}

export const releaseTabs = ['tree', 'table', 'graph', 'licences', 'quality', 'documents', 'diff'] as const
export type ReleaseTab = (typeof releaseTabs)[number]

/** The address of one release: its tab, the filters of its table, and the open component (rule SBOM-UI-5). */
export const ReleaseSearch = z.object({
  projectId: uuid,
  release: uuid,
  tab: z.enum(releaseTabs).optional().catch(undefined),
  q: text(100),
  scope: wordsOf(['required', 'optional', 'excluded', 'none'] as const),
  licence: text(500),
  depth: z.coerce.number().int().min(0).max(1_000).optional().catch(undefined),
  unlicensed: z.literal(true).optional().catch(undefined),
  unmatched: z.literal(true).optional().catch(undefined),
  sort: z.enum(['position', 'name', 'version', 'supplier', 'licence', 'depth']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The position of the open component. */
  open: z.coerce.number().int().min(0).optional().catch(undefined),
  /** The release to compare with. */
  with: uuid,
})
export type ReleaseSearch = z.output<typeof ReleaseSearch>

/** The address of the configuration: its tab. */
export const ConfigurationSearch = z.object({
  projectId: uuid,
  tab: z.enum(['aliases', 'quality', 'pipeline']).optional().catch(undefined),
})
export type ConfigurationSearch = z.output<typeof ConfigurationSearch>

/** The address of the packages: a search, or one component. */
export const ComponentSearch = z.object({
  projectId: uuid,
  q: text(300),
  component: z.coerce.number().int().min(1).optional().catch(undefined),
})
export type ComponentSearch = z.output<typeof ComponentSearch>
