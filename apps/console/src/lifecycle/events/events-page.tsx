import { ArtefactPage } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { columnsOf, linksColumn } from '../../graph/table/columns.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'

const related = ['threat-scenario']

/** The cybersecurity events of a program: how they are detected, when they count, and the response. */
export function EventsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Event Definition"
      kind="security-event"
      related={related}
      columns={columns}
      summary={summary}
      nothing="A cybersecurity event describes what is monitored, when it counts as an event, and what is done then."
    />
  )
}

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('security-event', graph, [
    linksColumn(graph, 'security-event', ['detected-by'], 'upstream', { title: 'Notices', width: 240, grow: 1 }),
    linksColumn(graph, 'security-event', ['demands'], 'downstream', {
      title: 'Requirements',
      isShort: true,
      priority: 3,
    }),
  ])
}

function summary(graph: GraphState) {
  const all = [...graph.artefacts.values()]
  const threats = all.filter(({ kind }) => kind === 'threat-scenario')
  const noticed = threats.filter(({ uuid }) => linkedWith(graph, uuid, 'downstream', 'detected-by').length > 0)
  const events = all.filter(({ kind }) => kind === 'security-event')
  return (
    <Figures
      figures={[
        { title: 'Threat scenarios that an event notices', value: noticed.length, of: `of ${threats.length}` },
        { title: 'Without an event', value: threats.length - noticed.length },
        {
          title: 'Critical or high',
          value: events.filter(({ fields }) => fields.severity === 'critical' || fields.severity === 'high').length,
          of: `of ${events.length} events`,
        },
      ]}
    />
  )
}
