import { TickIcon, WarningSignIcon } from '@blueprintjs/icons'
import type { Problem } from '@carapace/shared/msoc/playbooks/playbook'
import { useStore } from 'zustand'
import { number } from '../../../core/format/format.ts'
import { titleOf } from '../graph/card.tsx'
import { justNode } from '../graph/graph-canvas.tsx'
import { useEditorContext } from './editor-context.ts'
import { focusPanel } from './use-editor-keys.ts'

interface ProblemListProps {
  /** Shows the settings of the playbook itself. */
  readonly onSettings: () => void
  /** Shows the settings of the chosen step. */
  readonly onStep: () => void
}

/** The mistakes below the canvas: each leads to its step and its field (rule PLAYBOOK-UI-15). */
export function ProblemList({ onSettings, onStep }: ProblemListProps) {
  const { problems, checkProblem, store, choose } = useEditorContext()
  const { graph } = useStore(store, ({ shown }) => shown)
  const show = ({ node, field }: Problem) => {
    if (node === null) return onSettings()
    choose(justNode(node))
    onStep()
    focusPanel(field ?? undefined)
  }
  return (
    <section className="pb-problems" aria-label="Mistakes">
      <header className="pb-problems-head">
        <h2>Mistakes</h2>
        {problems.length === 0 && checkProblem === undefined && graph.nodes.length > 0 && (
          <span className="pb-fine" role="status">
            <TickIcon size={12} />
            None: it can be saved and enabled.
          </span>
        )}
        {problems.length > 0 && (
          <span className="c-note num" role="status">
            {number(problems.length)} to correct before it can be saved
          </span>
        )}
        {graph.nodes.length === 0 && <span className="c-note">Add the first step from the list at the left.</span>}
        {checkProblem !== undefined && (
          <span className="c-problem" role="alert">
            The check did not happen: {checkProblem}
          </span>
        )}
      </header>
      {problems.length > 0 && (
        <ul tabIndex={-1}>
          {problems.map((problem, index) => (
            <li key={`${index} ${problem.message}`}>
              <button type="button" className="pb-problem" onClick={() => show(problem)}>
                <WarningSignIcon size={12} />
                <span className="pb-problem-at">{placeOf(problem, graph.nodes)}</span>
                <span>{problem.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function placeOf({ node, field }: Problem, nodes: readonly Parameters<typeof titleOf>[0][]): string {
  const found = nodes.find(({ id }) => id === node)
  const name = found === undefined ? (node ?? 'Playbook') : titleOf(found)
  return field === null ? name : `${name}, ${field.replaceAll('_', ' ')}`
}
