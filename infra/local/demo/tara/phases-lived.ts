import { type LifecycleStatus, type Phase, phases } from '@carapace/shared/graph/programs/phases'
import type { ProjectInput } from '@carapace/shared/graph/programs/projects'

/** The statuses between CREATED and the given one, in order. */
const onTheWay: Readonly<Record<LifecycleStatus, readonly LifecycleStatus[]>> = {
  CREATED: [],
  IN_PROCESS: ['IN_PROCESS'],
  COMPLETED: ['IN_PROCESS', 'COMPLETED'],
  UNDER_REVIEW: ['IN_PROCESS', 'UNDER_REVIEW'],
  APPROVED: ['IN_PROCESS', 'UNDER_REVIEW', 'APPROVED'],
  REJECTED: ['IN_PROCESS', 'UNDER_REVIEW', 'REJECTED'],
}

interface Reached {
  readonly currentPhase: Phase
  readonly phaseStatuses: Partial<Record<Phase, LifecycleStatus>>
}

/** The sequence of requests that brings a program or project to these phases with these statuses. */
export function phasesLived({
  currentPhase,
  phaseStatuses,
}: Reached): Pick<ProjectInput, 'currentPhase' | 'phase' | 'status'>[] {
  return phases
    .filter((phase) => phaseStatuses[phase] !== undefined)
    .flatMap((phase) => [
      // a phase that is started early is not entered yet
      phases.indexOf(phase) <= phases.indexOf(currentPhase)
        ? { currentPhase: phase }
        : { phase, status: 'CREATED' as const },
      ...onTheWay[phaseStatuses[phase]!].map((status) => ({ phase, status })),
    ])
}
