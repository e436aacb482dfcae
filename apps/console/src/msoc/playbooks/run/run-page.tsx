import { PlayIcon } from '@blueprintjs/icons'
import { getPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { pageSubject, useEndpoint } from '../../../core/call/query.ts'
import { ReactFlowProvider } from '../../../core/flow/flow.tsx'
import { number } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { usePageFact } from '../../../core/page/page-facts.ts'
import { useOpenCode, usePageTitle } from '../../../core/page/page-title.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { type Arrow, laidOut, neighbour, overlaps } from '../editor/layout.ts'
import { portsOf } from '@carapace/shared/msoc/playbooks/node-types'
import { GraphCanvas, justNode, nothingChosen } from '../graph/graph-canvas.tsx'
import { useLiveRuns } from '../runs/live-runs.ts'
import type { RunSearch } from '../search.ts'
import { runId } from '../words.ts'
import { AttentionList } from './attention-list.tsx'
import type { RunDetail } from './detail.ts'
import { RunHead } from './run-head.tsx'
import { runOutcomes } from './run-outcomes.ts'
import { RunPanel } from './run-panel.tsx'
import '../playbooks.css'
import '../../../core/ui/form.css'

interface RunPageProps {
  readonly search: RunSearch
  readonly go: (search: RunSearch, replace?: boolean) => void
}

/** Interval at which an unfinished run is read again, ms, should a live message be missed. */
const everyMs = 5_000

/** One run on the graph of its version (rules PLAYBOOK-UI-21 to PLAYBOOK-UI-24). */
export function RunPage(props: RunPageProps) {
  const { run } = props.search
  return run === undefined ? <NoRun /> : <OneRun key={run} {...props} uuid={run} />
}

function NoRun() {
  usePageTitle('Playbook run')
  return (
    <>
      <h1 className="c-visually-hidden">Playbook run</h1>
      <EmptyState
        icon={<PlayIcon size={24} />}
        title="No run is named"
        action={
          <Link to="/org/msoc/dashboard/playbooks" search={{ tab: 'runs' } as never}>
            All runs
          </Link>
        }
      >
        The link is incomplete.
      </EmptyState>
    </>
  )
}

function OneRun({ uuid, search, go }: RunPageProps & { readonly uuid: string }) {
  const { data, problem, refetch } = useEndpoint(
    getPlaybookRun,
    { uuid },
    { ...pageSubject, refetchEveryMs: (answer) => (answer?.run.finished_at == null ? everyMs : false) },
  )
  const changed = useLiveRuns().get(uuid)
  useEffect(() => {
    if (changed !== undefined) refetch()
  }, [refetch, changed])
  if (data !== undefined)
    return (
      <ReactFlowProvider>
        <Shown detail={data} search={search} go={go} onChanged={refetch} />
      </ReactFlowProvider>
    )
  return (
    <>
      <h1 className="c-visually-hidden">Playbook run</h1>
      {problem === undefined ? (
        <SkeletonRows rows={16} columns={['1fr', '380px']} />
      ) : (
        <ErrorState title="The run did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
    </>
  )
}

interface ShownProps extends RunPageProps {
  readonly detail: RunDetail
  readonly onChanged: () => void
}

function Shown({ detail, search, go, onChanged }: ShownProps) {
  const { run, nodes, steps } = detail
  const graph = useMemo(
    () => detail.graph && (overlaps(detail.graph) ? laidOut(detail.graph, portsOf) : detail.graph),
    [detail.graph],
  )
  const outcomes = useMemo(() => graph && runOutcomes(graph, nodes, steps), [graph, nodes, steps])
  const choose = (node: string | undefined) => go({ run: run.uuid, node }, true)
  usePageTitle(`${runId(run)} ${run.playbook}`)
  useOpenCode(runId(run))
  usePageFact('Steps', number(run.steps))
  useRunKeys(graph ?? undefined, search.node, choose)
  const chosen = useMemo(() => (search.node === undefined ? nothingChosen : justNode(search.node)), [search.node])
  return (
    <div className="pb-page">
      <RunHead detail={detail} onChanged={onChanged} />
      <div className="pb-body">
        <div className="pb-main">
          {graph && outcomes ? (
            <GraphCanvas
              label={`Run of ${run.playbook}`}
              graph={graph}
              outcomes={outcomes}
              chosen={chosen}
              onChoose={({ nodes: picked }) => {
                const [node] = [...picked].slice(-1)
                choose(node)
              }}
            />
          ) : (
            <EmptyState icon={<PlayIcon size={24} />} title="The graph is gone">
              The playbook was deleted. Its steps are listed at the right.
            </EmptyState>
          )}
          <AttentionList detail={detail} onChoose={choose} />
        </div>
        <RunPanel
          key={search.node ?? 'run'}
          detail={detail}
          node={search.node}
          onChoose={choose}
          onChanged={onChanged}
        />
      </div>
    </div>
  )
}

function useRunKeys(
  graph: Parameters<typeof neighbour>[0] | undefined,
  node: string | undefined,
  choose: (node: string | undefined) => void,
): void {
  const go = (arrow: Arrow) => () => {
    const next = graph && neighbour(graph, node, arrow)
    if (next !== undefined) choose(next)
  }
  const group = 'Playbook run'
  useHotkeys([
    { keys: 'ArrowUp', title: 'To the step before', group, run: go('up') },
    { keys: 'ArrowDown', title: 'To the step after', group, run: go('down') },
    { keys: 'ArrowLeft', title: 'To the step at the left', group, run: go('left') },
    { keys: 'ArrowRight', title: 'To the step at the right', group, run: go('right') },
    { keys: 'Escape', title: 'Choose nothing', group, run: () => choose(undefined) },
  ])
}
