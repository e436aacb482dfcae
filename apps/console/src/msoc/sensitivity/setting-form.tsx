import { Button, HTMLSelect } from '@blueprintjs/core'
import { getSensitivity, saveSensitivity } from '@carapace/shared/msoc/sensitivity/sensitivity.contract'
import { sensitivityBounds, sensitivityChoices } from '@carapace/shared/msoc/sensitivity/false-alerts'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import type { SubmitEvent } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { useRefusal } from '../../core/session/may.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { atMostOf, type Choice, choiceOf, settingText } from './setting.ts'

interface SettingFormProps {
  readonly kept: OutputOf<typeof getSensitivity>
  readonly choice: Choice
  readonly onChoose: (choice: Choice) => void
  readonly onSaved: () => void
}

const own = 'own'
const everything = 'everything'

/** Chooses how many false alerts are accepted; the page shows what that means before it is saved. */
export function SettingForm({ kept, choice, onChoose, onSaved }: SettingFormProps) {
  const refusal = useRefusal(saveSensitivity)
  const { busy, problem, run } = useAction()
  const atMost = atMostOf(choice)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(async () => {
      if (atMost === undefined) return
      await call(saveSensitivity, { false_alerts_at_most: atMost, revision: kept.revision })
      toast.success('Detection sensitivity saved; it applies within five seconds')
      onSaved()
    })
  }
  const choose = (value: string) => {
    if (value === own) onChoose({ kind: 'own', text: '' })
    else onChoose({ kind: 'choice', atMost: value === everything ? null : Number(value) })
  }
  return (
    <form className="se-form" noValidate onSubmit={submit}>
      <Field label="False alerts of the CAN detectors">
        {(id) => (
          <HTMLSelect
            id={id}
            value={choice.kind === 'own' ? own : (choice.atMost ?? everything)}
            onChange={(event) => choose(event.currentTarget.value)}
            options={[
              { value: everything, label: settingText(null) },
              ...sensitivityChoices.map((value) => ({ value, label: settingText(value) })),
              { value: own, label: 'Another number' },
            ]}
          />
        )}
      </Field>
      {choice.kind === 'own' && (
        <LineField
          label="At most, a vehicle and month"
          value={choice.text}
          maxLength={10}
          hint={`${sensitivityBounds.least} to ${sensitivityBounds.most.toLocaleString('en')}`}
          onChange={(text) => onChoose({ kind: 'own', text })}
        />
      )}
      {refusal === undefined ? (
        <Button
          type="submit"
          intent="primary"
          loading={busy}
          disabled={atMost === undefined || atMost === kept.false_alerts_at_most}
        >
          Save
        </Button>
      ) : (
        <span className="c-note">{refusal}</span>
      )}
      {atMost !== kept.false_alerts_at_most && (
        <Button variant="minimal" onClick={() => onChoose(choiceOf(kept.false_alerts_at_most))}>
          Back to the saved setting
        </Button>
      )}
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
