import { designTypes, propulsionTypes, ratingTypes, regulationTypes } from '../program/program-choices.ts'
import type { Report } from '../../core/documents/report.ts'
import type { ReportSource } from './report-source.ts'

/**
 * What a report says before its sections: what it is about, what was chosen for that, and when it was made (rule EX20).
 */
export function coverFacts(
  { program, project, choices, seq, madeAt }: ReportSource,
  more: Report['facts'] = [],
): Report['facts'] {
  return [
    ['Program', program],
    ...(project === undefined ? [] : [['Project', `${project.name} (${project.type.toLowerCase()})`] as const]),
    ['Regulation', named(regulationTypes, choices.regulation_types)],
    ['Rating', named(ratingTypes, choices.rating_types)],
    ['Design type', named(designTypes, choices.design_type === null ? [] : [choices.design_type])],
    ['Propulsion', named(propulsionTypes, choices.propulsion_types)],
    ...more,
    ['State of the graph', `moment ${seq}`],
    ['Made', `${madeAt.slice(0, 16).replace('T', ' ')} UTC`],
  ]
}

/** The subtitle of a report: the program, and the project of it. */
export const subtitleOf = ({ program, project }: ReportSource) =>
  project === undefined ? program : `${program}: ${project.name}`

/** In the order of the list that they were chosen from. */
function named<K extends string>(words: Readonly<Record<K, string>>, chosen: readonly K[]): string {
  return (
    (Object.keys(words) as K[])
      .filter((key) => chosen.includes(key))
      .map((key) => words[key])
      .join(', ') || 'not chosen'
  )
}
