import { orderNames, programOrders, type Way } from '@carapace/shared/graph/programs/list-orders'
import { phases } from '@carapace/shared/graph/programs/phases'
import type { exportPrograms, getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { z } from 'zod'
import type { Sort } from '../../core/table/columns.ts'

export const pageSizes = [10, 25, 50, 100] as const
const usualSize = pageSizes[0]

/** A number that is left out of the address if it is the default. */
const besides = (usual: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .optional()
    .catch(undefined)
    .transform((value) => (value === usual ? undefined : value))
    .optional()

/**
 * The search parameters of the list of programs (rule PROGRAM-LIST-1 of ../SPEC.md). The router reads `?q=123` as a
 * number; here it becomes text.
 */
export const ProgramsSearch = z.object({
  q: z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, 100) || undefined)
    .optional()
    .catch(undefined),
  phase: z.enum(phases).optional().catch(undefined),
  sort: z.enum(orderNames(programOrders)).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  perPage: besides(usualSize, 100),
  page: besides(1, 100_000),
})
export type ProgramsSearch = z.output<typeof ProgramsSearch>

/** The search with one parameter changed; the list starts at its first page again (rule PROGRAM-LIST-2). */
export function narrowed(search: ProgramsSearch, change: Partial<ProgramsSearch>): ProgramsSearch {
  return ProgramsSearch.parse({ ...search, page: undefined, ...change })
}

/** The query of the list. */
export function listQueryOf(
  search: ProgramsSearch,
): z.input<typeof getPrograms.input> & { readonly perPage: number; readonly page: number } {
  return { perPage: search.perPage ?? usualSize, page: search.page ?? 1, ...passing(search) }
}

/** The query of a list export: the same without paging. */
export function passing({ q, phase, sort, order }: ProgramsSearch): z.input<typeof exportPrograms.input> {
  return {
    ...(q !== undefined && { q }),
    ...(phase !== undefined && { phase }),
    ...(sort !== undefined && { sort }),
    ...(order !== undefined && { order }),
  }
}

type Orders = Readonly<Record<string, Way>>

/** The sort order of a list; by default the latest change first (rule PROGRAM-LIST-4). */
export function sortIn(
  orders: Orders,
  { sort = 'changed', order }: { readonly sort?: string | undefined; readonly order?: Way | undefined },
): Sort {
  return { key: sort, order: order ?? orders[sort]! }
}

/**
 * The search parameters after a click on a column heading. A new column starts in its default direction, and defaults
 * are left out of the address (rule PROGRAM-LIST-4).
 */
export function orderAfter(
  orders: Orders,
  search: Parameters<typeof sortIn>[1],
  { key, order }: Sort,
): { readonly sort: string | undefined; readonly order: Way | undefined } {
  const isTurned = key === sortIn(orders, search).key && order !== orders[key]
  return { sort: key === 'changed' ? undefined : key, order: isTurned ? order : undefined }
}

/** The search with another sort order, at its first page. */
export function sorted(search: ProgramsSearch, sort: Sort): ProgramsSearch {
  return ProgramsSearch.parse({ ...search, page: undefined, ...orderAfter(programOrders, search, sort) })
}

/** The number of the last page for a total of programs; a later page would be empty (rule PROGRAM-LIST-2). */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

/** The range of a page within the total: `11–20 of 23`. */
export function placeOf(total: number, perPage: number, page: number): string {
  if (total === 0) return '0 of 0'
  const first = (page - 1) * perPage + 1
  return `${first}–${Math.min(total, page * perPage)} of ${total}`
}
