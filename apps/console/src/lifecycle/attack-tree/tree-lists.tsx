import { ArtefactPage, type PageOf } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { codeColumn, linksColumn, statusColumn, titleColumn } from '../../graph/table/columns.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { RiskChange } from '../rating/risk-chip.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { ChooseProgram, ProgramSelect } from '../item/program-select.tsx'
import { OneTree, treeColumns } from './tree-page.tsx'
import { ProposeButton } from '../proposals/propose-button.tsx'
import { assessmentOf, isIncomplete } from '../rating/assessments.ts'
import { withAssessments } from '../rating/read-assessments.ts'

const custom: PageOf = {
  title: 'Custom tree',
  kind: 'attack-tree',
  related: ['threat-scenario'],
  computed: withAssessments,
  columns: treeColumns,
  nothing: 'A custom tree has no threat scenario: for an attack that is studied before its damage is known.',
  tabs: (graph) => [
    {
      tab: 'custom',
      title: 'Custom',
      keeps: ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'refined-in').length === 0,
    },
  ],
}

/** Trees that refine no threat scenario. */
export function CustomTreePage(props: AddressProps) {
  return <TreesOf {...props} of={custom} why="Attack trees belong to a program." tab="custom" />
}

const assessed = (graph: GraphState, uuid: string) => assessmentOf(graph, uuid)

function threatColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Threat scenario' }),
    linksColumn(graph, 'threat-scenario', ['refined-in'], 'downstream', { title: 'Attack tree', width: 200 }),
    {
      key: 'paths',
      title: 'Paths',
      width: 64,
      numeric: true,
      sortable: true,
      priority: 3,
      render: ({ uuid }) => assessed(graph, uuid)?.paths || '',
      text: ({ uuid }) => String(assessed(graph, uuid)?.paths ?? ''),
      rank: ({ uuid }) => assessed(graph, uuid)?.paths ?? -Infinity,
    },
    {
      key: 'feasibility',
      title: 'Feasibility',
      width: 136,
      priority: 2,
      render: ({ uuid }) => (
        <FeasibilityBars
          feasibility={assessed(graph, uuid)?.scenarios.initial.feasibility}
          incomplete={isIncomplete(assessed(graph, uuid))}
        />
      ),
      text: ({ uuid }) => assessed(graph, uuid)?.scenarios.initial.feasibility ?? '',
    },
    {
      key: 'risk',
      title: 'Risk',
      width: 92,
      sortable: true,
      priority: 1,
      render: ({ uuid }) => (
        <RiskChange
          from={assessed(graph, uuid)?.scenarios.initial.risk}
          to={assessed(graph, uuid)?.scenarios.target.risk}
        />
      ),
      text: ({ uuid }) => String(assessed(graph, uuid)?.scenarios.initial.risk ?? ''),
      rank: ({ uuid }) => assessed(graph, uuid)?.scenarios.initial.risk ?? -Infinity,
    },
    statusColumn('threat-scenario'),
  ]
}

const hasTree = (graph: GraphState, { uuid }: { uuid: string }) =>
  linkedWith(graph, uuid, 'downstream', 'refined-in').length > 0

const threats: PageOf = {
  title: 'Threat tree',
  kind: 'threat-scenario',
  related: ['attack-tree'],
  computed: withAssessments,
  columns: threatColumns,
  nothing: 'Threat scenarios come first; then each can have its tree.',
  usualSort: { key: 'risk', order: 'desc' },
  tabs: (graph) => [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'with', title: 'With a tree', keeps: (row) => hasTree(graph, row) },
    { tab: 'without', title: 'Without', keeps: (row) => !hasTree(graph, row) },
  ],
}

/** The threat scenarios of a program with their trees: selecting a scenario opens its tree, or creates it. */
export function ThreatTreePage(props: AddressProps) {
  return <TreesOf {...props} of={threats} why="Threat scenarios belong to a program." />
}

function TreesOf({
  search,
  go,
  of,
  why,
  tab,
}: AddressProps & { readonly of: PageOf; readonly why: string; readonly tab?: string }) {
  if (search.programId === undefined)
    return <ChooseProgram title={of.title} why={why} onChoose={(programId) => go({ programId })} />
  if (search.open !== undefined)
    return (
      <OneTree
        key={search.programId}
        programUuid={search.programId}
        open={search.open}
        go={(open) => go({ programId: search.programId, projectId: search.projectId, open }, true)}
      />
    )
  return (
    <ArtefactPage
      {...of}
      search={tab === undefined ? search : { ...search, tab }}
      go={go}
      tools={
        <>
          <ProgramSelect programId={search.programId} onChoose={(programId) => go({ programId })} />
          <ProposeButton what="attack-steps" />
        </>
      }
    />
  )
}
