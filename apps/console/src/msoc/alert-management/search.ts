import { alertSources, type AlertSource, type AlertStatus, openStatuses } from '@carapace/shared/msoc/alerts'
import type { AlertFilter } from '@carapace/shared/msoc/alerts.contract'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { z } from 'zod'

/** The quick filters above the list, in the order of their tabs. */
export const views = ['open', 'mine', 'unassigned', 'closed'] as const
export type View = (typeof views)[number]

const closedStatuses = ['CLOSED', 'MERGED'] as const satisfies readonly AlertStatus[]

/** The router reads `?q=123` as a number: whatever it made of the text, it is text here. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((said) => String(said).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** Words joined by commas. One that we don't know is left out rather than refused: a link may be older or newer than this page. */
const wordsOf = <Word extends string>(known: readonly Word[]) =>
  text(400)
    .transform((said) => {
      const asked = new Set(said?.split(','))
      return known.filter((word) => asked.has(word)).join(',') || undefined
    })
    .optional()

/** What the address says about the page: which alerts, and which of them lies open (rules AQ20-AQ23 of ./SPEC.md). */
export const AlertSearch = z.object({
  view: z.enum(views).optional().catch(undefined),
  severity: wordsOf(severities),
  status: wordsOf([...openStatuses, ...closedStatuses]),
  source: wordsOf(alertSources),
  vehicle: text(64),
  q: text(200),
  alert: z.uuid().optional().catch(undefined),
})
export type AlertSearch = z.output<typeof AlertSearch>

/** The filters an analyst adds and removes one by one; the view is not one of them. */
export const filterKeys = ['severity', 'status', 'source', 'vehicle'] as const
export type FilterKey = (typeof filterKeys)[number]

export function viewOf(search: AlertSearch): View {
  return search.view ?? 'open'
}

/** The statuses a view may show, and so the ones its status filter offers. */
export function statusesOf(view: View): readonly AlertStatus[] {
  return view === 'closed' ? closedStatuses : openStatuses
}

/** The words of one filter. A status that the view never shows does not count (rule AQ22). */
export function chosen(search: AlertSearch, key: 'severity'): Severity[]
export function chosen(search: AlertSearch, key: 'status'): AlertStatus[]
export function chosen(search: AlertSearch, key: 'source'): AlertSource[]
export function chosen(search: AlertSearch, key: 'severity' | 'status' | 'source'): string[]
export function chosen(search: AlertSearch, key: 'severity' | 'status' | 'source'): string[] {
  const words = search[key]?.split(',') ?? []
  if (key !== 'status') return words

  const shown: readonly string[] = statusesOf(viewOf(search))
  return words.filter((word) => shown.includes(word))
}

/** The filter that the list call and the live channel are asked with. Absent parts are absent, so that equal filters are equal texts. */
export function askedFilter(search: AlertSearch): z.input<typeof AlertFilter> {
  const view = viewOf(search)
  const status = chosen(search, 'status')
  const severity = chosen(search, 'severity')
  const source = chosen(search, 'source')

  return {
    status: status.length > 0 ? status : [...statusesOf(view)],
    ...(severity.length > 0 && { severity }),
    ...(source.length > 0 && { source }),
    ...(search.vehicle !== undefined && { vehicle: search.vehicle }),
    ...(search.q !== undefined && { q: search.q }),
    ...(view === 'mine' && { owner: 'me' as const }),
    ...(view === 'unassigned' && { owner: 'none' as const }),
  }
}

/** How many filters "Clear filters" would remove. */
export function countFilters(search: AlertSearch): number {
  const chips = filterKeys.filter((key) => (key === 'vehicle' ? search.vehicle : chosen(search, key).length > 0))
  return chips.length + (search.q === undefined ? 0 : 1)
}

/** The same view without any filter; what lies open stays open. */
export function cleared(search: AlertSearch): AlertSearch {
  return { view: search.view, alert: search.alert }
}

/** Another view under the same filters. Statuses go: the views do not share them (rule AQ22). */
export function turnedTo(search: AlertSearch, view: View): AlertSearch {
  return { ...search, view: view === 'open' ? undefined : view, status: undefined, alert: undefined }
}

/** The search with one filter changed; an empty value removes it. */
export function narrowed(search: AlertSearch, key: FilterKey | 'q', value: readonly string[] | string): AlertSearch {
  const said = typeof value === 'string' ? value.trim() : value.join(',')
  return { ...search, [key]: said || undefined }
}
