import { Button } from '@blueprintjs/core'
import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes } from '@carapace/shared/msoc/playbooks/node-types'
import { listPlaybookSteps, type PlaybookStep } from '@carapace/shared/msoc/playbooks/runs.contract'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import { useEffect } from 'react'
import { call } from '../../../core/call/call.ts'
import { usePages } from '../../../core/call/use-pages.ts'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { titleOf } from '../graph/card.tsx'
import { NodeIcon } from '../node-icons.tsx'
import { refreshWaiting } from '../waiting/waiting-count.ts'
import type { RunDetail } from './detail.ts'
import { StepView } from './step-view.tsx'

interface RunPanelProps {
  readonly detail: RunDetail
  readonly node: string | undefined
  readonly onChoose: (node: string | undefined) => void
  readonly onChanged: () => void
}

/** Beside the graph: the steps of the chosen node, or else what waits for a person (rules PLAYBOOK-UI-21 to 24). */
export function RunPanel(props: RunPanelProps) {
  return (
    <section className="pb-panel" aria-label="Steps">
      {props.node === undefined ? <Waiting {...props} /> : <NodeSteps {...props} node={props.node} />}
    </section>
  )
}

function Waiting({ detail: { steps, run }, onChoose, onChanged }: RunPanelProps) {
  const asking = steps.filter(
    ({ state, waiting }) =>
      isUnfinished(run.state) && (state === 'UNKNOWN' || waiting?.kind === 'approval' || waiting?.kind === 'form'),
  )
  const done = () => {
    onChanged()
    refreshWaiting()
  }
  return (
    <>
      <header className="pb-panel-head">
        <h2>{asking.length > 0 ? 'Waiting for a person' : 'Steps'}</h2>
        <p className="c-note">
          {run.error ?? 'Choose a step on the graph to see its input, its output and its attempts.'}
        </p>
      </header>
      <div className="pb-panel-body">
        {asking.map((step) => (
          <StepView key={step.uuid} run={run} step={step} isOpen onChoose={onChoose} onDone={done} />
        ))}
        {asking.length === 0 &&
          steps
            .filter(({ state }) => state !== 'SKIPPED')
            .map((step) => <StepView key={step.uuid} run={run} step={step} onChoose={onChoose} onDone={done} />)}
      </div>
    </>
  )
}

const perPage = 50

function NodeSteps({ detail, node: id, onChanged }: RunPanelProps & { readonly node: string }) {
  const { run, graph, nodes } = detail
  const node = graph?.nodes.find((each) => each.id === id)
  const { rows, problem, whole, more, retry } = usePages(['playbook-steps', run.uuid, id], async (cursor, signal) => {
    const answer = await call(listPlaybookSteps, { uuid: run.uuid, node: id, limit: perPage, cursor }, { signal })
    return { rows: answer.steps, next: answer.next_cursor }
  })
  // the totals change with every step of the node
  const totals = JSON.stringify(nodes.find((each) => each.node === id)?.counts)
  const states = JSON.stringify(detail.steps.filter((step) => step.node === id).map(({ waiting }) => waiting))
  useEffect(retry, [retry, totals, states])
  const done = () => {
    onChanged()
    retry()
    refreshWaiting()
  }
  return (
    <>
      <header className="pb-panel-head">
        <div className="pb-panel-id">
          {node && <NodeIcon type={node.type} />}
          <span>{node && isNodeType(node.type) ? nodeTypes[node.type].title : (node?.type ?? 'Step')}</span>
          <span className="mono pb-id">{id}</span>
        </div>
        <h2>{node === undefined ? id : titleOf(node)}</h2>
      </header>
      <div className="pb-panel-body">
        <Loaded
          what="The steps"
          data={rows}
          problem={problem}
          onRetry={retry}
          skeleton={<SkeletonRows rows={4} columns={['1fr']} />}
        >
          {(steps: readonly PlaybookStep[]) =>
            steps.length === 0 ? (
              <p className="c-say pb-none">The run did not reach this step.</p>
            ) : (
              <>
                {steps.map((step) => (
                  <StepView key={step.uuid} run={run} step={step} isOpen={steps.length === 1} onDone={done} />
                ))}
                {!whole && <Button className="pb-more" variant="outlined" text="Show more" onClick={more} />}
              </>
            )
          }
        </Loaded>
      </div>
    </>
  )
}
