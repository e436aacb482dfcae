import type { ViewSearch } from '../../core/views/views.ts'
import type { ArtefactSearch } from './search.ts'

/**
 * What a saved view keeps of an address: how the list is narrowed, sorted and grouped, but not of which program, nor
 * what lies open (rule GRAPH-UI-16).
 */
const kept = ['q', 'tab', 'where', 'sort', 'order', 'group'] as const

export function viewIn(search: ArtefactSearch): ViewSearch {
  return Object.fromEntries(kept.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** The change of an address that shows a view: what the view does not say is as usual. */
export function turnedTo(view: ViewSearch, saved: string): Partial<ArtefactSearch> {
  const nothing = Object.fromEntries(kept.map((name) => [name, undefined]))
  return { ...nothing, ...view, saved, open: undefined, part: undefined }
}
