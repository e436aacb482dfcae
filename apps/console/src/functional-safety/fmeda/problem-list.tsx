import type { MetricProblem } from '@carapace/shared/functional-safety/fmeda'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { number } from '../../core/format/format.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'
import './fmeda.css'

interface ProblemListProps {
  readonly problems: readonly MetricProblem[]
  readonly goal: Artefact
  /** How many are shown; 20 by default. */
  readonly most?: number
}

/** What keeps the metrics of a goal from being computed, each with a link to where it is put right. */
export function ProblemList({ problems, goal, most = 20 }: ProblemListProps) {
  return (
    <ul className="fm-problems" aria-label={`Problems of ${goal.code}`}>
      {problems.slice(0, most).map((problem, at) => (
        <li key={at}>
          <Problem problem={problem} goal={goal} />
          {at === most - 1 && problems.length > most && (
            <span className="c-note num"> {number(problems.length - most)} more</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Problem({ problem: { element, mode, message }, goal }: { problem: MetricProblem; goal: Artefact }) {
  const node = nodeAt(
    usePageGraph((graph) => graph),
    element ?? goal.uuid,
  )
  return (
    <>
      {node && <NodeLink node={node} className="mono" />} {mode !== null && <b>{mode}: </b>}
      {message}
    </>
  )
}
