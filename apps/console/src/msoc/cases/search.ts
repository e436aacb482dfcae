import { caseStages, type CaseStage, type Tlp, tlps } from '@carapace/shared/msoc/cases/cases'
import type { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { z } from 'zod'

/** A text parameter. The router parses `?q=123` as a number; whatever it made of the text, it is converted back. */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined)

/**
 * Values separated by commas. Unknown values are dropped instead of refused: a link may be older or newer than this
 * page.
 */
const wordsOf = <Word extends string>(known: readonly Word[]) =>
  text
    .transform((value) => {
      const words = new Set(value?.split(','))
      return known.filter((word) => words.has(word)).join(',') || undefined
    })
    .optional()

/** The address parameters of the case list (rules CASE-UI-1, CASE-UI-2 of ./SPEC.md). */
export const CasesSearch = z.object({
  stage: wordsOf(caseStages),
  severity: wordsOf(severities),
  owner: z
    .union([z.uuid(), z.enum(['me', 'none'])])
    .optional()
    .catch(undefined),
  /** Uuids of custom statuses; `none`: only the stage. */
  status: text,
  member: z
    .union([z.uuid(), z.literal('me')])
    .optional()
    .catch(undefined),
  tag: text,
  tlp: wordsOf(tlps),
  template: z.uuid().optional().catch(undefined),
  overdue: z
    .literal('true')
    .or(z.literal(true).transform(() => 'true' as const))
    .optional()
    .catch(undefined),
  q: text,
  /** The saved view that the filters came from. */
  view: text,
  /** How the cases are shown: as a board; absent: as a list. */
  as: z.literal('board').optional().catch(undefined),
})
export type CasesSearch = z.output<typeof CasesSearch>

/** The tabs of a case's page, in order. */
export const caseTabs = ['overview', 'alerts', 'tasks', 'story', 'observables', 'evidence', 'similar', 'links'] as const
export type CaseTab = (typeof caseTabs)[number]

/** The case that is open, on the page of one case, and its tab; absent: the overview. */
export const CaseSearch = z.object({
  case: z.uuid().optional().catch(undefined),
  tab: z.enum(caseTabs).optional().catch(undefined),
})
export type CaseSearch = z.output<typeof CaseSearch>

export const stagesIn = (search: CasesSearch) => (search.stage?.split(',') ?? []) as CaseStage[]
export const severitiesIn = (search: CasesSearch) => (search.severity?.split(',') ?? []) as Severity[]
export const tlpsIn = (search: CasesSearch) => (search.tlp?.split(',') ?? []) as Tlp[]
export const statusesIn = (search: CasesSearch) => search.status?.split(',') ?? []

/** The search with one filter changed; an empty value removes it. */
export function narrowed(search: CasesSearch, key: keyof CasesSearch, value: readonly string[] | string): CasesSearch {
  const joined = typeof value === 'string' ? value.trim() : value.join(',')
  return CasesSearch.parse({ ...search, [key]: joined || undefined })
}

/** The parameters that a view stores: the filters, as in the address. A view is shown as a list or as a board. */
export function filtersOf({ view: _view, as: _as, ...search }: CasesSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

export type CasesQuery = Omit<z.input<typeof listCases.input>, 'cursor' | 'limit'>

/** The query of the list. Absent parts are omitted, so that equal filters give equal texts. */
export function casesQueryOf(search: CasesSearch): CasesQuery {
  const [stage, severity, tlp, status] = [stagesIn(search), severitiesIn(search), tlpsIn(search), statusesIn(search)]
  const { member, tag, template, overdue } = search
  return {
    ...(stage.length > 0 && { stage }),
    ...(severity.length > 0 && { severity }),
    ...(tlp.length > 0 && { tlp }),
    ...(status.length > 0 && { status }),
    ...(member !== undefined && { member }),
    ...(tag !== undefined && { tag }),
    ...(template !== undefined && { template }),
    ...(overdue !== undefined && { overdue: true }),
    ...(search.owner !== undefined && { owner: search.owner }),
    ...(search.q !== undefined && { q: search.q }),
  }
}
