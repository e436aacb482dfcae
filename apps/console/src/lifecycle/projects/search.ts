import { orderNames, projectOrders } from '@carapace/shared/graph/programs/list-orders'
import { projectTypes } from '@carapace/shared/graph/programs/projects'
import type { exportProjects, getProjects } from '@carapace/shared/graph/programs/projects.contract'
import { z } from 'zod'
import type { Sort } from '../../core/table/columns.ts'
import { orderAfter, ProgramsSearch } from '../../graph/programs/programs-search.ts'

/**
 * The search parameters of the list of projects: those of the list of programs, and the program and the type (rules
 * PROGRAM-LIST-1, PROGRAM-LIST-2 of apps/console/src/graph/SPEC.md).
 */
export const ProjectsSearch = ProgramsSearch.extend({
  type: z.enum(projectTypes).optional().catch(undefined),
  programId: z.uuid().optional().catch(undefined),
  sort: z.enum(orderNames(projectOrders)).optional().catch(undefined),
})
export type ProjectsSearch = z.output<typeof ProjectsSearch>

/** The search with one parameter changed; the list starts at its first page again (rule PROGRAM-LIST-2). */
export function narrowed(search: ProjectsSearch, change: Partial<ProjectsSearch>): ProjectsSearch {
  return ProjectsSearch.parse({ ...search, page: undefined, ...change })
}

/** The search with another sort order, at its first page. */
export function sorted(search: ProjectsSearch, sort: Sort): ProjectsSearch {
  return ProjectsSearch.parse({ ...search, page: undefined, ...orderAfter(projectOrders, search, sort) })
}

/** The query of the list. */
export function listQueryOf(
  search: ProjectsSearch,
): z.input<typeof getProjects.input> & { readonly perPage: number; readonly page: number } {
  return { perPage: search.perPage ?? 10, page: search.page ?? 1, ...passing(search) }
}

/** The query of a list export: the same without paging. */
export function passing({
  q,
  phase,
  type,
  programId,
  sort,
  order,
}: ProjectsSearch): z.input<typeof exportProjects.input> {
  return {
    ...(q !== undefined && { q }),
    ...(phase !== undefined && { phase }),
    ...(type !== undefined && { type }),
    ...(programId !== undefined && { program_uuid: programId }),
    ...(sort !== undefined && { sort }),
    ...(order !== undefined && { order }),
  }
}
