import { Button } from '@blueprintjs/core'
import { DiagramTreeIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useOpenCode, usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { ArtefactPage, type PageOf } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { changedColumn, codeColumn, linksColumn, statusColumn, titleColumn } from '../../graph/table/columns.tsx'
import { tried } from '../../graph/page/page-context.tsx'
import { artefactOf, type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { type ProgramStore, useGraph, useProgram } from '../../graph/store/program-store.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { RiskChange } from '../rating/risk-chip.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { useAccess } from '../../graph/programs/use-access.ts'
import { ProposeButton } from '../proposals/propose-button.tsx'
import { newTree } from './edits.ts'
import { OpenArtefact } from '../../graph/tree/open-artefact.tsx'
import { TreeEditor } from './tree-editor.tsx'
import { assessmentOf, isIncomplete } from '../rating/assessments.ts'
import { WayTo } from '../way-to.tsx'
import { withAssessments } from '../rating/read-assessments.ts'

const kinds = ['attack-tree', 'threat-scenario', 'control', 'assumption'] as const

/** The threat scenario that a tree refines, with its risk as far as known. */
function threatOf(graph: GraphState, { uuid }: Artefact) {
  const [link] = linkedWith(graph, uuid, 'upstream', 'refined-in')
  return link && assessmentOf(graph, link.node.uuid)
}

export function treeColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Attack tree' }),
    linksColumn(graph, 'attack-tree', ['refined-in'], 'upstream', { title: 'Threat scenario', width: 260, grow: 1 }),
    {
      key: 'paths',
      title: 'Paths',
      width: 64,
      numeric: true,
      sortable: true,
      priority: 3,
      render: (row) => threatOf(graph, row)?.paths ?? '',
      text: (row) => String(threatOf(graph, row)?.paths ?? ''),
      rank: (row) => threatOf(graph, row)?.paths ?? -Infinity,
    },
    {
      key: 'feasibility',
      title: 'Feasibility',
      width: 136,
      priority: 2,
      render: (row) => <Feasibility assessed={threatOf(graph, row)} />,
      text: (row) => threatOf(graph, row)?.scenarios.initial.feasibility ?? '',
    },
    {
      key: 'risk',
      title: 'Risk',
      width: 92,
      sortable: true,
      priority: 1,
      render: (row) => <Risk assessed={threatOf(graph, row)} />,
      text: (row) => String(threatOf(graph, row)?.scenarios.initial.risk ?? ''),
      rank: (row) => threatOf(graph, row)?.scenarios.initial.risk ?? -Infinity,
    },
    linksColumn(graph, 'attack-tree', ['stands-in'], 'upstream', { title: 'Controls', isShort: true, priority: 4 }),
    statusColumn('attack-tree'),
    changedColumn({ priority: 5 }),
  ]
}

type Assessed = ReturnType<typeof threatOf>

function Feasibility({ assessed }: { readonly assessed: Assessed }) {
  return <FeasibilityBars feasibility={assessed?.scenarios.initial.feasibility} incomplete={isIncomplete(assessed)} />
}

function Risk({ assessed }: { readonly assessed: Assessed }) {
  return assessed ? (
    <RiskChange from={assessed.scenarios.initial.risk} to={assessed.scenarios.target.risk} />
  ) : (
    <span className="gr-none">–</span>
  )
}

const listed: PageOf = {
  title: 'Attack Tree',
  kind: 'attack-tree',
  related: ['threat-scenario'],
  computed: withAssessments,
  columns: treeColumns,
  nothing: 'A tree shows step by step how an attack can be carried out. Start one here, or from a threat scenario.',
  tabs: (graph) => [
    { tab: 'all', title: 'All', keeps: () => true },
    {
      tab: 'threats',
      title: 'Of threat scenarios',
      keeps: (row) => linkedWith(graph, row.uuid, 'upstream', 'refined-in').length > 0,
    },
    {
      tab: 'custom',
      title: 'Custom',
      keeps: (row) => linkedWith(graph, row.uuid, 'upstream', 'refined-in').length === 0,
    },
  ],
}

const listTools = (
  <>
    <WayTo page="custom-trees" />
    <WayTo page="threat-trees" />
    <ProposeButton what="attack-steps" />
  </>
)

/** The attack trees of a program, or one of them if the address names it or its threat scenario. */
export function TreePage({ search, go }: AddressProps) {
  if (search.programId === undefined || search.open === undefined)
    return <ArtefactPage {...listed} search={search} go={go} tools={listTools} />
  return (
    <OneTree
      key={search.programId}
      programUuid={search.programId}
      open={search.open}
      go={(open) => go({ programId: search.programId, projectId: search.projectId, open }, true)}
    />
  )
}

interface OneTreeProps {
  readonly programUuid: string
  /** The code or uuid of a tree, or of the threat scenario that it refines. */
  readonly open: string
  readonly go: (open: string | undefined) => void
}

export function OneTree({ programUuid, open, go }: OneTreeProps) {
  const program = useProgram(programUuid, kinds, withAssessments)
  const graph = useGraph(program, (state) => state)
  const named = artefactOf(graph, open)
  const tree = named?.kind === 'threat-scenario' ? treeOfThreat(graph, named) : named
  usePageTitle(named ? `${named.code} ${named.title}` : 'Attack Tree')
  useOpenCode(named?.code)
  if (!graph.isWhole && graph.problem === undefined) return <Waiting />
  if (tree?.kind === 'attack-tree')
    return (
      <OpenArtefact key={tree.uuid} program={program} uuid={tree.uuid}>
        {(artefact, refusal) => <TreeEditor program={program} artefact={artefact} refusal={refusal} />}
      </OpenArtefact>
    )
  return (
    <NoTree
      program={program}
      threat={named?.kind === 'threat-scenario' ? named : undefined}
      onAll={() => go(undefined)}
    />
  )
}

function Waiting() {
  return (
    <>
      <h1 className="c-visually-hidden">Attack Tree</h1>
      <SkeletonRows rows={12} columns={['1fr', '2fr', '1fr']} />
    </>
  )
}

function treeOfThreat(graph: GraphState, { uuid }: Artefact): Artefact | undefined {
  const [link] = linkedWith(graph, uuid, 'downstream', 'refined-in')
  return link && graph.artefacts.get(link.node.uuid)
}

/** Creates the tree of a threat scenario; its root gets the title of the scenario. */
export async function beginTree(
  program: ProgramStore,
  threat: Pick<Artefact, 'uuid' | 'title' | 'project_uuid'>,
): Promise<Artefact | undefined> {
  const uuid = crypto.randomUUID()
  const [made] = await program.save({
    artefacts: [
      {
        kind: 'attack-tree',
        new_uuid: uuid,
        title: threat.title,
        fields: { tree: newTree(threat.title) },
        ...(threat.project_uuid !== null && { project_uuid: threat.project_uuid }),
      },
    ],
    link: [{ kind: 'refined-in', from: threat.uuid, to: uuid }],
  })
  return made
}

function NoTree({
  program,
  threat,
  onAll,
}: {
  readonly program: ProgramStore
  readonly threat: Artefact | undefined
  readonly onAll: () => void
}) {
  const { refusal } = useAccess(program.programUuid)
  const all = (
    <Button variant="outlined" onClick={onAll}>
      All attack trees
    </Button>
  )
  if (!threat)
    return (
      <>
        <h1 className="c-visually-hidden">Attack Tree</h1>
        <EmptyState icon={<DiagramTreeIcon size={24} />} title="There is no such tree" action={all}>
          It was removed, or the link names another program.
        </EmptyState>
      </>
    )
  const begin = (
    <Button
      intent="primary"
      disabled={refusal !== undefined}
      onClick={() => void tried(() => beginTree(program, threat))}
    >
      Begin its tree
    </Button>
  )
  return (
    <>
      <h1 className="c-visually-hidden">Attack Tree</h1>
      <EmptyState
        icon={<DiagramTreeIcon size={24} />}
        title={`${threat.code} ${threat.title} has no tree yet`}
        action={refusal === undefined ? begin : all}
      >
        It is rated as one step. A tree shows how it can be done.
      </EmptyState>
    </>
  )
}
