import { z } from 'zod'

/**
 * The forms of FMEA (AIAG & VDA FMEA Handbook, 2019): DFMEA, PFMEA, and FMEA-MSR for monitoring and system response.
 */
export const fmeaForms = ['design', 'process', 'monitoring'] as const
export type FmeaForm = (typeof fmeaForms)[number]

/**
 * What is rated from 1 to 10, 10 the worst. In an FMEA-MSR the frequency of the cause takes the place of the
 * occurrence, and the monitoring that of the detection.
 */
export const ratingVariables = ['severity', 'occurrence', 'detection'] as const
export type RatingVariable = (typeof ratingVariables)[number]

const usual = { severity: 'Severity', occurrence: 'Occurrence', detection: 'Detection' }
/** What each variable is called in a form of FMEA; its first letter is its symbol: S, O, D, F, M. */
export const variableTitles: Readonly<Record<FmeaForm, Readonly<Record<RatingVariable, string>>>> = {
  design: usual,
  process: usual,
  monitoring: { severity: 'Severity', occurrence: 'Frequency', detection: 'Monitoring' },
}

/** High, medium, low: how urgent it is to improve; the lowest first. */
export const actionPriorities = ['L', 'M', 'H'] as const
export type ActionPriority = (typeof actionPriorities)[number]

const rating = z.int().min(1).max(10)
/** Ratings from one to another, both included. */
const Band = z.object({ from: rating, to: rating })
/** The highest ratings first. */
const bands = z.array(Band).min(1).max(10)

/** The criteria of the ratings 1 to 10 of one variable, in this order. */
const Scale = z
  .array(z.object({ title: z.string().trim().min(1).max(80), description: z.string().trim().max(400) }))
  .length(10)
const Scales = z.object({ severity: Scale, occurrence: Scale, detection: Scale })

/**
 * Action priorities by bands: `cells[severity][occurrence][detection]`, each an index of the bands of that variable.
 */
export const PriorityTable = z.object({
  severity: bands,
  occurrence: bands,
  detection: bands,
  cells: z.array(z.array(z.array(z.enum(actionPriorities)).max(10)).max(10)).max(10),
})
export type PriorityTable = z.infer<typeof PriorityTable>

/**
 * How an organisation rates failures: the criteria of every rating, and the action priority of every combination. A
 * version never changes once an FMEA was rated with it (rules FMEA-1 to FMEA-6).
 */
export const RatingProfile = z.object({
  scales: z.object({ design: Scales, process: Scales, monitoring: Scales }),
  priorities: z.object({
    /** Of DFMEA and PFMEA: S x O x D. */
    usual: PriorityTable,
    /** Of FMEA-MSR: S x F x M. */
    monitoring: PriorityTable,
  }),
})
export type RatingProfile = z.infer<typeof RatingProfile>

/** Ratings from 1 to 10; null: not rated. */
export type Ratings = Readonly<Record<RatingVariable, number | null>>

/** The action priority of a failure by a table that is valid; null: a rating is missing (rule FMEA-1). */
export function priorityIn(table: PriorityTable, ratings: Ratings): ActionPriority | null {
  const { severity, occurrence, detection } = ratings
  if (severity === null || occurrence === null || detection === null) return null
  return table.cells[bandOf(table.severity, severity)]![bandOf(table.occurrence, occurrence)]![
    bandOf(table.detection, detection)
  ]!
}

/** @throws RangeError when no band has the rating: the profile was not checked, or the rating is not 1 to 10. */
function bandOf(all: PriorityTable['severity'], value: number): number {
  const found = all.findIndex(({ from, to }) => from <= value && value <= to)
  if (found < 0 || !Number.isInteger(value)) throw new RangeError(`No band of ratings has ${value}.`)
  return found
}

/** The table that a form of FMEA uses. */
export function tableOf({ priorities }: RatingProfile, form: FmeaForm): PriorityTable {
  return form === 'monitoring' ? priorities.monitoring : priorities.usual
}

/** The action priority of a failure; null: a rating is missing (rule FMEA-1). */
export function apOf(
  profile: RatingProfile,
  s: number | null,
  o: number | null,
  d: number | null,
  form: FmeaForm = 'design',
): ActionPriority | null {
  return priorityIn(tableOf(profile, form), { severity: s, occurrence: o, detection: d })
}

/** The risk priority number S x O x D, 1 to 1,000; null: a rating is missing (rule FMEA-2). */
export function rpnOf(s: number | null, o: number | null, d: number | null): number | null {
  return s === null || o === null || d === null ? null : s * o * d
}

export interface PriorityCell {
  readonly severity: number
  readonly occurrence: number
  readonly detection: number
  readonly priority: ActionPriority
}

/** All 1,000 combinations of a valid table, by severity, occurrence, detection (rule FMEA-3). */
export function expandedTable(table: PriorityTable): PriorityCell[] {
  const all = Array.from({ length: 10 }, (_, i) => i + 1)
  return all.flatMap((severity) =>
    all.flatMap((occurrence) =>
      all.map((detection) => ({
        severity,
        occurrence,
        detection,
        priority: priorityIn(table, { severity, occurrence, detection })!,
      })),
    ),
  )
}
