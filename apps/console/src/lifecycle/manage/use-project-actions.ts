import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import type { Phase } from '@carapace/shared/graph/programs/phases'
import { type Project, saveProject } from '@carapace/shared/graph/programs/projects.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { useSession } from '../../core/session/session.ts'
import { toast } from '../../core/ui/toast.ts'
import { problemText } from '../program/use-program-actions.ts'
import { refusalsOf } from '../../graph/programs/refusals.ts'

type ProjectChanges = Omit<z.input<typeof saveProject.input>, 'uuid' | 'revision' | 'program_uuid'>

/**
 * The actions on a project. After a conflict the user gets a message, and the project is shown as it is then (rule
 * PROGRAM-PAGE-4).
 */
export function useProjectActions(project: Project, accept: (project: Project) => void, again: () => void) {
  const role = useSession()?.role ?? 'VIEWER'
  const [busy, setBusy] = useState(false)
  return {
    busy,
    refusals: refusalsOf(role, project),
    setStatus: (status: ArtefactStatus, phase?: Phase) => void act({ status, ...(phase !== undefined && { phase }) }),
    moveTo: (phase: Phase) => void act({ current_phase: phase }),
  }

  async function act(changes: ProjectChanges): Promise<void> {
    setBusy(true)
    try {
      accept(
        (
          await call(saveProject, {
            uuid: project.uuid,
            revision: project.revision,
            program_uuid: project.program_uuid,
            ...changes,
          })
        ).project,
      )
    } catch (problem) {
      toast.error(problemText(problem))
      again()
    }
    setBusy(false)
  }
}
