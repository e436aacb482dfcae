import { getProgram, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { getProject, type Project } from '@carapace/shared/graph/programs/projects.contract'
import { accept } from '../../core/call/query.ts'

/** Shows a program that came with the answer of a write wherever it is shown: the writer does not read it again. */
export function acceptProgram(program: Program): void {
  accept(getProgram, { programUuid: program.uuid }, { success: true, program })
}

/** The same for a project. */
export function acceptProject(project: Project): void {
  accept(getProject, { project_uuid: project.uuid }, { success: true, project })
}
