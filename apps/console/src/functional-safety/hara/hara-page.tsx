import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { PageLink } from '../../graph/links/page-link.tsx'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { type GraphState, linkedWith, suspectsAt } from '../../graph/store/graph-state.ts'
import type { Grouping } from '../../graph/table/rows.ts'
import { ProgramMethod } from '../methods/program-method.tsx'
import { withMethods } from '../read-methods.ts'
import { asilOfEvent, findingsIn, findingsOn, ofKind } from '../safety.ts'
import { eventColumns, reasonsOf } from './columns.tsx'
import { EventRating } from './event-rating.tsx'
import { findingsAmong } from './findings.ts'
import { AsilSummary } from './hara-summary.tsx'

export const eventRelated = ['hazard', 'safety-goal']

/** The hazardous events of a program with their classes and ASILs, and what is inconsistent about them. */
export function HaraPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="HARA Analysis"
      kind="hazardous-event"
      related={eventRelated}
      computed={withMethods}
      columns={eventColumns}
      groupings={groupings}
      usualGroup="hazard"
      tabs={tabs}
      summary={summary}
      parts={parts}
      tools={
        <>
          <ProgramMethod kind="situations" />
          <PageLink to="/org/functional-safety/hara-create" title="Events by situation" />
        </>
      }
      nothing="A hazardous event is a hazard in an operational situation. Begin with the hazards of the HAZOP."
    />
  )
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'hazard',
    title: 'Hazard',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'arises-in')[0]?.node,
    none: 'Without a hazard',
  },
  {
    key: 'goal',
    title: 'Safety goal',
    of: (row) => linkedWith(graph, row.uuid, 'downstream', 'prevented-by')[0]?.node,
    none: 'Without a safety goal',
  },
]

const isAboveQm = (row: Artefact) => !['QM', null].includes(asilOfEvent(row))
const lacksGoal = (graph: GraphState, row: Artefact) =>
  isAboveQm(row) && linkedWith(graph, row.uuid, 'downstream', 'prevented-by').length === 0

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'asil', title: 'A to D', keeps: isAboveQm },
    { tab: 'unrated', title: 'Not rated', keeps: (row) => asilOfEvent(row) === null },
    { tab: 'no-goal', title: 'No goal', keeps: (row) => lacksGoal(graph, row) },
    { tab: 'no-reason', title: 'No reason', keeps: (row) => reasonsOf(row) < 3 },
    { tab: 'problems', title: 'Problems', keeps: ({ uuid }) => findingsOn(graph, uuid).length > 0 },
    { tab: 'suspect', title: 'Suspect', keeps: ({ uuid }) => suspectsAt(graph, uuid).length > 0 },
  ]
}

function summary(graph: GraphState, whole: GraphState) {
  const rows = ofKind(graph, 'hazardous-event')
  return (
    <AsilSummary
      title="Hazardous events by ASIL"
      asils={rows.map(asilOfEvent)}
      findings={findingsAmong(
        findingsIn(whole),
        graph.artefacts,
        ['hazardous-event', 'hazard', 'safety-goal'],
        whole.artefacts,
      )}
      work={[
        { text: 'Not rated', count: rows.filter((row) => asilOfEvent(row) === null).length, tab: 'unrated' },
        { text: 'ASIL without a goal', count: rows.filter((row) => lacksGoal(graph, row)).length, tab: 'no-goal' },
        { text: 'Reasons missing', count: rows.filter((row) => reasonsOf(row) < 3).length, tab: 'no-reason' },
      ]}
    />
  )
}

const parts = (row: Artefact): readonly DrawerPart[] => [
  {
    part: 'rating',
    title: 'Rating',
    order: 15,
    render: () => (
      <>
        <div className="fs-drawer-way">
          <PageLink to="/org/functional-safety/hara-edit" title="Open as a page" open={row.code} />
        </div>
        <EventRating event={row} />
      </>
    ),
  },
]
