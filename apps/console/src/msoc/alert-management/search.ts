import {
  type AlertOrder,
  alertOrders,
  alertSources,
  alertStatuses,
  openStatuses,
} from '@carapace/shared/msoc/alerts/alerts'
import type { AlertFilter } from '@carapace/shared/msoc/alerts/alerts.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { z } from 'zod'
import { type TimeRange, TimeSearch } from '../../core/time/conductor.ts'

/** A text parameter. The router parses `?q=123` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/**
 * Values separated by commas. Unknown values are dropped instead of refused: a link may be older or newer than this
 * page.
 */
const wordsOf = <Word extends string>(known: readonly Word[]) =>
  text(400)
    .transform((value) => {
      const words = new Set(value?.split(','))
      return known.filter((word) => words.has(word)).join(',') || undefined
    })
    .optional()

const uuid = z.uuid().optional().catch(undefined)

/**
 * The page's address parameters: which alerts, in which order, and which alert is open (rules QUEUE-20 to QUEUE-23 of
 * ./SPEC.md).
 */
export const AlertSearch = z.object({
  ...TimeSearch,
  /** The view that the filters started from: a built-in view, or the uuid of a saved one. */
  view: text(40),
  status: wordsOf(alertStatuses),
  not_status: wordsOf(alertStatuses),
  severity: wordsOf(severities),
  not_severity: wordsOf(severities),
  source: wordsOf(alertSources),
  not_source: wordsOf(alertSources),
  vehicle: text(64),
  not_vehicle: text(400),
  rule: text(400),
  not_rule: text(400),
  model: text(400),
  not_model: text(400),
  tag: text(400),
  tactic: text(400),
  observable: text(222),
  owner: text(40),
  acknowledged: text(5),
  suppressed: text(4),
  overdue: text(5),
  case: uuid,
  q: text(200),
  sort: z.enum(alertOrders).optional().catch(undefined),
  /** What the list shows: alerts, or the rules that raised them. */
  group: z.enum(['rule']).optional().catch(undefined),
  alert: uuid,
})
export type AlertSearch = z.output<typeof AlertSearch>

/** The filters an analyst adds and removes one by one, in the order of the menu. */
export const filterKeys = [
  'status',
  'severity',
  'source',
  'vehicle',
  'rule',
  'model',
  'tag',
  'tactic',
  'observable',
  'owner',
  'acknowledged',
  'suppressed',
  'overdue',
  'case',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** The filters that can be negated. */
const deniable = ['status', 'severity', 'source', 'vehicle', 'rule', 'model'] as const
type Deniable = (typeof deniable)[number]

/** A filter parameter of the address: wanted values, or excluded values. */
export type FilterParam = FilterKey | `not_${Deniable}`

export function isDeniable(key: FilterKey): key is Deniable {
  return (deniable as readonly string[]).includes(key)
}

export const filterParams: readonly FilterParam[] = filterKeys.flatMap((key) =>
  isDeniable(key) ? [key, `not_${key}` as const] : [key],
)

/** The filter key of a parameter, negated or not. */
export function keyOf(param: FilterParam): FilterKey {
  return param.replace(/^not_/, '') as FilterKey
}

/** Filters that hold one value; the others hold several, of which any may match. */
const single: readonly FilterParam[] = [
  'vehicle',
  'observable',
  'owner',
  'acknowledged',
  'suppressed',
  'overdue',
  'case',
]

/** The values of one filter. */
export function chosen(search: AlertSearch, param: FilterParam): string[] {
  const value = search[param]
  if (value === undefined) return []
  return single.includes(param) ? [value] : value.split(',')
}

/** The order of the list. */
export function sortOf(search: AlertSearch): AlertOrder {
  return search.sort ?? 'newest'
}

/**
 * The filter for the list call and the live channel. Absent parts are omitted, so that equal filters give equal texts.
 */
export function alertFilterOf(search: AlertSearch): z.input<typeof AlertFilter> {
  const several = (param: FilterParam) => (search[param] === undefined ? {} : { [param]: chosen(search, param) })
  return {
    ...Object.assign({}, ...filterParams.filter((param) => !single.includes(param)).map(several)),
    ...(search.status === undefined && { status: [...openStatuses] }),
    ...(search.vehicle !== undefined && { vehicle: search.vehicle }),
    ...(search.observable !== undefined &&
      /^[a-z_]{2,20}:./.test(search.observable) && { observable: search.observable }),
    ...(isOwner(search.owner) && { owner: search.owner }),
    ...((search.acknowledged === 'true' || search.acknowledged === 'false') && { acknowledged: search.acknowledged }),
    ...((search.suppressed === 'true' || search.suppressed === 'any') && { suppressed: search.suppressed }),
    ...((search.overdue === 'true' || search.overdue === 'false') && { overdue: search.overdue }),
    ...(search.case !== undefined && { case: search.case }),
    ...(search.q !== undefined && { q: search.q }),
  } as z.input<typeof AlertFilter>
}

function isOwner(value: string | undefined): value is string {
  return value === 'me' || value === 'none' || z.uuid().safeParse(value).success
}

/**
 * The filter limited to the page's time window. Only a fixed window limits it: live, no open work is ever hidden (rule
 * QUEUE-65).
 */
export function within(filter: z.input<typeof AlertFilter>, range: TimeRange): z.input<typeof AlertFilter> {
  return range.mode === 'live' ? filter : { ...filter, from: String(range.from), to: String(range.to) }
}

/** The filter over the window's time span, live or not: the histogram counts with it (rule QUEUE-64). */
export function overSpan(
  filter: z.input<typeof AlertFilter>,
  range: TimeRange,
  now: number,
): z.input<typeof AlertFilter> {
  return range.mode === 'live' ? { ...filter, from: String(now - range.spanMs) } : within(filter, range)
}

/** How many filters "Clear filters" would remove. */
export function countFilters(search: AlertSearch): number {
  return filterParams.filter((param) => search[param] !== undefined).length + (search.q === undefined ? 0 : 1)
}

/** The search without any filter; order, grouping, window and the open alert stay (rule QUEUE-23). */
export function cleared({ time, sort, group, alert }: AlertSearch): AlertSearch {
  return { time, sort, group, alert }
}

/** The search with one filter changed; an empty value removes it. */
export function narrowed(
  search: AlertSearch,
  param: FilterParam | 'q',
  value: readonly string[] | string,
): AlertSearch {
  const joined = typeof value === 'string' ? value.trim() : value.join(',')
  return { ...search, [param]: joined || undefined }
}

/** The search with only this value in the filter (rule QUEUE-66). */
export function filteredIn(search: AlertSearch, key: FilterKey, word: string): AlertSearch {
  const wanted = narrowed(search, key, word)
  if (!isDeniable(key)) return wanted
  const denied = `not_${key}` as const
  return narrowed(
    wanted,
    denied,
    chosen(search, denied).filter((each) => each !== word),
  )
}

/** The search with this value excluded (rule QUEUE-66). */
export function filteredOut(search: AlertSearch, key: FilterKey, word: string): AlertSearch {
  if (!isDeniable(key)) return search
  const denied = `not_${key}` as const
  const rest = narrowed(
    search,
    key,
    chosen(search, key).filter((each) => each !== word),
  )
  return narrowed(rest, denied, [...new Set([...chosen(search, denied), word])])
}

/**
 * The parameters that a saved view stores: the filters and the order, not the window or the open alert (rule QUEUE-67).
 */
export function viewed(search: AlertSearch): Record<string, string> {
  const kept = [...filterParams, 'q', 'sort'] as const
  return Object.fromEntries(kept.flatMap((param) => (search[param] === undefined ? [] : [[param, search[param]]])))
}

/** The search of a view: its filters replace the current ones. */
export function turnedTo(search: AlertSearch, view: string, kept: Readonly<Record<string, string>>): AlertSearch {
  return { ...AlertSearch.parse({ ...kept, time: search.time }), view }
}
