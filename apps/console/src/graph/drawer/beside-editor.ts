import type { ArtefactSearch } from '../page/search.ts'

/** The tab that comes first. The address of a list does not name it. */
export const firstPart = 'trace'

/**
 * The address after a navigation in the drawer beside an editor (rule GRAPH-UI-19). The artefact in the editor stays
 * open when the drawer is closed. The first tab is named in the address like the others, since no tab at all means that
 * the drawer is closed.
 */
export function besideEditor(search: ArtefactSearch, change: Partial<ArtefactSearch>): ArtefactSearch {
  if ('open' in change && change.open === undefined) return { ...search, part: undefined }
  return { ...search, ...change, ...('part' in change && { part: change.part ?? firstPart }) }
}
