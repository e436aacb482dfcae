import { type PlaybookRun, type PlaybookStep, retryPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { clockWithSeconds, delay, zonedDateTime } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { JsonView } from '../json-view.tsx'
import { runAt } from '../links.ts'
import { StateIcon } from '../node-icons.tsx'
import { WaitingForm } from '../waiting/waiting-form.tsx'
import { portText, stepTexts } from '../words.ts'
import { waitingText } from './run-outcomes.ts'

interface StepViewProps {
  readonly run: PlaybookRun
  readonly step: PlaybookStep
  readonly isOpen?: boolean
  /** Shows the node of the step; absent: it is shown. */
  readonly onChoose?: (node: string) => void
  readonly onDone: () => void
}

/** One step of a run: its state, times, attempts, input, output and failure, and what a person can do about it. */
export function StepView({ run, step, isOpen = false, onChoose, onDone }: StepViewProps) {
  const [isShown, setShown] = useState(isOpen)
  const { state, path, attempt, error, input, output, waiting, port } = step
  return (
    <section className="pb-step" aria-label={`Step ${step.node} ${path}`}>
      <button
        type="button"
        className={`pb-step-line pb-state-${state}`}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        <StateIcon state={state} />
        <span className="pb-step-state">{waitingText(step) ?? stepTexts[state]}</span>
        {onChoose && <span className="mono pb-id">{step.node}</span>}
        {path !== '' && <span className="mono pb-id">{path}</span>}
        <Times step={step} />
      </button>
      {error !== null && <p className="c-problem pb-step-error">{error}</p>}
      {isUnfinished(run.state) && <WaitingForm step={step} onDone={onDone} />}
      {waiting?.kind === 'run' && (
        <p className="c-note">
          <Link {...runAt(waiting.run_uuid)}>Run of the called playbook</Link>
        </p>
      )}
      {waiting?.kind === 'vehicle_action' && (
        <p className="c-note">
          <Link to="/org/msoc/dashboard/playbooks" search={{ tab: 'actions' } as never}>
            Vehicle actions
          </Link>
        </p>
      )}
      {state === 'FAILED' && run.state === 'FAILED' && <Retry run={run} step={step} onDone={onDone} />}
      {isShown && (
        <div className="pb-step-detail">
          <p className="c-note num">
            {attempt > 1 ? `Attempt ${attempt}. ` : ''}
            {port !== null && `Left through "${portText(port)}". `}
            {onChoose && (
              <button type="button" className="pb-text-button" onClick={() => onChoose(step.node)}>
                Show on the graph
              </button>
            )}
          </p>
          <JsonView label="Input" value={input} />
          <JsonView label="Output" value={output} />
        </div>
      )}
    </section>
  )
}

function Times({ step: { started_at: from, finished_at: to } }: { readonly step: PlaybookStep }) {
  if (from === null) return null
  return (
    <span className="pb-step-times num" title={zonedDateTime(from)}>
      {clockWithSeconds(from)}
      {to !== null && `, ${delay(Date.parse(to) - Date.parse(from))}`}
    </span>
  )
}

interface RetryProps {
  readonly run: PlaybookRun
  readonly step: PlaybookStep
  readonly onDone: () => void
}

/** Goes on with a failed run from this step. */
function Retry({ run, step, onDone }: RetryProps) {
  const refusal = useRefusal(retryPlaybookRun)
  const action = useAction()
  const retry = () =>
    action.run(async () => {
      await call(retryPlaybookRun, { uuid: run.uuid, step_uuid: step.uuid })
      toast.success('The run goes on from this step.')
      onDone()
    })
  return (
    <div className="pb-actions">
      <ActButton text="Retry from here" refusal={refusal} loading={action.busy} onClick={() => void retry()} />
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
    </div>
  )
}
