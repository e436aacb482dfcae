import { getProgram, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { getProject, type Project } from '@carapace/shared/graph/programs/projects.contract'
import { accept } from '../../core/call/query.ts'

/** Updates a program everywhere with the answer of a write, so that it need not be read again. */
export function acceptProgram(program: Program): void {
  accept(getProgram, { programUuid: program.uuid }, { success: true, program })
}

/** Updates a project in the same way. */
export function acceptProject(project: Project): void {
  accept(getProject, { project_uuid: project.uuid }, { success: true, project })
}
