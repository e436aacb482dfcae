import { DialogBody } from '@blueprintjs/core'
import { type DbcFile, deleteDbc, saveDbc } from '@carapace/shared/msoc/can/dbc.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'

interface DbcDialogProps {
  readonly dbc: DbcFile
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Edits the name and the description of a database. */
export function EditDialog({ dbc: { uuid, revision, ...dbc }, onDone, onClose }: DbcDialogProps) {
  const [name, setName] = useState(dbc.name)
  const [description, setDescription] = useState(dbc.description)
  const action = useAction()
  return (
    <Dialog className="dl-dialog" isOpen title={`Edit ${dbc.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(async () => {
            await call(saveDbc, { uuid, revision, name, description })
            onDone()
          })
        }}
      >
        <DialogBody>
          <div>
            <Field label="Name">
              {(id) => (
                <input
                  id={id}
                  className="bp6-input"
                  value={name}
                  maxLength={100}
                  required
                  autoFocus
                  autoComplete="off"
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Field label="Description">
              {(id) => (
                <textarea
                  id={id}
                  className="bp6-input"
                  rows={4}
                  value={description}
                  maxLength={1_000}
                  onChange={(event) => setDescription(event.target.value)}
                />
              )}
            </Field>
          </div>
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isReady={name.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

export function DeleteDialog({ dbc: { uuid, revision, name, versions }, onDone, onClose }: DbcDialogProps) {
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      await call(deleteDbc, { uuid, revision })
      onDone()
    })
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={`Delete ${name}?`}
      action="Delete"
      isBusy={action.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {versions.length === 1 ? 'Its version is ' : `Its ${versions.length} versions are `}deleted with it. A database
        that is assigned to a bus, or that a profile or an alert uses, cannot be deleted.
      </p>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </ConfirmDialog>
  )
}
