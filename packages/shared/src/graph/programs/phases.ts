import type { ArtefactStatus } from '../artefacts/statuses.ts'

/** The phases of a product's life, in order; the fourth is misspelt on purpose, since the wire format has it so. */
export const phases = ['CONCEPT', 'PRODUCT_DEVELOPMENT', 'PRODUCTION', 'INCIDENCE_RESPONCE', 'DECOMMISSIONING'] as const
export type Phase = (typeof phases)[number]

export const phaseLabels: Readonly<Record<Phase, string>> = {
  CONCEPT: 'Concept Phase',
  PRODUCT_DEVELOPMENT: 'Product Development Phase',
  PRODUCTION: 'Production Phase',
  INCIDENCE_RESPONCE: 'Incidence Response Phase',
  DECOMMISSIONING: 'Decommissioning Phase',
}

/** The statuses that are offered for a program, a project and a phase, in order; calls may set any other. */
export const lifecycleStatuses = [
  'CREATED',
  'IN_PROCESS',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
  'COMPLETED',
] as const satisfies readonly ArtefactStatus[]
export type LifecycleStatus = (typeof lifecycleStatuses)[number]
