import type { ArtefactSearch } from '../page/search.ts'

/** The part that comes first, and is not named in the address of a list. */
export const firstPart = 'trace'

/**
 * The address after the drawer beside an editor said where to go: what the editor shows stays open where the drawer is
 * closed, and the first part is named like the others, since none at all is a closed drawer (rule GRAPH-UI-19).
 */
export function besideEditor(search: ArtefactSearch, change: Partial<ArtefactSearch>): ArtefactSearch {
  if ('open' in change && change.open === undefined) return { ...search, part: undefined }
  return { ...search, ...change, ...('part' in change && { part: change.part ?? firstPart }) }
}
