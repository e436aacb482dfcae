import { z } from 'zod'
import type { ArtefactStatus } from '../artefacts/statuses.ts'
import type { Phase } from './phases.ts'

/** The subject of a project. */
export const projectTypes = ['SYSTEM', 'COMPONENT', 'FEATURE', 'FUNCTION', 'VEHICLE'] as const
export type ProjectType = (typeof projectTypes)[number]

/** The maximum number of projects of a program (rule PROJECT-6). */
export const mostProjects = 200

/** A milestone of a project and its date, YYYY-MM-DD. */
export const Milestone = z.object({
  name: z.string().trim().min(1, 'Name the milestone.').max(120),
  on: z.iso
    .date('Say the day of the milestone.')
    .refine((day) => day >= '1970' && day < '3000', 'Say a day between 1970 and 3000.'),
})

/** The part of a project that can be changed. */
interface ProjectState {
  readonly name: string
  readonly type: ProjectType
  readonly description: string
  readonly leadUuid: string | null
  /** The next milestone and its date; both, or neither. */
  readonly milestone: string | null
  readonly milestoneOn: string | null
  readonly currentPhase: Phase
  /** The status of each phase that was begun. */
  readonly phaseStatuses: Readonly<Partial<Record<Phase, ArtefactStatus>>>
}

/** The requested changes of a project; an absent value stays unchanged. */
export type ProjectInput = {
  readonly [N in Exclude<keyof ProjectState, 'phaseStatuses'>]?: ProjectState[N] | undefined
} & {
  readonly status?: ArtefactStatus | undefined
  /** The phase of the status; absent: the phase that the project is in, or enters. */
  readonly phase?: Phase | undefined
}

/** The effective changes of a project; empty: all values are the same already (rules PROJECT-2, PROJECT-3). */
export function planProject(before: ProjectState, { phase, status, ...changes }: ProjectInput): Partial<ProjectState> {
  const currentPhase = changes.currentPhase ?? before.currentPhase
  const phaseStatuses = {
    ...before.phaseStatuses,
    ...(before.phaseStatuses[currentPhase] === undefined && { [currentPhase]: 'CREATED' as const }),
    ...(status !== undefined && { [phase ?? currentPhase]: status }),
  }
  const plain = Object.entries(changes).filter(
    ([key, value]) => value !== undefined && value !== before[key as keyof ProjectState],
  )
  const isMoved = Object.entries(phaseStatuses).some(([key, value]) => value !== before.phaseStatuses[key as Phase])
  return { ...Object.fromEntries(plain), ...(isMoved && { phaseStatuses }) }
}
