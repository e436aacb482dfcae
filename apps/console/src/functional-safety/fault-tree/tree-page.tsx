import { Button } from '@blueprintjs/core'
import { LayoutHierarchyIcon } from '@blueprintjs/icons'
import { highestTag } from '@carapace/shared/functional-safety/asil'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useOpenCode, usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { ArtefactPage, type PageOf } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { artefactOf, type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { type ProgramStore, useGraph, useProgram } from '../../graph/store/program-store.ts'
import { tried } from '../../graph/page/page-context.tsx'
import { useAccess } from '../../graph/programs/use-access.ts'
import { changedColumn, codeColumn, linksColumn, statusColumn, titleColumn } from '../../graph/table/columns.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { OpenArtefact } from '../../graph/tree/open-artefact.tsx'
import { newTree } from './edits.ts'
import { asilColumn } from '../asil-badge.tsx'
import { asilOn } from '../safety.ts'
import { goalsOf } from './goals.ts'
import { ImportButton } from './import-dialog.tsx'
import { TreeEditor } from './tree-editor.tsx'

const kinds = ['fault-tree', 'safety-goal', 'hazardous-event', 'failure'] as const

function treeColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Fault tree' }),
    linksColumn(graph, 'fault-tree', ['analysed-in'], 'upstream', { title: 'Analyses', width: 280, grow: 1 }),
    asilColumn(({ uuid }) => highestTag(goalsOf(graph, uuid).map((goal) => asilOn(graph, goal.uuid))), { priority: 2 }),
    linksColumn(graph, 'fault-tree', ['fails-in'], 'upstream', { title: 'Failures', isShort: true, priority: 3 }),
    linksColumn(graph, 'fault-tree', ['continued-in'], 'downstream', {
      title: 'Transfers in',
      isShort: true,
      priority: 4,
    }),
    statusColumn('fault-tree'),
    changedColumn({ priority: 5 }),
  ]
}

const listed: PageOf = {
  title: 'Fault Tree Analysis',
  kind: 'fault-tree',
  related: ['safety-goal', 'hazardous-event'],
  columns: treeColumns,
  nothing:
    'A fault tree shows which combinations of events violate a safety goal, and how probable they are. ' +
    'Start one here, or import one from Open-PSA or CSV.',
  tabs: (graph) => [
    { tab: 'all', title: 'All', keeps: () => true },
    {
      tab: 'goals',
      title: 'Of safety goals',
      keeps: ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'analysed-in').length > 0,
    },
    {
      tab: 'others',
      title: 'Others',
      keeps: ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'analysed-in').length === 0,
    },
  ],
}

/** The fault trees of a program, or one of them if the address names it. */
export function FaultTreePage({ search, go }: AddressProps) {
  const { programId, projectId, open } = search
  if (programId === undefined || open === undefined)
    return <ArtefactPage {...listed} search={search} go={go} tools={<ImportButton />} />
  return (
    <OneTree key={programId} programUuid={programId} open={open} onAll={() => go({ programId, projectId }, true)} />
  )
}

interface OneTreeProps {
  readonly programUuid: string
  /** The code or uuid of a tree, or of the safety goal that it analyses. */
  readonly open: string
  readonly onAll: () => void
}

function OneTree({ programUuid, open, onAll }: OneTreeProps) {
  const program = useProgram(programUuid, kinds)
  const graph = useGraph(program, (state) => state)
  const named = artefactOf(graph, open)
  const tree = named?.kind === 'fault-tree' ? named : named && treeOf(graph, named)
  usePageTitle(named ? `${named.code} ${named.title}` : 'Fault Tree Analysis')
  useOpenCode(named?.code)
  if (!graph.isWhole && graph.problem === undefined)
    return (
      <>
        <h1 className="c-visually-hidden">Fault Tree Analysis</h1>
        <SkeletonRows rows={12} columns={['1fr', '2fr', '1fr']} />
      </>
    )
  if (tree)
    return (
      <OpenArtefact key={tree.uuid} program={program} uuid={tree.uuid}>
        {(artefact, refusal) => <TreeEditor program={program} artefact={artefact} refusal={refusal} />}
      </OpenArtefact>
    )
  return <NoTree program={program} goal={named?.kind === 'safety-goal' ? named : undefined} onAll={onAll} />
}

/** The tree that analyses a safety goal. */
function treeOf(graph: GraphState, { uuid, kind }: Artefact): Artefact | undefined {
  if (kind !== 'safety-goal') return undefined
  const [link] = linkedWith(graph, uuid, 'downstream', 'analysed-in')
  return link && graph.artefacts.get(link.node.uuid)
}

interface NoTreeProps {
  readonly program: ProgramStore
  readonly goal: Artefact | undefined
  readonly onAll: () => void
}

function NoTree({ program, goal, onAll }: NoTreeProps) {
  const { refusal } = useAccess(program.programUuid)
  const all = (
    <Button variant="outlined" onClick={onAll}>
      All fault trees
    </Button>
  )
  const begin = goal && refusal === undefined && (
    <Button intent="primary" onClick={() => void tried(() => beginTree(program, goal))}>
      Begin its tree
    </Button>
  )
  return (
    <>
      <h1 className="c-visually-hidden">Fault Tree Analysis</h1>
      <EmptyState
        icon={<LayoutHierarchyIcon size={24} />}
        title={goal ? `${goal.code} ${goal.title} has no fault tree yet` : 'There is no such tree'}
        action={begin || all}
      >
        {goal
          ? 'A fault tree shows which combinations of events violate the goal.'
          : 'It was removed, or the link names another program.'}
      </EmptyState>
    </>
  )
}

/** Creates the fault tree of a safety goal, whose violation is its top event. */
function beginTree(program: ProgramStore, { uuid, title, project_uuid: project }: Artefact): Promise<unknown> {
  const tree = crypto.randomUUID()
  const named = `Violation: ${title}`.slice(0, 200)
  return program.save({
    artefacts: [
      {
        kind: 'fault-tree',
        new_uuid: tree,
        title: named,
        fields: { tree: newTree(named) },
        ...(project !== null && { project_uuid: project }),
      },
    ],
    link: [{ kind: 'analysed-in', from: uuid, to: tree }],
  })
}
