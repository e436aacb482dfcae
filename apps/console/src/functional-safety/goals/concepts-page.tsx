import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { Figures } from '../../graph/page/figures.tsx'
import {
  changedColumn,
  codeColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { DecompositionSection } from './decomposition-section.tsx'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
import { asilColumn } from '../asil-badge.tsx'
import { asilOn, ofKind } from '../safety.ts'

const kind = 'safety-concept'
const related = ['safety-goal', 'hazardous-event', 'safety-requirement']
const parts = (row: Artefact): readonly DrawerPart[] => [
  { part: 'asil', title: 'ASIL', order: 15, render: () => <DecompositionSection whole={row} /> },
]

/** The functional safety concepts: how each safety goal is achieved. */
export function ConceptsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Functional Safety Concepts"
      kind={kind}
      related={related}
      columns={columns}
      tabs={tabs}
      summary={summary}
      parts={parts}
      nothing="A concept describes how faults are detected and controlled, so that its safety goal is achieved."
    />
  )
}

const has = (graph: GraphState, uuid: string, side: 'upstream' | 'downstream', link: string) =>
  linkedWith(graph, uuid, side, link).length > 0

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Functional safety concept', width: 280 }),
    asilColumn(({ uuid }) => asilOn(graph, uuid)),
    linksColumn(graph, kind, ['achieved-by'], 'upstream', { title: 'Safety goal', width: 240, grow: 1 }),
    linksColumn(graph, kind, ['derived-to'], 'downstream', { title: 'Requirements', width: 220, grow: 1 }),
    statusColumn(kind),
    changedColumn({ extra: false, priority: 5 }),
    originColumn(),
  ]
}

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'no-goal', title: 'Without a goal', keeps: ({ uuid }) => !has(graph, uuid, 'upstream', 'achieved-by') },
    {
      tab: 'no-requirement',
      title: 'Without a requirement',
      keeps: ({ uuid }) => !has(graph, uuid, 'downstream', 'derived-to'),
    },
  ]
}

function summary(graph: GraphState) {
  const rows = ofKind(graph, kind)
  const goals = ofKind(graph, 'safety-goal')
  return (
    <Figures
      figures={[
        {
          title: 'Goals with a concept',
          value: goals.filter(({ uuid }) => has(graph, uuid, 'downstream', 'achieved-by')).length,
          of: `of ${goals.length}`,
        },
        {
          title: 'Concepts without a requirement',
          value: rows.filter(({ uuid }) => !has(graph, uuid, 'downstream', 'derived-to')).length,
          of: `of ${rows.length}`,
        },
        {
          title: 'Approved',
          value: rows.filter(({ status }) => status === 'APPROVED' || status === 'COMPLETED').length,
        },
      ]}
    />
  )
}
