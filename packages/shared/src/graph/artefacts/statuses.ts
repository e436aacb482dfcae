import { z } from 'zod'

/** The statuses of artefacts, programs, projects and phases, each with a badge. */
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

/** The spellings of badges in the specification that differ from those of lifecycle statuses. */
const spellings = {
  'IN-PROCESS': 'IN_PROCESS',
  'UNDER-REVIEW': 'UNDER_REVIEW',
  'NOT COMPLETED': 'NOT_COMPLETED',
} as const satisfies Record<string, ArtefactStatus>
type Spelling = keyof typeof spellings

/** A status in a request, in either spelling; answers have the one with underscores (rule PROGRAM-12). */
export const StatusInput = z
  .enum([...artefactStatuses, ...(Object.keys(spellings) as Spelling[])])
  .transform((status): ArtefactStatus => spellings[status as Spelling] ?? (status as ArtefactStatus))

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
