import type { SituationDimension } from '@carapace/shared/functional-safety/situations'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { wholeAsil } from '@carapace/shared/functional-safety/asil'
import {
  changedColumn,
  codeColumn,
  countColumn,
  fieldColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import type { GraphState } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { asilColumn } from '../asil-badge.tsx'
import { catalogueOf } from '../methods.ts'
import { asilOfEvent, findingsOn } from '../safety.ts'
import { situationIn, situationWords } from './situation.ts'

const kind = 'hazardous-event'

/** The columns of the hazard analysis, in the order in which an event is rated. */
export function eventColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Hazardous event', width: 220, grow: 3 }),
    situationColumn(catalogueOf(graph)),
    linksColumn(graph, kind, ['arises-in'], 'upstream', { title: 'Hazard', isShort: true, priority: 6 }),
    fieldColumn(kind, 'severity', { title: 'S', width: 48 }),
    fieldColumn(kind, 'exposure', { title: 'E', width: 48 }),
    fieldColumn(kind, 'controllability', { title: 'C', width: 48 }),
    eventAsilColumn(),
    reasonsColumn(),
    linksColumn(graph, kind, ['prevented-by'], 'downstream', { title: 'Safety goal', isShort: true, priority: 2 }),
    fieldColumn(kind, 'ftti_ms', { title: 'FTTI, ms', width: 72, priority: 5 }),
    countColumn('problems', 'Problems', ({ uuid }) => findingsOn(graph, uuid).length, { priority: 3 }),
    statusColumn(kind, { width: 104, priority: 7 }),
    fieldColumn(kind, 'severity_reason', { extra: true }),
    fieldColumn(kind, 'exposure_reason', { extra: true }),
    fieldColumn(kind, 'controllability_reason', { extra: true }),
    fieldColumn(kind, 'exposure_basis', { extra: true }),
    changedColumn(),
    originColumn(),
  ]
}

export const eventAsilColumn = () =>
  asilColumn((row) => {
    const asil = asilOfEvent(row)
    return asil && wholeAsil(asil)
  })

/** The operational situation in words; filtered by its values. */
function situationColumn(catalogue: readonly SituationDimension[]): ArtefactColumn {
  return {
    key: 'situation',
    title: 'Situation',
    width: 200,
    grow: 2,
    sortable: true,
    render: (row) => situationWords(row, catalogue),
    text: (row) => situationWords(row, catalogue),
    choices: catalogue.flatMap(({ key, title, values }) =>
      values.map((each) => ({ word: `${key}.${each.key}`, text: `${title}: ${each.title}` })),
    ),
    has: ({ fields }) =>
      Object.entries(situationIn(fields, catalogue)).flatMap(([key, values]) => values.map((each) => `${key}.${each}`)),
  }
}

const reasons = ['severity_reason', 'exposure_reason', 'controllability_reason'] as const

/** How many of the three classes have a reason. */
export const reasonsOf = ({ fields }: Pick<Artefact, 'fields'>) =>
  reasons.filter((name) => String(fields[name] ?? '').trim() !== '').length

function reasonsColumn(): ArtefactColumn {
  return {
    key: 'reasons',
    title: 'Reasons',
    width: 68,
    isMute: true,
    sortable: true,
    priority: 4,
    render: (row) => <span className={reasonsOf(row) === 3 ? 'gr-none num' : 'num'}>{`${reasonsOf(row)} of 3`}</span>,
    text: ({ fields }) =>
      reasons.map((name) => `${name[0]!.toUpperCase()}: ${String(fields[name] ?? '') || 'no reason'}`).join('\n'),
    rank: reasonsOf,
    choices: ['0', '1', '2', '3'].map((word) => ({ word, text: `${word} of 3` })),
    has: (row) => [String(reasonsOf(row))],
  }
}
