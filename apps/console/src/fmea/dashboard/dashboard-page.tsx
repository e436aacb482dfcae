import { Button } from '@blueprintjs/core'
import {
  type DueGroup,
  dueGroups,
  type FmeaAction,
  openActions,
  priorityCounts,
  type RatedFailure,
  rpnPareto,
  topFailures,
} from '@carapace/shared/fmea/dashboard'
import { shippedProfile } from '@carapace/shared/fmea/default-profile'
import { getFmeaProfiles } from '@carapace/shared/fmea/profiles.contract'
import { fmeaSteps, stepsOf, stepTitles } from '@carapace/shared/fmea/steps'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Chart, type EChartsOption } from '../../core/chart/chart.tsx'
import { type ChartColours, useChartColours } from '../../core/chart/colours.ts'
import { calendarDay, number } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import { useAccess } from '../../graph/programs/use-access.ts'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { useGraph, useProgram } from '../../graph/store/program-store.ts'
import { countsOf } from '../configuration/counts.ts'
import { fmeaKinds } from '../worksheet/lines.ts'
import { Ways } from '../ways.tsx'
import { actionsOf, failuresOf, type FmeaFigures, figuresOf } from './figures.ts'
import '../../core/ui/form.css'
import './dashboard.css'

const title = 'FMEA Dashboard'
const mostBars = 20
const mostListed = 10

interface DashboardProps {
  readonly programId?: string | undefined
  readonly projectId?: string | undefined
}

/** The FMEAs of a program in figures: priorities, what to look at first, open actions, and how far the steps are. */
export function DashboardPage({ programId, projectId }: DashboardProps) {
  usePageTitle(title)
  if (programId === undefined) return <NoProgram page={title} />
  return (
    <div className="fd-page">
      <PageHead title={title}>
        <Ways to={['configuration', 'fmea-analysis', 'settings']} programId={programId} projectId={projectId} />
      </PageHead>
      <OfProgram key={programId} programId={programId} projectId={projectId} />
    </div>
  )
}

/** The program of the page; links stay in it and its project. */
interface Of {
  readonly programId: string
  readonly projectId: string | undefined
}

function OfProgram({ programId, projectId }: Of) {
  const { program: about } = useAccess(programId)
  const program = useProgram(programId, fmeaKinds)
  const graph = useGraph(program, (state) => state)
  const profiles = useEndpoint(getFmeaProfiles, {})
  usePageFact('Program', about?.name)
  const all = useMemo(() => {
    const contents = new Map(profiles.data?.profiles.map(({ uuid, content }) => [uuid, content]))
    return figuresOf(graph, projectId, (uuid) => contents.get(uuid) ?? shippedProfile.content)
  }, [graph, projectId, profiles.data])
  const problem = graph.problem ?? (profiles.data === undefined ? profiles.problem : undefined)
  if (!graph.isWhole || profiles.data === undefined)
    return problem === undefined ? (
      <SkeletonRows rows={10} columns={['1fr', '1fr', '1fr']} />
    ) : (
      <ErrorState title="The dashboard did not load" onRetry={() => (program.reload(), profiles.refetch())}>
        {problem}
      </ErrorState>
    )
  return (
    <>
      {problem !== undefined && (
        <p className="gr-outdated" role="alert">
          These figures are not up to date: {problem}{' '}
          <Button size="small" variant="outlined" onClick={program.reload}>
            Try again
          </Button>
        </p>
      )}
      <Panels graph={graph} all={all} programId={programId} projectId={projectId} />
    </>
  )
}

function Panels({ graph, all, ...of }: Of & { readonly graph: GraphState; readonly all: readonly FmeaFigures[] }) {
  const failures = useMemo(() => failuresOf(all), [all])
  const actions = useMemo(() => actionsOf(all), [all])
  const today = new Date().toISOString().slice(0, 10)
  const due = openActions(actions, today)
  const counts = priorityCounts(failures)
  const open = dueGroups.reduce((sum, group) => sum + due[group].length, 0)
  return (
    <>
      <Figures
        figures={[
          { title: 'FMEAs', value: all.length },
          { title: 'Failure chains', value: failures.length },
          { title: 'High action priority', value: counts.H, of: `of ${number(failures.length - counts.none)} rated` },
          { title: 'Open actions', value: open, of: `of ${number(actions.length)}` },
          { title: 'Overdue actions', value: due.overdue.length },
        ]}
      />
      <div className="fd-panels">
        <Panel title="Action priority by FMEA">
          <Priorities all={all} />
        </Panel>
        <Panel title={`Risk priority number, the highest ${mostBars}`}>
          <Pareto failures={failures} />
        </Panel>
        <Panel title="What to look at first" scrolls className="fd-list-panel">
          <TopFailures failures={failures} {...of} />
        </Panel>
        <Panel title="Open actions" scrolls className="fd-list-panel">
          <Actions due={due} {...of} />
        </Panel>
        <Panel title="Progress by step" className="fd-wide">
          <Progress graph={graph} all={all} {...of} />
        </Panel>
      </div>
    </>
  )
}

const priorities = [
  { key: 'H', title: 'High' },
  { key: 'M', title: 'Medium' },
  { key: 'L', title: 'Low' },
  { key: 'none', title: 'Not rated' },
] as const

function Priorities({ all }: { readonly all: readonly FmeaFigures[] }) {
  const colours = useChartColours()
  const rows = useMemo(
    () => all.slice(0, mostBars).map((one) => ({ fmea: one.fmea, counts: priorityCounts(failuresOf([one])) })),
    [all],
  )
  const option = useMemo(() => prioritiesOption(rows, colours), [rows, colours])
  const label = rows
    .map(
      ({ fmea, counts }) =>
        `${fmea.code}: ${priorities.map(({ key, title: of }) => `${of} ${counts[key]}`).join(', ')}`,
    )
    .join('; ')
  if (rows.length === 0) return <p className="c-note fd-none">No FMEA is here yet.</p>
  return (
    <>
      <p className="fd-key">
        {priorities.map(({ key, title: of }) => (
          <span key={key}>
            <i className={`fd-key-${key}`} /> {of}
          </span>
        ))}
      </p>
      <div className="fd-chart">
        <Chart option={option} label={`Failure chains by action priority. ${label}`} />
      </div>
    </>
  )
}

type PriorityRow = { readonly fmea: FmeaFigures['fmea']; readonly counts: ReturnType<typeof priorityCounts> }

function prioritiesOption(rows: readonly PriorityRow[], { fill, line2 }: ChartColours): EChartsOption {
  const colour = { H: fill.critical, M: fill.medium, L: fill.low, none: line2 }
  const shown = rows.toReversed()
  return {
    grid: { left: 8, right: 16, top: 8, bottom: 20, containLabel: true },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'value', minInterval: 1, splitNumber: 4 },
    yAxis: { type: 'category', data: shown.map(({ fmea }) => fmea.code) },
    series: priorities.map(({ key, title: name }) => ({
      type: 'bar' as const,
      name,
      stack: 'priority',
      barMaxWidth: 18,
      color: colour[key],
      data: shown.map(({ counts }) => counts[key]),
    })),
  }
}

function Pareto({ failures }: { readonly failures: readonly RatedFailure[] }) {
  const { series, text2 } = useChartColours()
  const bars = useMemo(() => rpnPareto(failures, mostBars), [failures])
  const option = useMemo<EChartsOption>(
    () => ({
      grid: { left: 8, right: 8, top: 16, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: bars.map(({ failure }) => failure.id), axisLabel: { rotate: 60 } },
      yAxis: [
        { type: 'value', minInterval: 1 },
        { type: 'value', max: 100, axisLabel: { formatter: '{value} %' }, splitLine: { show: false } },
      ],
      series: [
        { type: 'bar', name: 'RPN', color: series[0]!, barMaxWidth: 18, data: bars.map(({ rpn }) => rpn) },
        {
          type: 'line',
          name: 'Share of all, %',
          color: text2,
          yAxisIndex: 1,
          data: bars.map(({ cumulated }) => Math.round(cumulated * 100)),
        },
      ],
    }),
    [bars, series, text2],
  )
  if (bars.length === 0) return <p className="c-note fd-none">No failure chain is rated yet.</p>
  const label = bars.map(({ failure, rpn }) => `${failure.id} ${rpn}`).join(', ')
  return (
    <div className="fd-chart">
      <Chart option={option} label={`Risk priority numbers: ${label}`} />
    </div>
  )
}

/** A line or an action of the worksheet, by its code. */
function Code({ programId, projectId, code }: Of & { readonly code: string }) {
  return (
    <Link className="mono" to="/org/fmea/fmea-analysis" search={{ programId, projectId, open: code }}>
      {code}
    </Link>
  )
}

function TopFailures({ failures, ...of }: Of & { readonly failures: readonly RatedFailure[] }) {
  const top = topFailures(failures, mostListed)
  if (top.length === 0) return <p className="c-note fd-none">No failure chain is rated yet.</p>
  return (
    <table className="c-table fd-table">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Failure mode ← cause</th>
          <th scope="col">AP</th>
          <th scope="col">S</th>
          <th scope="col">O</th>
          <th scope="col">D</th>
        </tr>
      </thead>
      <tbody>
        {top.map(({ id, title: words, ratings, priority }) => (
          <tr key={id}>
            <td>
              <Code {...of} code={id} />
            </td>
            <td title={words}>{words}</td>
            <td className={`fd-ap-${priority}`}>{priority}</td>
            <td className="num">{ratings.severity}</td>
            <td className="num">{ratings.occurrence}</td>
            <td className="num">{ratings.detection}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const dueTitles: Readonly<Record<DueGroup, string>> = {
  overdue: 'Overdue',
  week: 'Within 7 days',
  month: 'Within 30 days',
  later: 'Later',
  undated: 'Without a day',
}

function Actions({ due, ...of }: Of & { readonly due: Readonly<Record<DueGroup, readonly FmeaAction[]>> }) {
  const groups = dueGroups.filter((group) => due[group].length > 0)
  if (groups.length === 0) return <p className="c-note fd-none">No action is open.</p>
  return groups.map((group) => (
    <section key={group} aria-label={dueTitles[group]}>
      <h3 className={`fd-due${group === 'overdue' ? ' fd-due-over' : ''}`}>
        {dueTitles[group]} <span className="num">{number(due[group].length)}</span>
      </h3>
      <ul className="fd-actions">
        {due[group].slice(0, mostListed).map(({ id, title: words, due: day, priority }) => (
          <li key={id}>
            <Code {...of} code={id} />
            <span title={words}>{words}</span>
            <span className={`fd-ap-${priority}`}>{priority}</span>
            <span className="num">{day === null ? '' : calendarDay(day)}</span>
          </li>
        ))}
        {due[group].length > mostListed && <li className="c-note">{number(due[group].length - mostListed)} more</li>}
      </ul>
    </section>
  ))
}

function Progress({ graph, all, ...of }: Of & { readonly graph: GraphState; readonly all: readonly FmeaFigures[] }) {
  const rows = useMemo(
    () => all.map(({ fmea, rated }) => ({ fmea, steps: stepsOf(countsOf(graph, fmea, rated)) })),
    [graph, all],
  )
  if (rows.length === 0) return <p className="c-note fd-none">No FMEA is here yet.</p>
  return (
    <div className="c-scroll" tabIndex={0} role="group" aria-label="Progress by step">
      <table className="c-table fd-table">
        <thead>
          <tr>
            <th scope="col">FMEA</th>
            {fmeaSteps.map((step) => (
              <th key={step} scope="col">
                {stepTitles[step]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 50).map(({ fmea, steps }) => (
            <tr key={fmea.uuid}>
              <th scope="row">
                <Link
                  to="/org/fmea/configuration"
                  search={{ programId: of.programId, projectId: of.projectId, open: fmea.code, part: 'steps' }}
                >
                  <span className="mono">{fmea.code}</span> {fmea.title}
                </Link>
              </th>
              {steps.map(({ step, share, state }) => (
                <td key={step} className={`fd-step fd-step-${state}`}>
                  <span className="num">{Math.floor(share * 100)} %</span>
                  <i style={{ width: `${Math.round(share * 100)}%` }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
