import { FlowLinearIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { useOpenCode, usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { ArtefactPage, type PageOf } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { columnsOf, countColumn } from '../../graph/table/columns.tsx'
import { artefactOf, linkedWith } from '../../graph/store/graph-state.ts'
import { useGraph, useProgram } from '../../graph/store/program-store.ts'
import { OpenArtefact } from '../../graph/tree/open-artefact.tsx'
import { DiagramEditor } from './diagram-editor.tsx'
import { nodeKinds } from './elements.ts'

const kinds = [...Object.keys(nodeKinds), 'channel', 'diagram']

const listed: PageOf = {
  title: 'Flow diagram',
  kind: 'diagram',
  nothing: 'A data-flow diagram shows components, channels and trust boundaries, and makes them as it is drawn.',
  columns: (graph) =>
    columnsOf('diagram', graph, [
      countColumn('shows', 'Shows', ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'shows').length, { width: 84 }),
    ]),
}

/** The data-flow diagrams of a program, or the editor of the one that the address names. */
export function DiagramPage({ search, go }: AddressProps) {
  if (search.programId === undefined || search.open === undefined)
    return <ArtefactPage {...listed} search={search} go={go} />
  return <OneDiagram key={search.programId} programUuid={search.programId} open={search.open} />
}

function OneDiagram({ programUuid, open }: { readonly programUuid: string; readonly open: string }) {
  const program = useProgram(programUuid, kinds)
  const graph = useGraph(program, (state) => state)
  const diagram = artefactOf(graph, open)
  usePageTitle(diagram ? `${diagram.code} ${diagram.title}` : 'Flow diagram')
  useOpenCode(diagram?.code)
  if (diagram?.kind === 'diagram')
    return (
      <OpenArtefact key={diagram.uuid} program={program} uuid={diagram.uuid}>
        {(whole, refusal) => <DiagramEditor program={program} diagram={whole} refusal={refusal} />}
      </OpenArtefact>
    )
  return (
    <>
      <h1 className="c-visually-hidden">Flow diagram</h1>
      {graph.isWhole ? (
        <EmptyState
          icon={<FlowLinearIcon size={24} />}
          title="There is no such diagram"
          action={
            <Link
              className="bp6-button bp6-outlined"
              to="/org/lifecycle/projects/view/item-definition"
              search={{ programId: programUuid }}
            >
              All diagrams
            </Link>
          }
        >
          It was removed, or the link names another program.
        </EmptyState>
      ) : (
        <SkeletonRows rows={12} columns={['1fr', '2fr', '1fr']} />
      )}
    </>
  )
}
