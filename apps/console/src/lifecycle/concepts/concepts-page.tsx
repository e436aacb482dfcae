import { ArtefactPage } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { columnsOf, linksColumn } from '../../graph/table/columns.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'

const related = ['goal']

/** The security concepts of a program, each with its goals and the requirements derived from it. */
export function ConceptsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Security Concept"
      kind="concept"
      related={related}
      columns={columns}
      summary={summary}
      nothing="A security concept describes how a cybersecurity goal is reached, and which requirements follow."
    />
  )
}

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('concept', graph, [
    linksColumn(graph, 'concept', ['conceived'], 'upstream', { title: 'Goals', width: 220, grow: 1 }),
    linksColumn(graph, 'concept', ['demands'], 'downstream', { title: 'Requirements', width: 220, grow: 1 }),
    linksColumn(graph, 'concept', ['validated'], 'downstream', { title: 'Validated by', isShort: true, priority: 3 }),
  ])
}

function summary(graph: GraphState) {
  const all = [...graph.artefacts.values()]
  const goals = all.filter(({ kind }) => kind === 'goal')
  const conceived = goals.filter(({ uuid }) => linkedWith(graph, uuid, 'downstream', 'conceived').length > 0)
  const bare = all.filter(
    ({ kind, uuid }) => kind === 'concept' && linkedWith(graph, uuid, 'downstream', 'demands').length === 0,
  )
  return (
    <Figures
      figures={[
        { title: 'Goals with a concept', value: conceived.length, of: `of ${goals.length}` },
        { title: 'Goals without a concept', value: goals.length - conceived.length },
        { title: 'Concepts that demand nothing yet', value: bare.length },
      ]}
    />
  )
}
