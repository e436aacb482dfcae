/** The statuses of artefacts, each with a badge. */
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

/** The statuses of most artefacts, in order. */
export const lifecycleWords: readonly ArtefactStatus[] = [
  'CREATED',
  'IN_PROCESS',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
  'COMPLETED',
]

/** The statuses of an activity that is done or not done; every kind may be reviewed (rule GRAPH-9). */
export const doneWords: readonly ArtefactStatus[] = [
  'NOT_COMPLETED',
  'IN_PROCESS',
  'COMPLETED',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
]

/** Set only by a review, never by the user who works on the artefact (rule GRAPH-9). */
export const decidedStatuses: readonly ArtefactStatus[] = ['APPROVED', 'REJECTED']
