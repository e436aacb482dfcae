import { z } from 'zod'
import { alertSources, alertStatuses } from '../alerts/alerts.ts'
import { caseStages } from '../cases/cases.ts'
import { Shift } from '../alerts/pipeline/shift.ts'
import { healths, severities } from '../severity.ts'

export const subjects = ['alerts', 'cases', 'events', 'vehicles'] as const
export type Subject = (typeof subjects)[number]

export const measures = [
  'count',
  'repeats',
  'median_acknowledge',
  'median_resolve',
  'false_positive_ratio',
  'acknowledged_ratio',
  'offline_ratio',
] as const
export type Measure = (typeof measures)[number]

export const dimensions = ['severity', 'status', 'rule', 'vehicle', 'model', 'owner', 'source', 'day', 'hour'] as const
export type Dimension = (typeof dimensions)[number]
export const filterNames = ['severity', 'status', 'rule', 'vehicle', 'model', 'owner', 'source'] as const
export type FilterName = (typeof filterNames)[number]

/** What can be asked of each subject: the closed list that queries are compiled from (rule PANEL-1). */
export const offers: Readonly<
  Record<
    Subject,
    {
      readonly measures: readonly Measure[]
      readonly dimensions: readonly Dimension[]
      readonly filters: readonly FilterName[]
    }
  >
> = {
  alerts: {
    measures: [
      'count',
      'repeats',
      'median_acknowledge',
      'median_resolve',
      'false_positive_ratio',
      'acknowledged_ratio',
    ],
    dimensions,
    filters: filterNames,
  },
  cases: {
    measures: ['count', 'median_resolve'],
    dimensions: ['severity', 'status', 'owner', 'day', 'hour'],
    filters: ['severity', 'status', 'owner'],
  },
  events: { measures: ['count'], dimensions: ['source', 'day', 'hour'], filters: ['source'] },
  vehicles: {
    measures: ['count', 'offline_ratio'],
    dimensions: ['status', 'severity', 'model'],
    filters: ['status', 'severity', 'model'],
  },
}

/** The values of a filter that has a fixed list; undefined: any text. */
export function valuesOf(subject: Subject, filter: FilterName): readonly string[] | undefined {
  if (filter === 'severity') return severities
  if (filter === 'source') return subject === 'alerts' ? alertSources : undefined
  if (filter !== 'status') return undefined
  return subject === 'alerts' ? alertStatuses : subject === 'cases' ? caseStages : healths
}

export const isTime = (dimension: Dimension | null): boolean => dimension === 'day' || dimension === 'hour'
/** Measures that are durations, ms, and those that are shares, from 0 to 1. */
export const isDuration = (measure: Measure): boolean => measure.startsWith('median_')
export const isRatio = (measure: Measure): boolean => measure.endsWith('_ratio')

/** Maximum number of groups of a result (rule PANEL-4). */
export const groupsAtMost = 500
/** A dimension that splits groups shows its most frequent values, and the rest as one. */
export const splitValues = 6
/** What the rest of a split is called in a result's key. */
export const restKey = '…'
const longestHours = 400 * 24

const some = z.array(z.string().trim().min(1).max(200)).min(1).max(50)

const Fields = z.object({
  subject: z.enum(subjects),
  measure: z.enum(measures),
  group_by: z.enum(dimensions).nullable().default(null),
  split_by: z.enum(dimensions).nullable().default(null),
  filters: z.partialRecord(z.enum(filterNames), some).default({}),
  /** The time up to now. Vehicles are counted as they are now. */
  hours: z.int().min(1).max(longestHours).default(24),
  /** Without a time as group: that many groups, those with the highest values. */
  top: z.int().min(1).max(50).default(10),
  /** In which days begin. */
  zone: Shift.shape.zone.default('UTC'),
})

/** A query of a panel: what is counted or measured, by what, of which, over which time. Nothing in it is SQL. */
export const PanelQuery = Fields.superRefine((query, context) => {
  for (const [path, message] of faultsOf(query)) context.addIssue({ code: 'custom', path: [path], message })
})
export type PanelQuery = z.output<typeof Fields>

function faultsOf(query: PanelQuery): [field: string, message: string][] {
  const { subject, measure, group_by: group, split_by: split, filters } = query
  const offer = offers[subject]
  const faults: [string, string][] = []
  if (!offer.measures.includes(measure)) faults.push(['measure', `There is no such figure of ${subject}.`])
  if (group !== null && !offer.dimensions.includes(group)) faults.push(['group_by', `${subject} have no ${group}.`])
  if (split !== null && !offer.dimensions.includes(split)) faults.push(['split_by', `${subject} have no ${split}.`])
  if (split !== null && (group === null || split === group || isTime(split)))
    faults.push(['split_by', 'Split groups by something else than time and than the group itself.'])
  for (const [name, values] of Object.entries(filters) as [FilterName, string[]][])
    if (!offer.filters.includes(name) || !values.every((value) => (valuesOf(subject, name) ?? [value]).includes(value)))
      faults.push(['filters', `${subject} cannot be filtered by this ${name}.`])
  if (bucketsOf(query) * (split === null ? 1 : splitValues + 1) > groupsAtMost)
    faults.push(['hours', 'These are too many steps of time. Choose a shorter time or longer steps.'])
  return faults
}

/** Number of steps of time of a result; 1 without a time as group. */
export function bucketsOf({ group_by: group, hours }: Pick<PanelQuery, 'group_by' | 'hours'>): number {
  if (group === 'hour') return hours + 1
  return group === 'day' ? Math.ceil(hours / 24) + 1 : 1
}
