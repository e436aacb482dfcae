import { WayTo } from '../way-to.tsx'
import { results } from '@carapace/shared/lifecycle/kinds/development.kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import {
  changedColumn,
  codeColumn,
  columnsOf,
  fieldColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { refined, requirementSummary } from '../requirements/requirements-page.tsx'
import { verdictColumn } from '../verification/verification-page.tsx'

const tests = ['test-case']
const goals = ['goal']

/** The requirements with the status of their realisation and verification. */
export function RequirementSummaryPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Requirement Summary"
      tools={<WayTo page="development" />}
      kind="requirement"
      related={tests}
      columns={summaryColumns}
      above={refined}
      groupings={byElement}
      summary={requirementSummary}
      nothing="Requirements come of goals, concepts and claims; this is what development makes of them."
    />
  )
}

function summaryColumns(graph: GraphState): readonly ArtefactColumn[] {
  const kind = 'requirement'
  return [
    codeColumn({ width: 88 }),
    titleColumn(graph, { title: 'Requirement', width: 300 }),
    fieldColumn(kind, 'type', { priority: 4 }),
    linksColumn(graph, kind, ['allocated'], 'downstream', { title: 'Allocated to', width: 180, grow: 1 }),
    linksColumn(graph, kind, ['realised'], 'downstream', { title: 'Realised by', width: 180, grow: 1, priority: 3 }),
    verdictColumn(graph),
    fieldColumn(kind, 'owner', { width: 110, priority: 5 }),
    statusColumn(kind),
    changedColumn(),
  ]
}

const byElement = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'element',
    title: 'Element',
    of: (row) => linkedWith(graph, row.uuid, 'downstream', 'allocated')[0]?.node,
    none: 'Not allocated',
  },
]

/** The design specifications, which realise the requirements. */
export function SpecificationsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Design Specification"
      tools={<WayTo page="development" />}
      kind="specification"
      columns={specificationColumns}
      groupings={byElement}
      nothing="A design specification describes how a system, its hardware or its software realises a requirement."
    />
  )
}

function specificationColumns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('specification', graph, [
    linksColumn(graph, 'specification', ['realised'], 'upstream', { title: 'Realises', width: 220, grow: 1 }),
    linksColumn(graph, 'specification', ['allocated'], 'downstream', {
      title: 'Allocated to',
      width: 180,
      grow: 1,
      priority: 3,
    }),
    linksColumn(graph, 'specification', ['verified'], 'downstream', { title: 'Tests', isShort: true }),
  ])
}

/** The test cases, and what they verify. */
export function TestCasesPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Test Cases Creation"
      tools={<WayTo page="development" />}
      kind="test-case"
      columns={testColumns}
      tabs={testTabs}
      nothing="A test case describes how a requirement, a specification or a control is verified, with what result."
    />
  )
}

function testColumns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('test-case', graph, [
    linksColumn(graph, 'test-case', ['verified'], 'upstream', { title: 'Verifies', width: 240, grow: 1 }),
  ])
}

function testTabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    {
      tab: 'idle',
      title: 'Verifying nothing',
      keeps: ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'verified').length === 0,
    },
  ]
}

const resultTabs = (): readonly PageTab[] => [
  { tab: 'all', title: 'All', keeps: () => true },
  ...Object.entries(results).map(([word, title]) => ({
    tab: word,
    title,
    keeps: ({ fields }: Artefact) => (fields.result ?? 'not-run') === word,
  })),
]

function resultFigures(kind: string) {
  return (graph: GraphState) => {
    const rows = [...graph.artefacts.values()].filter((row) => row.kind === kind)
    const count = (word: string) => rows.filter(({ fields }) => (fields.result ?? 'not-run') === word).length
    return (
      <Figures
        figures={Object.entries(results).map(([word, title], place) => ({
          title,
          value: count(word),
          ...(place === 0 && { of: `of ${rows.length}` }),
        }))}
      />
    )
  }
}

const testFigures = resultFigures('test-case')
const validationFigures = resultFigures('validation')

/** The test results by integration level; test runs are entered here. */
export function IntegrationPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Integration and Verification"
      tools={<WayTo page="development" />}
      kind="test-case"
      columns={runColumns}
      groupings={byLevel}
      usualGroup="level"
      tabs={resultTabs}
      summary={testFigures}
      nothing="Test cases are written first; here is what came of running them."
    />
  )
}

function runColumns(graph: GraphState): readonly ArtefactColumn[] {
  const kind = 'test-case'
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Test case', width: 280 }),
    fieldColumn(kind, 'method', { priority: 3 }),
    linksColumn(graph, kind, ['verified'], 'upstream', { title: 'Verifies', width: 200, grow: 1 }),
    fieldColumn(kind, 'result'),
    fieldColumn(kind, 'run_on'),
    fieldColumn(kind, 'evidence', { width: 180, grow: 1, priority: 4 }),
    statusColumn(kind),
    changedColumn(),
    originColumn(),
  ]
}

const levels: Readonly<Record<string, string>> = {
  unit: 'Unit',
  integration: 'Integration',
  system: 'System',
  vehicle: 'Vehicle',
}
const byLevel = (): readonly Grouping[] => [
  {
    key: 'level',
    title: 'Level',
    none: 'Of no level',
    of: ({ fields: { level } }) =>
      typeof level === 'string' ? { uuid: level, code: '', title: levels[level] ?? level } : undefined,
  },
]

/** The validations: whether goals and claims hold in the vehicle as built. */
export function ValidationPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Cyber Security Validation"
      tools={<WayTo page="development" />}
      kind="validation"
      related={goals}
      columns={validationColumns}
      tabs={resultTabs}
      summary={validationFigures}
      nothing="A validation states whether goals, claims and concepts hold in the vehicle as built."
    />
  )
}

function validationColumns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('validation', graph, [
    linksColumn(graph, 'validation', ['validated'], 'upstream', { title: 'Validates', width: 240, grow: 1 }),
  ])
}
