import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { type Phase, phases } from '@carapace/shared/graph/programs/phases'
import type { Project } from '@carapace/shared/graph/programs/projects.contract'

type Statuses = Pick<
  Project,
  | 'concept_phase_status'
  | 'product_development_phase_status'
  | 'production_phase_status'
  | 'incidence_response_phase_status'
  | 'decommissioning_phase_status'
>

const fields = {
  CONCEPT: 'concept_phase_status',
  PRODUCT_DEVELOPMENT: 'product_development_phase_status',
  PRODUCTION: 'production_phase_status',
  INCIDENCE_RESPONCE: 'incidence_response_phase_status',
  DECOMMISSIONING: 'decommissioning_phase_status',
} as const satisfies Record<Phase, keyof Statuses>

/** The status of each phase of a project; null: not started. */
export function phasesOf(
  project: Statuses,
): readonly { readonly phase: Phase; readonly status: ArtefactStatus | null }[] {
  return phases.map((phase) => ({ phase, status: project[fields[phase]] }))
}

/** A project's status: that of its current phase (rule PROJECT-3). */
export function statusOf(project: Statuses & Pick<Project, 'current_phase'>): ArtefactStatus | null {
  return project[fields[project.current_phase]]
}
