import { DiagramTreeIcon, WarningSignIcon } from '@blueprintjs/icons'
import { potentialFactors } from '@carapace/shared/lifecycle/methods/method'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { number } from '../../core/format/format.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { methodTitles } from '../rating/effort-rows.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { queueSearch } from '../sightings/queue-search.ts'
import { RiskChip } from '../rating/risk-chip.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { type TreeEditorContext, useTreeEditorContext } from './editor-context.ts'
import { codesOf } from './places.ts'
import type { PathRow } from './rating.ts'
import { methodWords, ratingText, vectorText } from './words.ts'
import { assessmentOf } from '../rating/assessments.ts'

/** The attack paths to the root: minimal sets of steps, easiest first (rule TREE-UI-10). */
export function PathsTable() {
  const context = useTreeEditorContext()
  const { rated, trouble, threat, path, setPath, program, byStep, view, seen: field } = context
  const seen = useGraph(program, (graph) => threat && assessmentOf(graph, threat.uuid)?.sightings)
  const columns = useMemo(() => columnsOf(byStep, view.method, threat && field), [byStep, view.method, threat, field])
  return (
    <section className="te-pane" aria-labelledby="at-paths">
      <header className="te-pane-head">
        <h2 id="at-paths">Attack paths</h2>
        <span className="c-note">minimal cut sets, easiest first by {methodTitles[view.method].toLowerCase()}</span>
        {trouble !== undefined && (
          <span className="c-problem" role="alert">
            {trouble}
          </span>
        )}
        <span className="at-seen">
          {seen !== undefined && seen > 0 && (
            <>
              seen in the field <b className="num">{number(seen)}</b> {seen === 1 ? 'time' : 'times'} in 30 days
            </>
          )}
        </span>
      </header>
      <DataTable
        id="attack-paths"
        label="Attack paths"
        columns={columns}
        rows={rated?.rows ?? []}
        keyOf={({ key }) => key}
        rowHeight={28}
        onOpen={({ number: chosen }) => setPath(chosen)}
        selectedKey={rated?.rows[path - 1]?.key ?? ''}
        empty={
          <EmptyState icon={<DiagramTreeIcon size={24} />} title="No paths yet">
            A path appears with the first step.
          </EmptyState>
        }
      />
    </section>
  )
}

function columnsOf(
  byStep: TreeEditorContext['byStep'],
  method: TreeEditorContext['view']['method'],
  field: TreeEditorContext['seen'] | undefined,
): readonly Column<PathRow>[] {
  const stepsText = ({ initial }: PathRow) =>
    codesOf(initial.steps, byStep)
      .map(({ code, step }) => `${code} ${step.title}`.trim())
      .join(' · ')
  return [
    { key: 'path', title: 'Path', width: 48, numeric: true, always: true, render: ({ number: place }) => place },
    { key: 'steps', title: 'Steps', width: 240, grow: 1, always: true, render: stepsText, text: stepsText },
    ...(field ? [seenColumn(field)] : []),
    {
      key: 'factors',
      title: 'Five factors',
      width: 116,
      priority: 4,
      render: ({ initial }) =>
        initial.ratings.potential ? (
          <span className="num">{potentialFactors.map((factor) => initial.factors[factor]).join(' · ')}</span>
        ) : (
          ''
        ),
      text: () => 'Time, expertise, knowledge, window, equipment',
    },
    {
      key: 'potential',
      title: 'Attack potential',
      width: 196,
      priority: 1,
      render: ({ initial: { ratings } }) => <FeasibilityBars {...ratings.potential} />,
    },
    {
      key: 'cvss',
      title: 'CVSS E',
      width: 176,
      priority: 3,
      render: (row) => (
        <Judged row={row} by="cvss" text={ratingText('cvss', row.initial.ratings.cvss)} method={method} />
      ),
    },
    {
      key: 'vector',
      title: 'Vector',
      width: 176,
      priority: 2,
      render: (row) => (
        <Judged
          row={row}
          by="vector"
          text={vectorText(row.initial.vector, row.initial.ratings.vector)}
          method={method}
        />
      ),
    },
    {
      key: 'initial',
      title: 'Initial',
      width: 56,
      always: true,
      render: ({ risks }) => <RiskChip risk={risks.initial} label="Initial risk" />,
    },
    {
      key: 'target',
      title: 'Target',
      width: 64,
      always: true,
      render: ({ risks }) => <RiskChip risk={risks.target} label="Target risk" />,
    },
  ]
}

function seenColumn({ on, latest }: TreeEditorContext['seen']): Column<PathRow> {
  return {
    key: 'seen',
    title: 'Seen',
    width: 56,
    numeric: true,
    always: true,
    render: ({ initial }) => <SeenCount seen={on(initial.steps)} />,
    text: ({ initial }) => seenText(on(initial.steps), latest),
  }
}

type Shown = ReturnType<TreeEditorContext['seen']['on']>

/** How often a path was seen, as a link to the alerts. */
function SeenCount({ seen }: { readonly seen: Shown }) {
  if (seen === undefined || seen.alerts === 0) return <span className="gr-none">{seen ? 0 : '–'}</span>
  return (
    <Link
      className="at-seen-count"
      to="/org/msoc/dashboard/alert-management"
      search={queueSearch(seen.rules.map((rule) => ({ rule }))) as never}
    >
      {number(seen.alerts)}
    </Link>
  )
}

function seenText(seen: Shown, latest: number | undefined): string {
  if (!seen) return 'None of its steps has indicators'
  const among =
    latest === undefined ? 'of the last 30 days' : `among the latest ${number(latest)} that match the scenario`
  return seen.alerts === 1
    ? `1 alert ${among} shows one of its steps`
    : `${number(seen.alerts)} alerts ${among} show one of its steps`
}

function Judged({
  row,
  by,
  text,
  method,
}: {
  readonly row: PathRow
  readonly by: 'cvss' | 'vector'
  readonly text: string
  readonly method: TreeEditorContext['view']['method']
}) {
  const disagrees = by !== method && row.disagreeing.includes(by)
  return (
    <span className="at-judged">
      {text}
      {disagrees && (
        <WarningSignIcon size={12} color="var(--medium)" title={`${methodWords[by]} disagrees with what decides`} />
      )}
    </span>
  )
}
