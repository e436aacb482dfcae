import { effortWords } from '@carapace/shared/lifecycle/reports/report-words'
import { type Effort, noEffort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { WayTo } from '../way-to.tsx'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import {
  changedColumn,
  codeColumn,
  columnsOf,
  countColumn,
  fieldColumn,
  LinkedCell,
  linksColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import { chosenCal, goalCalIn } from '../rating/goal-cal.ts'
import { type GraphState, type Linked, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { kindShown, Views } from '../../graph/page/views.tsx'
import { riskColumn } from '../threat-analysis/columns.tsx'
import { gapsOf } from '../threat-analysis/gaps.ts'
import { assessmentOf, methodOf } from '../rating/assessments.ts'
import { withAssessments } from '../rating/read-assessments.ts'

const kinds = ['threat-scenario', 'goal', 'claim']
const titles = { 'threat-scenario': 'Risks' }

/**
 * The residual risk of each threat scenario: without controls, with the verified ones, and with the planned ones; its
 * treatment, and the goals and claims that address it.
 */
export function ResidualPage(address: AddressProps) {
  const shown = kindShown(kinds, address.search)
  const views = <Views kinds={kinds} titles={titles} {...address} />
  if (shown === 'goal')
    return (
      <ArtefactPage
        {...address}
        title="Residual Risk"
        kind="goal"
        computed={withAssessments}
        columns={goalColumns}
        views={views}
        tools={<WayTo page="controls" />}
        nothing="A cybersecurity goal states what must hold so that a risk is reduced."
      />
    )
  if (shown === 'claim')
    return (
      <ArtefactPage
        {...address}
        title="Residual Risk"
        kind="claim"
        columns={claimColumns}
        views={views}
        tools={<WayTo page="controls" />}
        nothing="A cybersecurity claim states why a risk may be shared or retained."
      />
    )
  return (
    <ArtefactPage
      {...address}
      title="Residual Risk"
      kind="threat-scenario"
      related={related}
      computed={withAssessments}
      columns={riskColumns}
      usualSort={usualSort}
      summary={summary}
      groupings={groupings}
      views={views}
      tools={<WayTo page="controls" />}
      nothing="Risks are derived from threat scenarios: add these first."
    />
  )
}

const usualSort = { key: 'target', order: 'desc' } as const
/** Most controls are in attack trees. */
const related = ['attack-tree']

function riskColumns(graph: GraphState): readonly ArtefactColumn[] {
  const kind = 'threat-scenario'
  const assessed = (row: Artefact) => assessmentOf(graph, row.uuid)
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Threat scenario' }),
    riskColumn('risk', 'Initial', 'initial', assessed),
    riskColumn('today', 'Today', 'today', assessed),
    riskColumn('target', 'Target', 'target', assessed),
    fieldColumn(kind, 'treatment'),
    linksColumn(graph, kind, ['answered-by'], 'downstream', { title: 'Goals and claims', width: 210, grow: 1 }),
    controlsColumn(graph),
    statusColumn(kind),
    changedColumn(),
  ]
}

/** The controls on a threat scenario, or on the steps of its tree. */
function controlsOf(graph: GraphState, { uuid }: Pick<Artefact, 'uuid'>): readonly Linked[] {
  const trees = linkedWith(graph, uuid, 'downstream', 'refined-in').map(({ node }) => node.uuid)
  const all = [uuid, ...trees].flatMap((each) => linkedWith(graph, each, 'upstream', 'stands-in'))
  return [...new Map(all.map((each) => [each.node.uuid, each])).values()]
}

function controlsColumn(graph: GraphState): ArtefactColumn {
  return {
    key: 'controls',
    title: 'Controls',
    width: 180,
    grow: 1,
    priority: 4,
    render: (row) => <LinkedCell linked={controlsOf(graph, row)} isShort={false} />,
    text: (row) =>
      controlsOf(graph, row)
        .map(({ node }) => `${node.code} ${node.title}`)
        .join(', '),
  }
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'asset',
    title: 'Asset',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'targets')[0]?.node,
    none: 'Without an asset',
  },
]

function summary(graph: GraphState) {
  const rows = [...graph.artefacts.values()].filter(({ kind }) => kind === 'threat-scenario')
  const attention = methodOf(graph).attention
  const over = (scenario: 'initial' | 'today' | 'target') =>
    rows.filter(({ uuid }) => (assessmentOf(graph, uuid)?.scenarios[scenario].risk ?? 0) >= attention).length
  const gaps = rows.flatMap((row) => gapsOf(graph, row))
  return (
    <Figures
      figures={[
        { title: `Initially at ${attention} or more`, value: over('initial'), of: `of ${rows.length} risks` },
        { title: 'Today, by verified controls', value: over('today') },
        { title: 'Target, by planned controls', value: over('target') },
        { title: 'Not treated', value: gaps.filter((gap) => gap === 'untreated').length },
        {
          title: 'Without the required goal or claim',
          value: gaps.filter((gap) => gap === 'needs-goal' || gap === 'needs-claim').length,
        },
      ]}
    />
  )
}

function goalColumns(graph: GraphState): readonly ArtefactColumn[] {
  const count = (row: Artefact, link: string) => linkedWith(graph, row.uuid, 'downstream', link).length
  return columnsOf('goal', graph, [
    linksColumn(graph, 'goal', ['answered-by'], 'upstream', { title: 'Threat scenarios', grow: 1 }),
    linksColumn(graph, 'goal', ['conceived'], 'downstream', { title: 'Concept', isShort: true }),
    countColumn('requirements', 'Requirements', (row) => count(row, 'demands'), { width: 96 }),
    countColumn('validations', 'Validations', (row) => count(row, 'validated'), { width: 88 }),
  ]).map((column) => (column.key === 'cal' ? goalCalColumn(graph, column) : column))
}

/** The chosen CAL, or else that of the threat scenarios. */
function goalCalColumn(graph: GraphState, column: ArtefactColumn): ArtefactColumn {
  const cal = (row: Artefact) => goalCalIn(graph, row)
  return {
    ...column,
    width: 72,
    isMute: true,
    rank: (row) => cal(row) ?? -Infinity,
    has: (row) => [String(cal(row) ?? '')],
    render: (row) =>
      cal(row) === null ? (
        <span className="gr-none">–</span>
      ) : (
        <span className={chosenCal(row) === null ? 'num gr-derived' : 'num'}>{cal(row)}</span>
      ),
    text: (row) =>
      cal(row) === null
        ? 'No CAL'
        : `CAL ${cal(row)}, ${chosenCal(row) === null ? 'of its threat scenarios' : 'chosen'}`,
  }
}

function claimColumns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('claim', graph, [
    linksColumn(graph, 'claim', ['answered-by'], 'upstream', { title: 'Threat scenarios', grow: 1 }),
    linksColumn(graph, 'claim', ['assumed'], 'upstream', { title: 'Assumptions', isShort: true, priority: 4 }),
  ])
}

/** The security controls: what each mitigates, its status, and where it is applied. */
export function ControlsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Security controls"
      kind="control"
      computed={withAssessments}
      columns={controlColumns}
      tabs={controlTabs}
      summary={controlSummary}
      nothing="A control raises the effort of an attack. Plan one, and add it to attack trees or threat scenarios."
    />
  )
}

function controlColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Control' }),
    fieldColumn('control', 'type'),
    fieldColumn('control', 'standing'),
    raisesColumn(graph),
    linksColumn(graph, 'control', ['stands-in'], 'downstream', { title: 'Mitigates', width: 220, grow: 1 }),
    linksColumn(graph, 'control', ['realised'], 'upstream', { title: 'Realises', isShort: true, priority: 4 }),
    linksColumn(graph, 'control', ['verified'], 'downstream', { title: 'Verified by', isShort: true, priority: 3 }),
    statusColumn('control'),
    changedColumn(),
  ]
}

/** The effort that a control raises, in the labels of the program's method. */
function raisesColumn(graph: GraphState): ArtefactColumn {
  const words = ({ fields }: Artefact) =>
    effortWords(methodOf(graph), (fields.raises as Effort | undefined) ?? noEffort)
  return {
    ...fieldColumn('control', 'raises', { title: 'Raises the effort to', width: 220, grow: 1, priority: 5 }),
    render: (row) => words(row) || <span className="gr-none">–</span>,
    text: words,
  }
}

const controlTabs = (): readonly PageTab[] => [
  { tab: 'all', title: 'All', keeps: () => true },
  { tab: 'planned', title: 'Planned', keeps: ({ fields }) => fields.standing === 'planned' },
  { tab: 'implemented', title: 'Implemented', keeps: ({ fields }) => fields.standing === 'implemented' },
  { tab: 'verified', title: 'Verified', keeps: ({ fields }) => fields.standing === 'verified' },
]

function controlSummary(graph: GraphState) {
  const rows = [...graph.artefacts.values()].filter(({ kind }) => kind === 'control')
  const idle = rows.filter(({ uuid }) => linkedWith(graph, uuid, 'downstream', 'stands-in').length === 0)
  const untested = rows.filter(
    ({ uuid, fields }) =>
      fields.standing !== 'planned' && linkedWith(graph, uuid, 'downstream', 'verified').length === 0,
  )
  return (
    <Figures
      figures={[
        {
          title: 'Verified',
          value: rows.filter(({ fields }) => fields.standing === 'verified').length,
          of: `of ${rows.length} controls`,
        },
        { title: 'Mitigates nothing', value: idle.length },
        { title: 'Implemented, without a test', value: untested.length },
      ]}
    />
  )
}
