import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
import { PageLink } from '../../graph/links/page-link.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { Figures } from '../../graph/page/figures.tsx'
import {
  changedColumn,
  codeColumn,
  fieldColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import { type GraphState, linkedWith, suspectsAt } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { asilColumn } from '../asil-badge.tsx'
import { asilOn, asilProblemsOn, decompositionsOf, ofKind } from '../safety.ts'
import { DecompositionSection } from './decomposition-section.tsx'

const kind = 'safety-requirement'
export const requirementRelated = ['safety-goal', 'safety-concept', 'hazardous-event']

/** The safety requirements of a program, those that are derived from others below these. */
export function RequirementsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="HARA Requirements"
      kind={kind}
      related={requirementRelated}
      columns={columns}
      above={above}
      groupings={groupings}
      tabs={tabs}
      summary={summary}
      parts={parts}
      tools={<PageLink to="/org/functional-safety/create-hara-requirement" title="Derive a requirement" />}
      nothing="A safety requirement is one verifiable sentence. It is derived from a safety goal or a concept."
    />
  )
}

const origins = (graph: GraphState, uuid: string) => linkedWith(graph, uuid, 'upstream', 'derived-to')

/** The parent of a requirement is the one that it is derived from. */
const above = (graph: GraphState) => (row: Artefact) =>
  origins(graph, row.uuid).find(({ node }) => node.kind === kind)?.node.uuid

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn({ width: 88 }),
    titleColumn(graph, { title: 'Safety requirement', width: 280 }),
    asilColumn(({ uuid }) => asilOn(graph, uuid), { width: 72 }),
    fieldColumn(kind, 'type', { width: 96, priority: 4 }),
    linksColumn(graph, kind, ['derived-to'], 'upstream', { title: 'Derived from', width: 180, grow: 1 }),
    linksColumn(graph, kind, ['assigned-to'], 'downstream', { title: 'Assigned to', width: 160, grow: 1, priority: 2 }),
    linksColumn(graph, kind, ['tested-by'], 'downstream', { title: 'Tests', isShort: true }),
    problemColumn(graph),
    fieldColumn(kind, 'owner', { width: 110, priority: 6 }),
    statusColumn(kind),
    fieldColumn(kind, 'share', { title: 'Share', width: 72, extra: true }),
    fieldColumn(kind, 'asil', { title: 'Stated ASIL', width: 96, extra: true }),
    changedColumn(),
    originColumn(),
  ]
}

/** What is wrong with the ASIL of a requirement, or with its decomposition. */
function problemColumn(graph: GraphState): ArtefactColumn {
  const words = ({ uuid }: Artefact) => asilProblemsOn(graph, uuid).map(({ message }) => message)
  return {
    key: 'asil-problem',
    title: 'ASIL problem',
    width: 130,
    isMute: true,
    sortable: true,
    priority: 3,
    render: (row) => words(row)[0] ?? <span className="gr-none">–</span>,
    text: (row) => words(row).join('\n'),
    rank: (row) => words(row).length,
  }
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'origin',
    title: 'Goal or concept',
    of: (row) => origins(graph, row.uuid).find(({ node }) => node.kind !== kind)?.node,
    none: 'Derived from other requirements, or from nothing',
  },
  {
    key: 'element',
    title: 'Element',
    of: (row) => linkedWith(graph, row.uuid, 'downstream', 'assigned-to')[0]?.node,
    none: 'Not assigned',
  },
]

const lacks = (graph: GraphState, uuid: string, link: string) =>
  linkedWith(graph, uuid, 'downstream', link).length === 0

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'problems', title: 'ASIL problems', keeps: ({ uuid }) => asilProblemsOn(graph, uuid).length > 0 },
    { tab: 'unassigned', title: 'Not assigned', keeps: ({ uuid }) => lacks(graph, uuid, 'assigned-to') },
    { tab: 'untested', title: 'Without a test', keeps: ({ uuid }) => lacks(graph, uuid, 'tested-by') },
    { tab: 'suspect', title: 'Suspect', keeps: ({ uuid }) => suspectsAt(graph, uuid).length > 0 },
  ]
}

function summary(graph: GraphState, whole: GraphState) {
  const rows = ofKind(graph, kind)
  const count = (keeps: (row: Artefact) => boolean) => rows.filter(keeps).length
  return (
    <Figures
      figures={[
        {
          title: 'Approved',
          value: count(({ status }) => status === 'APPROVED' || status === 'COMPLETED'),
          of: `of ${rows.length}`,
        },
        { title: 'ASIL C or D', value: count(({ uuid }) => ['C', 'D'].includes(asilOn(whole, uuid)?.level ?? '')) },
        { title: 'Decompositions', value: decompositionsOf(whole).length },
        { title: 'ASIL problems', value: count(({ uuid }) => asilProblemsOn(whole, uuid).length > 0) },
        { title: 'Assigned', value: count(({ uuid }) => !lacks(graph, uuid, 'assigned-to')) },
        { title: 'With a test', value: count(({ uuid }) => !lacks(graph, uuid, 'tested-by')) },
      ]}
    />
  )
}

const parts = (row: Artefact): readonly DrawerPart[] => [
  {
    part: 'asil',
    title: 'ASIL',
    order: 15,
    render: () => (
      <>
        <div className="fs-drawer-way">
          <PageLink to="/org/functional-safety/update-hara-requirement" title="Open as a page" open={row.code} />
        </div>
        <DecompositionSection whole={row} />
      </>
    ),
  },
]
