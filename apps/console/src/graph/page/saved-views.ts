import type { ViewSearch } from '../../core/views/views.ts'
import type { ArtefactSearch } from './search.ts'

/**
 * The search parameters that a saved view keeps: filters, sorting and grouping, but not the program or the open
 * artefact (rule GRAPH-UI-16).
 */
const kept = ['q', 'tab', 'where', 'sort', 'order', 'group'] as const

export function viewIn(search: ArtefactSearch): ViewSearch {
  return Object.fromEntries(kept.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** The change of the address that shows a view. A parameter that the view does not have gets its default. */
export function turnedTo(view: ViewSearch, saved: string): Partial<ArtefactSearch> {
  const nothing = Object.fromEntries(kept.map((name) => [name, undefined]))
  return { ...nothing, ...view, saved, open: undefined, part: undefined }
}
