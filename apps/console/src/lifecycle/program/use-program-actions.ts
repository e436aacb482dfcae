import type { Endpoint } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import type { Phase } from '@carapace/shared/graph/programs/phases'
import {
  type Program,
  updateProgramPhase,
  updateProgramStatus,
} from '@carapace/shared/graph/programs/programs.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { useSession } from '../../core/session/session.ts'
import { toast } from '../../core/ui/toast.ts'
import { refusalsOf } from '../../graph/programs/refusals.ts'

/** The actions that the components of a program's page share. */
export interface ProgramActions {
  readonly program: Program
  readonly refusals: ReturnType<typeof refusalsOf>
  /** An action is under way; actions that would conflict with it are disabled. */
  readonly busy: boolean
  readonly setStatus: (status: ArtefactStatus, phase?: Phase) => void
  readonly moveTo: (phase: Phase) => void
  readonly accept: (program: Program) => void
  /** Reads the program again. */
  readonly again: () => void
}

/**
 * The actions on a program. After a conflict the user gets a message, and the program is shown as it is then (rule
 * PROGRAM-PAGE-4).
 */
export function useProgramActions(
  program: Program,
  accept: (program: Program) => void,
  again: () => void,
): ProgramActions {
  const role = useSession()?.role ?? 'VIEWER'
  const [busy, setBusy] = useState(false)
  const named = { program_uuid: program.uuid, revision: program.revision }
  return {
    program,
    busy,
    accept,
    again,
    refusals: refusalsOf(role, program),
    setStatus: (status, phase) =>
      void act(updateProgramStatus, { ...named, status, ...(phase !== undefined && { phase }) }),
    moveTo: (phase) => void act(updateProgramPhase, { ...named, current_phase: phase }),
  }

  async function act<In extends z.ZodType>(
    endpoint: Endpoint<In, typeof updateProgramStatus.output>,
    input: z.input<In>,
  ): Promise<void> {
    setBusy(true)
    try {
      accept((await call(endpoint, input)).program)
    } catch (problem) {
      toast.error(problemText(problem))
      again()
    }
    setBusy(false)
  }
}

export function problemText(problem: unknown): string {
  const isLate = problem instanceof Failure && problem.code === 'ROW_CHANGED'
  return isLate ? 'Somebody changed this first. It is shown as it is now; try again.' : messageOf(problem)
}
