import { titleOf } from '../graph/card.tsx'
import { StateIcon } from '../node-icons.tsx'
import { stepTexts } from '../words.ts'
import type { RunDetail } from './detail.ts'
import { waitingText } from './run-outcomes.ts'

interface AttentionListProps {
  readonly detail: RunDetail
  readonly onChoose: (node: string) => void
}

const urgent = ['FAILED', 'UNKNOWN', 'WAITING'] as const

/** The steps that failed or wait, below the graph: each leads to its node. */
export function AttentionList({ detail: { steps, graph, run }, onChoose }: AttentionListProps) {
  const shown = urgent.flatMap((state) => steps.filter((step) => step.state === state))
  return (
    <section className="pb-problems" aria-label="Needs attention">
      <header className="pb-problems-head">
        <h2>Needs attention</h2>
        <span className="c-note" role="status">
          {shown.length > 0
            ? 'failures first, then what waits'
            : run.finished_at === null
              ? 'nothing: it is running'
              : 'nothing: it has ended'}
        </span>
        {run.error !== null && shown.length === 0 && <span className="c-problem">{run.error}</span>}
      </header>
      {shown.length > 0 && (
        <ul tabIndex={-1}>
          {shown.map((step) => {
            const node = graph?.nodes.find(({ id }) => id === step.node)
            return (
              <li key={step.uuid}>
                <button
                  type="button"
                  className={`pb-problem pb-state-${step.state}`}
                  onClick={() => onChoose(step.node)}
                >
                  <StateIcon state={step.state} />
                  <span className="pb-problem-at">{node === undefined ? step.node : titleOf(node)}</span>
                  {step.path !== '' && <span className="mono pb-id">{step.path}</span>}
                  <span>{step.error ?? waitingText(step) ?? stepTexts[step.state]}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
