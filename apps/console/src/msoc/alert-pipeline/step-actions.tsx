import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons'
import {
  type AlertStep,
  deleteAlertStep,
  endAlertStep,
  saveAlertStep,
} from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { toast } from '../../core/ui/toast.ts'
import { isOver, kindTexts } from './step-texts.ts'

/** What the page does with a step. */
export interface StepHands {
  readonly edit: (step: AlertStep) => void
  /** Moves a step before or behind its neighbour; undefined where there is none. */
  readonly move: (step: AlertStep, by: -1 | 1) => (() => void) | undefined
  readonly onChanged: () => void
}

interface StepActionsProps {
  readonly step: AlertStep
  readonly hands: StepHands
}

/** Edit and end for a step that is not over, delete for one that is (rule ALERT-PIPELINE-UI-2). */
export function StepActions({ step, hands }: StepActionsProps) {
  const refusal = useRefusal(saveAlertStep)
  const [isBusy, setBusy] = useState(false)
  const run = async (endpoint: typeof endAlertStep | typeof deleteAlertStep, done: string) => {
    setBusy(true)
    try {
      await call(endpoint, { uuid: step.uuid, revision: step.revision })
      toast.success(`${kindTexts[step.kind]} ${done}`)
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
    setBusy(false)
    hands.onChanged()
  }
  const common = { refusal, disabled: isBusy, 'aria-description': step.reason }
  if (isOver(step, Date.now()))
    return <ActButton {...common} text="Delete" onClick={() => void run(deleteAlertStep, 'deleted')} />
  return (
    <span className="ap-actions">
      <ActButton
        {...common}
        variant="minimal"
        icon={<ArrowUpIcon />}
        aria-label="Move up"
        disabled={isBusy || hands.move(step, -1) === undefined}
        onClick={hands.move(step, -1)}
      />
      <ActButton
        {...common}
        variant="minimal"
        icon={<ArrowDownIcon />}
        aria-label="Move down"
        disabled={isBusy || hands.move(step, 1) === undefined}
        onClick={hands.move(step, 1)}
      />
      <ActButton {...common} text="Edit" onClick={() => hands.edit(step)} />
      <ActButton {...common} text="End now" onClick={() => void run(endAlertStep, 'ended')} />
    </span>
  )
}
