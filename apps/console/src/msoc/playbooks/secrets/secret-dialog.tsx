import { DialogBody } from '@blueprintjs/core'
import { type PlaybookSecret, savePlaybookSecret } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'

interface SecretDialogProps {
  /** Absent: a new secret. */
  readonly secret: PlaybookSecret | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Sets a secret, or replaces its value. What is typed is hidden and goes nowhere but to the server. */
export function SecretDialog({ secret, onSaved, onClose }: SecretDialogProps) {
  const [name, setName] = useState(secret?.name ?? '')
  const [description, setDescription] = useState(secret?.description ?? '')
  const [value, setValue] = useState('')
  const action = useAction()
  const save = () =>
    action.run(async () => {
      await call(savePlaybookSecret, { name, description: description.trim(), ...(value !== '' && { value }) })
      toast.success(`${name} is saved.`)
      onSaved()
      onClose()
    })
  return (
    <Dialog
      className="c-small-dialog"
      isOpen
      title={secret === undefined ? 'Add secret' : `Replace ${secret.name}`}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          {secret === undefined && (
            <LineField
              label="Name"
              hint="Capital letters, digits and underscores: TICKET_TOKEN."
              required
              maxLength={40}
              autoComplete="off"
              autoFocus
              value={name}
              onChange={(next) => setName(next.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_'))}
            />
          )}
          <Field label="Value" {...(secret !== undefined && { hint: 'Empty: the value stays as it is.' })}>
            {(id, describedBy) => (
              <input
                id={id}
                className="bp6-input"
                type="password"
                aria-describedby={describedBy}
                autoComplete="new-password"
                maxLength={4_000}
                value={value}
                onChange={({ target }) => setValue(target.value)}
              />
            )}
          </Field>
          <LineField
            label="Description"
            maxLength={200}
            autoComplete="off"
            value={description}
            onChange={setDescription}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action="Save"
          isReady={name !== '' && (secret !== undefined || value !== '')}
          isBusy={action.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
