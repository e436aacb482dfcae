import { observableTypes, tlps } from '@carapace/shared/msoc/observables/observables'
import { z } from 'zod'

/** A text parameter. The router parses `?tag=7` as a number; whatever it made of the text, it is converted back. */
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

const tabs = ['lists', 'analyzers'] as const

/** The address parameters of the list: its filters, and its tab; absent: the observables (rule OBSERVABLE-UI-1). */
export const ObservablesSearch = z.object({
  tab: z.enum(tabs).optional().catch(undefined),
  q: text(100),
  type: wordsOf(observableTypes),
  tlp: wordsOf(tlps),
  tag: text(60),
  list: z.uuid().optional().catch(undefined),
  /** Indicators only. */
  ioc: z.literal(true).optional().catch(undefined),
  expired: z.boolean().optional().catch(undefined),
  /** Seen within so many days. */
  days: z.int().min(1).max(365).optional().catch(undefined),
  /** The saved view that the filters came from. */
  view: text(100),
})
export type ObservablesSearch = z.output<typeof ObservablesSearch>

/** The parameters that a view stores: the filters. */
export function filtersOf({ view: _view, tab: _tab, ...filters }: ObservablesSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** The filters of a view, whose values are texts. */
export function searchOfView({ ioc, expired, days, ...rest }: Record<string, string>): ObservablesSearch {
  return ObservablesSearch.parse({
    ...rest,
    ...(ioc !== undefined && { ioc: ioc === 'true' }),
    ...(expired !== undefined && { expired: expired === 'true' }),
    ...(days !== undefined && { days: Number(days) }),
  })
}

/** What the server is asked for. */
export function queryOf({ q, type, tlp, tag, list, ioc, expired, days }: ObservablesSearch, now = Date.now()) {
  const dayMs = 86_400_000
  // whole minutes, so that the request is the same for a while
  const from = days === undefined ? undefined : String(Math.floor(now / 60_000) * 60_000 - days * dayMs)
  return { q, type, tlp, tag, list, ioc, expired, seen_from: from }
}

/** The values of a filter that holds several. */
export function chosen<Word extends string>(value: string | undefined): readonly Word[] {
  return value === undefined ? [] : (value.split(',') as Word[])
}
