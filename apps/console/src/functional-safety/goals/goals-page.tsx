import { PageLink } from '../../graph/links/page-link.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
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
import { type GraphState, linkedWith, suspectsAt } from '../../graph/store/graph-state.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { DecompositionSection } from './decomposition-section.tsx'
import { GoalEvidence } from './goal-evidence.tsx'
import { asilColumn } from '../asil-badge.tsx'
import { FindingList } from '../hara/finding-list.tsx'
import { findingsAmong } from '../hara/findings.ts'
import { AsilSummary } from '../hara/hara-summary.tsx'
import { withMethods } from '../read-methods.ts'
import { asilOn, findingsIn, findingsOn, ofKind } from '../safety.ts'

const kind = 'safety-goal'
const related = ['hazardous-event', 'hazard', 'safety-concept', 'safety-requirement', 'hardware-element']

/** The safety goals of a program, with the ASIL that their hazardous events give them. */
export function GoalsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Functional Safety Goals"
      kind={kind}
      related={related}
      computed={withMethods}
      columns={columns}
      tabs={tabs}
      summary={summary}
      parts={parts}
      tools={<PageLink to="/org/functional-safety/fmeda" title="FMEDA" />}
      nothing="A safety goal states what must not happen, or what must hold, so that hazardous events are prevented."
    />
  )
}

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Safety goal', width: 260 }),
    asilColumn(({ uuid }) => asilOn(graph, uuid)),
    countColumn('events', 'Events', ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'prevented-by').length),
    fieldColumn(kind, 'safe_state', { width: 200, grow: 2, priority: 2 }),
    fieldColumn(kind, 'ftti_ms', { title: 'FTTI, ms', width: 76 }),
    fieldColumn(kind, 'handling_ms', { title: 'Handling, ms', width: 92, priority: 5 }),
    linksColumn(graph, kind, ['achieved-by'], 'downstream', { title: 'Concept', isShort: true }),
    linksColumn(graph, kind, ['derived-to'], 'downstream', { title: 'Requirements', isShort: true, priority: 3 }),
    linksColumn(graph, kind, ['analysed-in'], 'downstream', { title: 'Fault tree', isShort: true, priority: 4 }),
    linksColumn(graph, kind, ['violates'], 'upstream', { title: 'Threats', isShort: true, priority: 6 }),
    statusColumn(kind, { priority: 7 }),
    fieldColumn(kind, 'asil', { title: 'Stated ASIL', width: 96, extra: true }),
    linksColumn(graph, kind, ['tested-by'], 'downstream', { title: 'Tests', extra: true }),
    changedColumn(),
    originColumn(),
  ]
}

const lacks = (graph: GraphState, { uuid }: Artefact, side: 'upstream' | 'downstream', ...links: readonly string[]) =>
  linkedWith(graph, uuid, side, ...links).length === 0

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'no-concept', title: 'Without a concept', keeps: (row) => lacks(graph, row, 'downstream', 'achieved-by') },
    { tab: 'no-state', title: 'Without a safe state', keeps: ({ fields }) => String(fields.safe_state ?? '') === '' },
    { tab: 'problems', title: 'With problems', keeps: ({ uuid }) => findingsOn(graph, uuid).length > 0 },
    { tab: 'suspect', title: 'Suspect', keeps: ({ uuid }) => suspectsAt(graph, uuid).length > 0 },
  ]
}

function summary(graph: GraphState, whole: GraphState) {
  const rows = ofKind(graph, kind)
  return (
    <AsilSummary
      title="Safety goals by ASIL"
      asils={rows.map(({ uuid }) => asilOn(whole, uuid)?.level ?? null)}
      findings={findingsAmong(findingsIn(whole), graph.artefacts, [kind], whole.artefacts)}
      work={[
        {
          text: 'Without a concept',
          count: rows.filter((row) => lacks(graph, row, 'downstream', 'achieved-by')).length,
          tab: 'no-concept',
        },
        {
          text: 'Without a safe state',
          count: rows.filter(({ fields }) => String(fields.safe_state ?? '') === '').length,
          tab: 'no-state',
        },
        {
          text: 'Suspect, to confirm',
          count: rows.filter(({ uuid }) => suspectsAt(graph, uuid).length > 0).length,
          tab: 'suspect',
        },
      ]}
    />
  )
}

const parts = (row: Artefact): readonly DrawerPart[] => [
  { part: 'asil', title: 'ASIL', order: 15, render: () => <AsilPart goal={row} /> },
  { part: 'evidence', title: 'Evidence', order: 16, render: () => <GoalEvidence goal={row} /> },
]

/** The ASIL of a goal and its decomposition, and what is inconsistent about it. */
function AsilPart({ goal }: { readonly goal: Artefact }) {
  const graph = usePageGraph((state) => state)
  return (
    <>
      <DecompositionSection whole={goal} />
      <section className="fs-section" aria-label="Problems">
        <h3>Problems</h3>
        <FindingList findings={findingsOn(graph, goal.uuid)} none="No problem is known with this goal." />
      </section>
    </>
  )
}
