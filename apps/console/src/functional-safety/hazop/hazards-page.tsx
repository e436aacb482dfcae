import { wholeAsil } from '@carapace/shared/functional-safety/asil'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { PageLink } from '../../graph/links/page-link.tsx'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { Figures } from '../../graph/page/figures.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
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
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { AsilBadge, asilColumn } from '../asil-badge.tsx'
import { highestTag } from '@carapace/shared/functional-safety/asil'
import { catalogueOf } from '../methods.ts'
import { withMethods } from '../read-methods.ts'
import { asilOfEvent, ofKind } from '../safety.ts'
import { situationWords } from '../hara/situation.ts'
import { Duplicates } from './failures-page.tsx'

const kind = 'hazard'
const related = ['failure', 'hazardous-event', 'safety-goal']
const below = (row: Artefact) => <Below hazard={row} />

/** The hazards of a program, each with the failures that create it and the events that it arises in. */
export function HazardsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Hazard Summary"
      kind={kind}
      related={related}
      computed={withMethods}
      columns={columns}
      tabs={tabs}
      summary={summary}
      below={below}
      tools={
        <>
          <Duplicates kind={kind} />
          <PageLink to="/org/functional-safety/hazop" title="HAZOP" />
          <PageLink to="/org/functional-safety/hara" title="HARA" />
        </>
      }
      nothing="A hazard is what the vehicle may do to people. It is created by failures of functions."
    />
  )
}

const eventsOf = (graph: GraphState, uuid: string): readonly Artefact[] =>
  linkedWith(graph, uuid, 'downstream', 'arises-in').flatMap(({ node }) => graph.artefacts.get(node.uuid) ?? [])

const failuresOf = (graph: GraphState, uuid: string) => linkedWith(graph, uuid, 'upstream', 'creates')

/** The highest ASIL of the events of a hazard. */
function worst(graph: GraphState, uuid: string) {
  return highestTag(
    eventsOf(graph, uuid).map((event) => {
      const asil = asilOfEvent(event)
      return asil && wholeAsil(asil)
    }),
  )
}

const goalsOf = (graph: GraphState, uuid: string) =>
  new Set(
    eventsOf(graph, uuid).flatMap((event) =>
      linkedWith(graph, event.uuid, 'downstream', 'prevented-by').map(({ node }) => node.code),
    ),
  )

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Hazard', width: 260 }),
    fieldColumn(kind, 'effect_vehicle', { title: 'Behaviour of the vehicle', width: 220, grow: 2, priority: 3 }),
    linksColumn(graph, kind, ['creates'], 'upstream', { title: 'Created by', width: 200, grow: 1, priority: 2 }),
    countColumn('events', 'Events', (row) => eventsOf(graph, row.uuid).length),
    asilColumn(({ uuid }) => worst(graph, uuid), { title: 'Highest' }),
    countColumn('goals', 'Goals', (row) => goalsOf(graph, row.uuid).size),
    linksColumn(graph, kind, ['is-damage'], 'downstream', { title: 'Damage scenario', isShort: true, priority: 5 }),
    statusColumn(kind, { priority: 4 }),
    changedColumn(),
    originColumn(),
  ]
}

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'idle', title: 'Without an event', keeps: ({ uuid }) => eventsOf(graph, uuid).length === 0 },
    { tab: 'orphan', title: 'Without a failure', keeps: ({ uuid }) => failuresOf(graph, uuid).length === 0 },
  ]
}

function summary(graph: GraphState) {
  const rows = ofKind(graph, kind)
  const events = ofKind(graph, 'hazardous-event')
  return (
    <Figures
      figures={[
        { title: 'Hazards', value: rows.length },
        { title: 'Without an event', value: rows.filter(({ uuid }) => eventsOf(graph, uuid).length === 0).length },
        { title: 'Without a failure', value: rows.filter(({ uuid }) => failuresOf(graph, uuid).length === 0).length },
        { title: 'Hazardous events', value: events.length },
        {
          title: 'ASIL C or D',
          value: events.filter((row) => ['C', 'D'].includes(asilOfEvent(row) ?? '')).length,
          of: `of ${events.length} events`,
        },
      ]}
    />
  )
}

/** The events of a hazard, below its row. */
function Below({ hazard }: { readonly hazard: Artefact }) {
  const graph = usePageGraph((state) => state)
  const events = eventsOf(graph, hazard.uuid)
  if (events.length === 0) return <p className="c-note fs-below">It is not analysed in any situation yet.</p>
  return (
    <div className="fs-below">
      <table className="fs-mini" aria-label={`Hazardous events of ${hazard.code}`}>
        <tbody>
          {events.map((event) => (
            <tr key={event.uuid}>
              <td>
                <NodeLink node={event} className="mono" />
              </td>
              <td className="fs-mini-title" title={event.title}>
                {situationWords(event, catalogueOf(graph))}
              </td>
              <td className="mono">
                {[event.fields.severity, event.fields.exposure, event.fields.controllability]
                  .map((each) => (each as string | null) ?? '–')
                  .join(' ')}
              </td>
              <td>
                <AsilBadge asil={asilOfEvent(event)} />
              </td>
              <td>
                {linkedWith(graph, event.uuid, 'downstream', 'prevented-by').map(({ link, node }) => (
                  <NodeLink key={link.uuid} node={node} className="mono" />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
