import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
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
import { Figures } from '../../graph/page/figures.tsx'
import { type GraphState, linkedWith, suspectsAt } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { ProposeButton } from '../proposals/propose-button.tsx'

const kind = 'requirement'

/** All requirements of a program, with refining requirements below the refined ones. */
export function RequirementsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Requirements Management"
      kind={kind}
      columns={requirementColumns}
      above={refined}
      groupings={groupings}
      tabs={requirementTabs}
      summary={requirementSummary}
      tools={<ProposeButton what="requirements" />}
      nothing="A requirement is one verifiable sentence. Goals, concepts and claims lead to requirements."
    />
  )
}

/** The top-level requirements of the program: those that refine no other. */
export function ProgramRequirementsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Program Requirements"
      kind={kind}
      columns={programColumns}
      shows={isFirst}
      groupings={groupings}
      tabs={requirementTabs}
      nothing="Start with what law, customer and own goals require. Refinements follow in Requirements Management."
    />
  )
}

const isFirst = ({ uuid }: Artefact, graph: GraphState) => linkedWith(graph, uuid, 'upstream', 'refines').length === 0

/** The parent of a requirement is the one that it refines. */
export const refined = (graph: GraphState) => (row: Artefact) =>
  linkedWith(graph, row.uuid, 'upstream', 'refines')[0]?.node.uuid

export function requirementColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn({ width: 88 }),
    titleColumn(graph, { title: 'Requirement', width: 280 }),
    fieldColumn(kind, 'type', { priority: 4 }),
    fieldColumn(kind, 'verification', { priority: 6 }),
    linksColumn(graph, kind, ['demands'], 'upstream', { title: 'Demanded by', isShort: true }),
    linksColumn(graph, kind, ['allocated'], 'downstream', { title: 'Allocated to', width: 170, grow: 1, priority: 3 }),
    linksColumn(graph, kind, ['realised'], 'downstream', { title: 'Realised by', isShort: true, priority: 5 }),
    linksColumn(graph, kind, ['verified'], 'downstream', { title: 'Tests', isShort: true }),
    fieldColumn(kind, 'owner', { width: 110, priority: 7 }),
    fieldColumn(kind, 'version', { width: 72, priority: 8 }),
    statusColumn(kind),
    changedColumn(),
    originColumn(),
  ]
}

function programColumns(graph: GraphState): readonly ArtefactColumn[] {
  const [code, title, ...rest] = requirementColumns(graph)
  return [
    code!,
    title!,
    countColumn('refined', 'Refined by', (row) => linkedWith(graph, row.uuid, 'downstream', 'refines').length, {
      width: 84,
      priority: 9,
    }),
    ...rest,
  ]
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'demand',
    title: 'Goal',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'demands')[0]?.node,
    none: 'Demanded by nothing',
  },
  {
    key: 'element',
    title: 'Element',
    of: (row) => linkedWith(graph, row.uuid, 'downstream', 'allocated')[0]?.node,
    none: 'Not allocated',
  },
]

const has = (graph: GraphState, row: Artefact, link: string) =>
  linkedWith(graph, row.uuid, 'downstream', link).length > 0

function requirementTabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'suspect', title: 'Suspect', keeps: ({ uuid }) => suspectsAt(graph, uuid).length > 0 },
    { tab: 'unallocated', title: 'Not allocated', keeps: (row) => !has(graph, row, 'allocated') },
    {
      tab: 'untested',
      title: 'Without a test',
      keeps: (row) => !has(graph, row, 'verified') && !has(graph, row, 'refines'),
    },
  ]
}

export function requirementSummary(graph: GraphState) {
  const rows = [...graph.artefacts.values()].filter((row) => row.kind === kind)
  const countOf = (status: string) => rows.filter((row) => row.status === status).length
  return (
    <Figures
      figures={[
        { title: 'Approved', value: countOf('APPROVED') + countOf('COMPLETED'), of: `of ${rows.length}` },
        { title: 'Under review', value: countOf('UNDER_REVIEW') },
        { title: 'Allocated', value: rows.filter((row) => has(graph, row, 'allocated')).length },
        { title: 'With a test', value: rows.filter((row) => has(graph, row, 'verified')).length },
        { title: 'Suspect', value: rows.filter(({ uuid }) => suspectsAt(graph, uuid).length > 0).length },
      ]}
    />
  )
}
