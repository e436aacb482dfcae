/** A product's life, in its order; the third from the end is spelt as the wire has it. */
export const phases = ['CONCEPT', 'PRODUCT_DEVELOPMENT', 'PRODUCTION', 'INCIDENCE_RESPONCE', 'DECOMMISSIONING'] as const
export type Phase = (typeof phases)[number]

export const phaseLabels: Readonly<Record<Phase, string>> = {
  CONCEPT: 'Concept Phase',
  PRODUCT_DEVELOPMENT: 'Product Development Phase',
  PRODUCTION: 'Production Phase',
  INCIDENCE_RESPONCE: 'Incidence Response Phase',
  DECOMMISSIONING: 'Decommissioning Phase',
}

/** How far something of the lifecycle is. */
export const lifecycleStatuses = ['CREATED', 'IN_PROCESS', 'UNDER_REVIEW', 'APPROVED', 'REJECTED', 'COMPLETED'] as const
export type LifecycleStatus = (typeof lifecycleStatuses)[number]
