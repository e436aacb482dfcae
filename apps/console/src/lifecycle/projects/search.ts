import { phases } from '@carapace/shared/lifecycle/phases'
import { projectTypes } from '@carapace/shared/lifecycle/program-choices'
import type { getProjects } from '@carapace/shared/lifecycle/projects.contract'
import { z } from 'zod'
import { ProgramsSearch } from '../programs/search.ts'

/** What the address says of the list of projects: as of that of programs, and which program and type (rules PL1, PL2 of ../SPEC.md). */
export const ProjectsSearch = ProgramsSearch.extend({
  phase: z.enum(phases).optional().catch(undefined),
  type: z.enum(projectTypes).optional().catch(undefined),
  programId: z.uuid().optional().catch(undefined),
})
export type ProjectsSearch = z.output<typeof ProjectsSearch>

/** The search with one thing changed: the list begins anew (rule PL2). */
export function narrowed(search: ProjectsSearch, change: Partial<ProjectsSearch>): ProjectsSearch {
  return ProjectsSearch.parse({ ...search, page: undefined, ...change })
}

/** What the list is asked with. */
export function askedOf({ q, phase, type, programId, perPage = 10, page = 1 }: ProjectsSearch): z.output<typeof getProjects.input> {
  return { perPage, page, ...(q !== undefined && { q }), ...(phase !== undefined && { phase }), ...(type !== undefined && { type }), ...(programId !== undefined && { program_uuid: programId }) }
}
