import { safetyTestKind } from '@carapace/shared/functional-safety/kinds/concept.kinds'
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
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { asilColumn } from '../asil-badge.tsx'
import { highestLinked, ofKind } from '../safety.ts'

const kind = 'safety-test'
export const testRelated = ['safety-requirement', 'safety-goal', 'safety-concept', 'hazardous-event']

/** The safety test cases, with the highest ASIL of what they test. */
export function TestsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Test Cases"
      kind={kind}
      related={testRelated}
      columns={columns}
      groupings={groupings}
      tabs={tabs}
      summary={summary}
      parts={parts}
      nothing="A test case shows that a safety requirement, or a safety goal, is met."
    />
  )
}

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Test case', width: 280 }),
    asilColumn(({ uuid }) => highestLinked(graph, uuid, 'upstream', 'tested-by'), { width: 72 }),
    linksColumn(graph, kind, ['tested-by'], 'upstream', { title: 'Tests', width: 220, grow: 1 }),
    fieldColumn(kind, 'method', { width: 150, priority: 3 }),
    fieldColumn(kind, 'level', { width: 92, priority: 4 }),
    fieldColumn(kind, 'result', { width: 92 }),
    fieldColumn(kind, 'run_on', { width: 100, priority: 5 }),
    statusColumn(kind),
    fieldColumn(kind, 'evidence', { extra: true }),
    changedColumn(),
    originColumn(),
  ]
}

const resultOf = ({ fields }: Pick<Artefact, 'fields'>) => (fields.result as string | null | undefined) ?? 'not-run'
const results = Object.entries(safetyTestKind.fields.result.choices!)

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    ...results.map(([word, title]) => ({ tab: word, title, keeps: (row: Artefact) => resultOf(row) === word })),
    {
      tab: 'idle',
      title: 'Testing nothing',
      keeps: ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'tested-by').length === 0,
    },
  ]
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'tested',
    title: 'Requirement',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'tested-by')[0]?.node,
    none: 'Testing nothing',
  },
]

function summary(graph: GraphState) {
  const rows = ofKind(graph, kind)
  const requirements = ofKind(graph, 'safety-requirement')
  return (
    <Figures
      figures={[
        ...results.map(([word, title], place) => ({
          title,
          value: rows.filter((row) => resultOf(row) === word).length,
          ...(place === 0 && { of: `of ${rows.length}` }),
        })),
        {
          title: 'Requirements with a test',
          value: requirements.filter(({ uuid }) => linkedWith(graph, uuid, 'downstream', 'tested-by').length > 0)
            .length,
          of: `of ${requirements.length}`,
        },
      ]}
    />
  )
}

const parts = (row: Artefact): readonly DrawerPart[] => [
  {
    part: 'page',
    title: 'Page',
    order: 80,
    render: () => (
      <div className="fs-drawer-way">
        <PageLink to="/org/functional-safety/test-case-creation-edit" title="Open as a page" open={row.code} />
      </div>
    ),
  },
]
