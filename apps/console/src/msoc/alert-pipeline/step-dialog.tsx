import { DialogBody } from '@blueprintjs/core'
import { type AlertStep, saveAlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { type SubmitEvent, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import {
  draftProblem,
  followingProblem,
  isComplete,
  savedInput,
  selectionOf,
  type StepDraft,
  triedOf,
} from './step-draft.ts'
import { FollowingFields, SelectionFields, TimeFields } from './step-fields.tsx'
import { TrySection } from './try-section.tsx'
import '../../core/ui/form.css'
import './alert-pipeline.css'

interface StepDialogProps {
  readonly title: string
  readonly initial: StepDraft
  readonly onSaved: (step: AlertStep) => void
  readonly onClose: () => void
}

const actionTexts = {
  silence: 'Silence',
  maintenance: 'Plan maintenance',
  inhibition: 'Inhibit',
  assignment: 'Assign',
  escalation: 'Escalate',
} as const

/** The dialog for a step, new or changed. */
export function StepDialog({ title, initial, onSaved, onClose }: StepDialogProps) {
  const [draft, setDraft] = useState(initial)
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (changes: Partial<StepDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setRefused(undefined)
  }
  const problem = draftProblem(draft)
  const tried = triedOf(draft)
  const isReady = isComplete(selectionOf(draft)) && followingProblem(draft) === undefined

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (problem !== undefined) return
    setBusy(true)
    try {
      const { step } = await call(saveAlertStep, savedInput(draft))
      onSaved(step)
      onClose()
    } catch (thrown) {
      setRefused(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog className="ap-dialog" isOpen title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogBody>
          <div className="ap-columns">
            <div>
              <SelectionFields draft={draft} onChange={change} />
            </div>
            <div>
              <FollowingFields draft={draft} onChange={change} />
              <TimeFields draft={draft} onChange={change} />
              <TrySection key={JSON.stringify(tried)} tried={tried} isReady={isReady} />
            </div>
          </div>
          {refused === undefined ? (
            <p className="c-note">{problem}</p>
          ) : (
            <p className="c-problem" role="alert">
              {refused}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={draft.saved ? 'Save' : actionTexts[draft.kind]}
          isReady={problem === undefined}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
