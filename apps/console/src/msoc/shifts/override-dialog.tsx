import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { saveOverride } from '@carapace/shared/msoc/shifts/shifts.contract'
import type { Turn } from '@carapace/shared/msoc/shifts/rota'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { calendarDay } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import type { Rota } from './rota-data.ts'
import '../../core/ui/form.css'

interface OverrideDialogProps {
  readonly turn: Turn
  /** The member who does not come. */
  readonly member: string
  readonly people: Rota['people']
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** A member does not come to a shift on a day: who comes instead (rule SHIFT-UI-5). */
export function OverrideDialog({ turn, member, people, onSaved, onClose }: OverrideDialogProps) {
  const [substitute, setSubstitute] = useState('')
  const [note, setNote] = useState('')
  const { busy, problem, run } = useAction()
  const nameOf = (uuid: string) => people.find((person) => person.uuid === uuid)?.name ?? ''
  const save = () =>
    run(async () => {
      const { shiftUuid, date } = turn
      await call(saveOverride, { shift_uuid: shiftUuid, date, member, substitute: substitute || null, note })
      onSaved()
      onClose()
    })
  return (
    <Dialog isOpen onClose={onClose} title={`${nameOf(member)} is absent`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          <p className="sh-text">
            {turn.name}, {calendarDay(turn.date)}. The plan of the other days stays.
          </p>
          <Field label="Who comes instead">
            {(id) => (
              <HTMLSelect
                id={id}
                value={substitute}
                options={[
                  { value: '', label: 'Nobody' },
                  ...people
                    .filter(({ uuid }) => uuid !== member && !turn.members.includes(uuid))
                    .map(({ uuid, name }) => ({ value: uuid, label: name })),
                ]}
                onChange={(event) => setSubstitute(event.currentTarget.value)}
              />
            )}
          </Field>
          <LineField label="Note" value={note} maxLength={200} placeholder="Leave" onChange={setNote} />
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Record the absence" isBusy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
