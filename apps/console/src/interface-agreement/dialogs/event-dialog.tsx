import { reportEvent } from '@carapace/shared/interface-agreement/row-details.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Field } from '../../core/ui/field.tsx'
import { AreaField } from './area-field.tsx'
import { DialogForm } from './dialog-form.tsx'

interface EventDialogProps {
  readonly agreement_uuid: string
  readonly row: number
  readonly today: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Reports that something happened, after which the work product has to be exchanged again. */
export function EventDialog({ agreement_uuid: agreement, row, today, onDone, onClose }: EventDialogProps) {
  const [day, setDay] = useState(today)
  const [reason, setReason] = useState('')
  const { busy, problem, run } = useAction()
  const report = () =>
    void run(async () => {
      await call(reportEvent, { agreement_uuid: agreement, row, day, reason })
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title="Report an event"
      action="Report"
      isReady={day !== '' && reason.trim() !== ''}
      isBusy={busy}
      problem={problem}
      onSubmit={report}
      onClose={onClose}
    >
      <p className="c-say">
        A work product that is updated on events is then due again, as the cover states. Both sides see it.
      </p>
      <Field label="Day">
        {(id) => (
          <input
            id={id}
            className="bp6-input num"
            type="date"
            max={today}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </Field>
      <AreaField label="What happened" value={reason} maxLength={500} autoFocus onChange={setReason} />
    </DialogForm>
  )
}
