import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { saveStandingStep } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { type SubmitEvent, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { numberFields, type StandingDraft, standingInput, standingProblem } from './standing-draft.ts'
import { StandingTry } from './standing-try.tsx'
import { MatcherFields } from './step-fields.tsx'
import '../../core/ui/form.css'

interface StandingDialogProps {
  readonly title: string
  readonly initial: StandingDraft
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** The dialog for a step without an end, new or changed (rule ALERT-PIPELINE-UI-11). */
export function StandingDialog({ title, initial, onSaved, onClose }: StandingDialogProps) {
  const [draft, setDraft] = useState(initial)
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (changes: Partial<StandingDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setRefused(undefined)
  }
  const problem = standingProblem(draft)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (problem !== undefined) return
    setBusy(true)
    try {
      await call(saveStandingStep, standingInput(draft))
      onSaved()
      onClose()
    } catch (thrown) {
      setRefused(messageOf(thrown))
      setBusy(false)
    }
  }
  // silences are folded as they are found: which alerts these are is not for the organisation to choose
  const selects = draft.kind === 'folding' && draft.saved?.built_in !== 'silence'
  return (
    <Dialog className={selects ? 'ap-dialog' : ''} isOpen title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogBody>
          <div className={selects ? 'ap-columns' : ''}>
            {selects && (
              <div>
                <MatcherFields
                  legend="Alerts; empty: all rules but silence"
                  matchers={draft.matchers}
                  onChange={(some) => change({ matchers: { ...draft.matchers, ...some } })}
                />
              </div>
            )}
            <div>
              <NumberFields draft={draft} onChange={change} />
              <StandingTry key={JSON.stringify(draft)} draft={problem === undefined ? draft : undefined} />
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
        <DialogActions action="Save" isReady={problem === undefined} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface NumberFieldsProps {
  readonly draft: StandingDraft
  readonly onChange: (change: Partial<StandingDraft>) => void
}

function NumberFields({ draft, onChange }: NumberFieldsProps) {
  return (
    <>
      <LineField
        label="Name"
        value={draft.name}
        maxLength={100}
        required
        autoComplete="off"
        onChange={(name) => onChange({ name })}
      />
      <div className="ap-numbers">
        {numberFields[draft.kind].map(([name, label]) => (
          <LineField
            key={name}
            label={label}
            value={draft.numbers[name] ?? ''}
            maxLength={10}
            required
            autoComplete="off"
            onChange={(value) => onChange({ numbers: { ...draft.numbers, [name]: value } })}
          />
        ))}
        {draft.kind !== 'proposal' && (
          <Field label="Severity of the alert">
            {(id) => (
              <HTMLSelect
                id={id}
                value={draft.severity}
                options={severities.toReversed().map((each) => ({ value: each, label: sentenceCase(each) }))}
                onChange={(event) => onChange({ severity: event.currentTarget.value as Severity })}
              />
            )}
          </Field>
        )}
        {draft.kind === 'folding' && (
          <LineField
            label="Order"
            value={draft.order}
            maxLength={6}
            autoComplete="off"
            onChange={(order) => onChange({ order })}
          />
        )}
      </div>
      <label className="ap-switch">
        <input
          type="checkbox"
          checked={draft.active}
          onChange={(event) => onChange({ active: event.currentTarget.checked })}
        />
        On
      </label>
    </>
  )
}
