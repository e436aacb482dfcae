import {
  type Dimension,
  type Measure,
  offers,
  type PanelQuery,
  type Subject,
} from '@carapace/shared/msoc/panels/panel-query'
import type { PanelChart } from '@carapace/shared/msoc/panels/panels.contract'
import { sentenceCase } from '../../core/format/format.ts'
import { hoursText } from './shape.ts'

export const subjectTexts: Readonly<Record<Subject, string>> = {
  alerts: 'Alerts',
  cases: 'Cases',
  events: 'Events',
  vehicles: 'Vehicles',
}

export const measureTexts: Readonly<Record<Measure, string>> = {
  count: 'Count',
  repeats: 'Repeats',
  median_acknowledge: 'Time to acknowledge, median',
  median_resolve: 'Time to resolve, median',
  false_positive_ratio: 'False-positive ratio',
  acknowledged_ratio: 'Acknowledged ratio',
  offline_ratio: 'Offline ratio',
}

export const dimensionTexts: Readonly<Record<Dimension, string>> = {
  severity: 'Severity',
  status: 'Status',
  rule: 'Rule',
  vehicle: 'Vehicle',
  model: 'Model',
  owner: 'Owner',
  source: 'Source',
  day: 'Day',
  hour: 'Hour',
}

export const chartTexts: Readonly<Record<PanelChart, string>> = {
  number: 'Number with change',
  bar: 'Bars',
  line: 'Lines',
  area: 'Stacked area',
  table: 'Table',
  heat: 'Heat map',
}

/** What a panel shows, as one line: `Alerts by rule and severity, last 24 h`. */
export function queryText({ subject, measure, group_by: group, split_by: split, hours }: PanelQuery): string {
  const what =
    measure === 'count' ? subjectTexts[subject] : `${subjectTexts[subject]}: ${measureTexts[measure].toLowerCase()}`
  const by = [group, split].filter((each) => each !== null).map((each) => dimensionTexts[each].toLowerCase())
  const time = subject === 'vehicles' ? 'now' : `last ${hoursText(hours)}`
  return `${what}${by.length > 0 ? ` by ${by.join(' and ')}` : ''}, ${time}`
}

/** A group as it is shown: words of the product in sentence case, names as they are. */
export function keyText(dimension: Dimension | null, label: string): string {
  const isWord = dimension === 'severity' || dimension === 'status' || dimension === 'source'
  return isWord ? sentenceCase(label.toLowerCase().replaceAll('_', ' ')) : label
}

/** The query with another subject: what it does not have goes. */
export function ofSubject(query: PanelQuery, subject: Subject): PanelQuery {
  const { measures, dimensions, filters } = offers[subject]
  const kept = <T extends string>(value: T | null, known: readonly T[]) =>
    value !== null && known.includes(value) ? value : null
  const group = kept(query.group_by, dimensions)
  return {
    ...query,
    subject,
    measure: kept(query.measure, measures) ?? measures[0]!,
    group_by: group,
    split_by: group === null ? null : kept(query.split_by, dimensions),
    filters: Object.fromEntries(
      // the words of a status or a source are those of the subject
      Object.entries(query.filters).filter(
        ([name]) => filters.some((each) => each === name) && name !== 'status' && name !== 'source',
      ),
    ),
  }
}
