import type { SavedView } from '@carapace/shared/account/views.contract'

/** A list's filters and order as text by parameter: the part of an address that a view stores. */
export type ViewSearch = Readonly<Record<string, string>>

/** One tab: a view that the page defines, or a saved view. */
export interface View {
  readonly id: string
  readonly name: string
  readonly search: ViewSearch
  /** Absent: the page defines it, and it cannot be changed. */
  readonly saved?: SavedView
}

/** Whether two views show the same: an empty parameter counts as absent. */
export function isSameSearch(a: ViewSearch, b: ViewSearch): boolean {
  const [left, right] = [a, b].map((search) =>
    JSON.stringify(
      Object.entries(search)
        .filter(([, value]) => value !== '')
        .toSorted(byName),
    ),
  )
  return left === right
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1)

/** The view that is shown: the view in the address, else the view with the same filters as the address. */
export function shownView(views: readonly View[], current: string | undefined, search: ViewSearch): View | undefined {
  return views.find(({ id }) => id === current) ?? views.find((view) => isSameSearch(view.search, search))
}
