import { caseStages, type CaseStage } from '@carapace/shared/msoc/cases/cases'
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
  q: text,
  /** The saved view that the filters came from. */
  view: text,
})
export type CasesSearch = z.output<typeof CasesSearch>

/** The case that is open, on the page of one case. */
export const CaseSearch = z.object({ case: z.uuid().optional().catch(undefined) })

export const stagesIn = (search: CasesSearch) => (search.stage?.split(',') ?? []) as CaseStage[]
export const severitiesIn = (search: CasesSearch) => (search.severity?.split(',') ?? []) as Severity[]

/** The search with one filter changed; an empty value removes it. */
export function narrowed(search: CasesSearch, key: keyof CasesSearch, value: readonly string[] | string): CasesSearch {
  const joined = typeof value === 'string' ? value.trim() : value.join(',')
  return CasesSearch.parse({ ...search, [key]: joined || undefined })
}

/** The parameters that a view stores: the filters, as in the address. */
export function filtersOf({ view: _view, ...search }: CasesSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

export type CasesQuery = Omit<z.input<typeof listCases.input>, 'cursor' | 'limit'>

/** The query of the list. Absent parts are omitted, so that equal filters give equal texts. */
export function casesQueryOf(search: CasesSearch): CasesQuery {
  const [stage, severity] = [stagesIn(search), severitiesIn(search)]
  return {
    ...(stage.length > 0 && { stage }),
    ...(severity.length > 0 && { severity }),
    ...(search.owner !== undefined && { owner: search.owner }),
    ...(search.q !== undefined && { q: search.q }),
  }
}
