/** How far an artefact is: the product's words, each with its badge. */
export const artefactStatuses = [
  'CREATED',
  'IN_PROCESS',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
  'COMPLETED',
  'NOT_COMPLETED',
  'OPEN',
  'CLOSE',
  'PENDING',
  'RESOLVED',
] as const
export type ArtefactStatus = (typeof artefactStatuses)[number]

/** What most artefacts go through. */
export const lifecycleWords: readonly ArtefactStatus[] = [
  'CREATED',
  'IN_PROCESS',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
  'COMPLETED',
]

/** What something is that is done, or not; every kind may be reviewed (rule GRAPH-9). */
export const doneWords: readonly ArtefactStatus[] = [
  'NOT_COMPLETED',
  'IN_PROCESS',
  'COMPLETED',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
]

/** Said by a review alone, never by whoever works on the artefact (rule GRAPH-9). */
export const decidedStatuses: readonly ArtefactStatus[] = ['APPROVED', 'REJECTED']
