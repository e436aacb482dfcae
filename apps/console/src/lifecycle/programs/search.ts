import { phases } from '@carapace/shared/lifecycle/phases'
import type { getPrograms } from '@carapace/shared/lifecycle/programs.contract'
import { z } from 'zod'

export const pageSizes = [10, 25, 50, 100] as const
const usualSize = pageSizes[0]

/** What is usual is not in the address. */
const besides = (usual: number, most: number) =>
  z.coerce.number().int().min(1).max(most).optional().catch(undefined).transform((said) => (said === usual ? undefined : said)).optional()

/** What the address says of the list of programs (rule PL1 of ../SPEC.md). The router reads `?q=123` as a number: it is text here. */
export const ProgramsSearch = z.object({
  q: z.union([z.string(), z.number(), z.boolean()]).transform((said) => String(said).trim().slice(0, 100) || undefined).optional().catch(undefined),
  phase: z.enum(phases).optional().catch(undefined),
  perPage: besides(usualSize, 100),
  page: besides(1, 100_000),
})
export type ProgramsSearch = z.output<typeof ProgramsSearch>

/** The search with one thing changed: the list begins anew (rule PL2). */
export function narrowed(search: ProgramsSearch, change: Partial<ProgramsSearch>): ProgramsSearch {
  return ProgramsSearch.parse({ ...search, page: undefined, ...change })
}

/** What the list is asked with. */
export function askedOf({ q, phase, perPage = usualSize, page = 1 }: ProgramsSearch): z.output<typeof getPrograms.input> {
  return { perPage, page, ...(q !== undefined && { q }), ...(phase !== undefined && { phase }) }
}

/** The last page of so many programs: a page behind it shows nothing (rule PL2). */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

/** Which programs of how many are on a page: `11–20 of 23`. */
export function placeOf(total: number, perPage: number, page: number): string {
  if (total === 0) return '0 of 0'
  const first = (page - 1) * perPage + 1
  return `${first}–${Math.min(total, page * perPage)} of ${total}`
}
