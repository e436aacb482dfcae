import { z } from 'zod'
import type { LifecycleStatus, Phase } from './phases.ts'

/** What a project is about. */
export const projectTypes = ['SYSTEM', 'COMPONENT', 'FEATURE', 'FUNCTION', 'VEHICLE'] as const
export type ProjectType = (typeof projectTypes)[number]

/** A program has at most so many projects (rule PROJECT-6). */
export const mostProjects = 200

/** What a project has to reach, and the day of that, YYYY-MM-DD. */
export const Milestone = z.object({
  name: z.string().trim().min(1, 'Name the milestone.').max(120),
  on: z.iso
    .date('Say the day of the milestone.')
    .refine((day) => day >= '1970' && day < '3000', 'Say a day between 1970 and 3000.'),
})

/** What can be changed of a project. */
interface ProjectState {
  readonly name: string
  readonly type: ProjectType
  readonly description: string
  readonly leadUuid: string | null
  /** What it has to reach next, and the day of that; both, or neither. */
  readonly milestone: string | null
  readonly milestoneOn: string | null
  readonly currentPhase: Phase
  /** Of the phases that were begun. */
  readonly phaseStatuses: Readonly<Partial<Record<Phase, LifecycleStatus>>>
}

/** What is asked of a project; what is not told stays as it is. */
export type ProjectInput = {
  readonly [N in Exclude<keyof ProjectState, 'phaseStatuses'>]?: ProjectState[N] | undefined
} & {
  readonly status?: LifecycleStatus | undefined
  /** Whose status it is; absent: that of the phase that it is in, or enters. */
  readonly phase?: Phase | undefined
}

/** What of a project changes by what is asked; nothing where all is so already (rules PROJECT-2, PROJECT-3). */
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
