import type { SavedView } from '@carapace/shared/account/views.contract'

/** A list's filters and order as text by parameter: what a view keeps of an address. */
export type ViewSearch = Readonly<Record<string, string>>

/** One tab: a view that comes with the page, or a saved one. */
export interface View {
  readonly id: string
  readonly name: string
  readonly search: ViewSearch
  /** Absent: it comes with the page and cannot be changed. */
  readonly saved?: SavedView
}

/** Whether two views show the same: an empty part is as good as none. */
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

/** Which view is shown: the one that the address names, else the one that says the same as the address. */
export function shownView(views: readonly View[], current: string | undefined, search: ViewSearch): View | undefined {
  return views.find(({ id }) => id === current) ?? views.find((view) => isSameSearch(view.search, search))
}
