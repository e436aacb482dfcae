import { DialogBody } from '@blueprintjs/core'
import { type SubmitEvent, useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { LineField } from '../../core/ui/field.tsx'

interface NewMethodProps {
  /** What it is: "method". */
  readonly one: string
  /** The version that it starts as a copy of. */
  readonly of: string
  readonly onMake: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Creates a method with a new name, as a copy of a version. */
export function NewMethod({ one, of, onMake, onClose }: NewMethodProps) {
  const [name, setName] = useState('')
  const action = useAction()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(async () => onMake(name.trim()))
  }
  return (
    <Dialog className="c-small-dialog" isOpen title={`New ${one}`} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <LineField
            label="Name"
            value={name}
            maxLength={80}
            required
            autoFocus
            autoComplete="off"
            hint={`It begins as ${of} is, as a draft.`}
            onChange={setName}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Make a draft" isReady={name.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
