import { designTypes, propulsionTypes, ratingTypes, regulationTypes } from '../program/program-choices.ts'
import type { Approval, DocumentIdentity, Report, ReportFacts } from '../../core/documents/report.ts'
import type { ReportSource } from './report-source.ts'

const mostReviewers = 6

/**
 * The front matter of a report: its subject, the choices for it, the identity of the document, and its approvals (rules
 * EXCHANGE-20, EXCHANGE-27). The document's id begins with `prefix`.
 */
export function frontOf(
  source: ReportSource,
  prefix: string,
  more: ReportFacts = [],
): Pick<Report, 'subtitle' | 'document' | 'facts' | 'approvals'> {
  const { program, project } = source
  return {
    subtitle: project === undefined ? program : `${program}: ${project.name}`,
    document: identityOf(source, prefix),
    facts: coverFacts(source, more),
    approvals: approvalsOf(source),
  }
}

/** The identity: a report of a baseline is that version; any other is a working copy, of a revision of the program. */
function identityOf({ uuid, seq, madeAt, author, baseline }: ReportSource, prefix: string): DocumentIdentity {
  const isBaseline = baseline?.seq === seq
  return {
    id: `${prefix}-${uuid.slice(0, 8).toUpperCase()}`,
    version: isBaseline ? baseline.name : `Revision ${seq}`,
    status: isBaseline
      ? 'Baseline'
      : `Working copy, ${baseline ? 'changed since the latest baseline' : 'no baseline yet'}`,
    date: minuteOf(madeAt),
    author,
  }
}

function coverFacts(
  { program, project, choices, phase, baseline, seq, madeAt }: ReportSource,
  more: ReportFacts,
): ReportFacts {
  return [
    ['Program', program],
    ...(project === undefined ? [] : [['Project', `${project.name} (${project.type.toLowerCase()})`] as const]),
    ['Regulation', named(regulationTypes, choices.regulation_types)],
    ['Rating', named(ratingTypes, choices.rating_types)],
    ['Design type', named(designTypes, choices.design_type === null ? [] : [choices.design_type])],
    ['Propulsion', named(propulsionTypes, choices.propulsion_types)],
    ...more,
    ['Phase', phase],
    ['Latest baseline', baseline ? `${baseline.name}, ${dayOf(baseline.madeAt)}` : 'none'],
    ['Revision', `${seq}, of ${minuteOf(madeAt)}`],
  ]
}

/** Author and leads, reviewers who approved artefacts, the author of the baseline, and a line for the release. */
function approvalsOf({ author, madeAt, leads, reviewers, baseline, seq }: ReportSource): Approval[] {
  const line = (role: string, name: string, date = '', note = ''): Approval => ({ role, name, date, note })
  return [
    line('Author', author, dayOf(madeAt)),
    ...leads.map((name) => line('Program lead', name)),
    ...reviewers
      .slice(0, mostReviewers)
      .map(({ name, approved, lastAt }) =>
        line('Reviewer', name, dayOf(lastAt), `${approved} ${approved === 1 ? 'artefact' : 'artefacts'} approved`),
      ),
    ...(baseline?.seq === seq ? [line('Baseline', baseline.madeBy, dayOf(baseline.madeAt), baseline.name)] : []),
    line('Approved for release', ''),
  ]
}

const dayOf = (iso: string) => iso.slice(0, 10)
const minuteOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** The chosen labels, in the order of their list. */
function named<K extends string>(words: Readonly<Record<K, string>>, chosen: readonly K[]): string {
  return (
    (Object.keys(words) as K[])
      .filter((key) => chosen.includes(key))
      .map((key) => words[key])
      .join(', ') || 'not chosen'
  )
}
